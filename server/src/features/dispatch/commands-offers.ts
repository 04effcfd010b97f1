// Offers: which drivers are asked to take a booking. Closed by the step that ends them.
import type { UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { computeUntakenAt } from '@wayfare/core/dispatch'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { writeChange } from '../bookings/commands-changes.ts'
import { listRequested } from '../bookings/queries.ts'
import { listAudience, lockBooking, readClock, writeBooking, type LockedBooking } from '../bookings/transition.ts'

/** Warns rider and desk once, in time to act, that nobody has taken the booking, even if asked drivers may still answer. */
export const warnUntaken = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    // the job starts by the database's clock, which may be ahead of ours: by ours alone the warning could be skipped as too early
    const now = Math.max(deps.now().getTime(), (await readClock(tx)).getTime())
    const isWaiting = isWaitingForDriver(row.status) && computeUntakenAt(row) <= now
    // `noTaker` set: rider and desk have been told already
    if (!isWaiting || row.noTaker !== null) return
    const audience = listAudience(row, await listRequested(tx, row))
    await writeBooking(tx, row, { noTaker: 'no_answer' })
    await emitEvent(tx, { type: 'NoTakerFound', bookingId: id, reason: 'no_answer', audience })
  })

/** Deletes a driver's earlier answer, so that the desk may ask again. */
export const reopenOffer = async (tx: Tx, id: BookingId, driver: UserId): Promise<void> => {
  await tx
    .deleteFrom('bookingOffer')
    .where('bookingId', '=', id)
    .where('driverId', '=', driver)
    .where('state', 'in', ['declined', 'withdrawn'])
    .execute()
}

/** Deletes declines, which were for the booking's former time. */
export const forgetDeclined = async (db: Db, id: BookingId): Promise<void> => {
  await db.deleteFrom('bookingOffer').where('bookingId', '=', id).where('state', '=', 'declined').execute()
}

/** Withdraws an unanswered offer; false if there is none. The caller holds the booking's lock. */
export const dropOffer = async (tx: Tx, row: LockedBooking, driver: UserId): Promise<boolean> => {
  const { id } = row
  const asked = await tx
    .deleteFrom('bookingOffer')
    .where('bookingId', '=', id)
    .where('driverId', '=', driver)
    .where('state', '=', 'asked')
    .returning('driverId')
    .executeTakeFirst()
  if (!asked) return false
  const audience = listAudience(row, await listRequested(tx, row))
  await writeBooking(tx, row, {})
  await emitEvent(tx, { type: 'OfferWithdrawn', bookingId: id, driver, audience })
  return true
}

/** Schedules the booking's next search for drivers; there is at most one. */
export const planLook = (db: Db | Tx, id: BookingId, runAt?: Date): Promise<void> =>
  enqueueJob(db, 'dispatch.offer', { bookingId: id }, { runAt, jobKey: `offer:${id}` })

/** True if asking these drivers would change anything; one query. */
const isNews = async (deps: Deps, id: BookingId, drivers: readonly UserId[]): Promise<boolean> => {
  const known = await deps.db
    .selectFrom('booking')
    .leftJoin('bookingOffer as offer', 'offer.bookingId', 'booking.id')
    .select(['status', 'noTaker', 'offer.driverId', 'offer.state'])
    .where('booking.id', '=', id)
    .execute()
  const [row] = known
  if (!row || !isWaitingForDriver(row.status)) return false
  const ids = new Set(known.map(({ driverId }) => driverId))
  const isAsked = known.some(({ state }) => state === 'asked')
  return drivers.some((driver) => !ids.has(driver)) || (!isAsked && row.noTaker === null)
}

/** Asks drivers in the caller's transaction, as requestDrivers does; `by` is whoever chose them, if anybody did. */
export const askDrivers = async (
  tx: Tx,
  id: BookingId,
  drivers: readonly UserId[],
  by: UserActor | null = null,
): Promise<void> => {
  const row = await lockBooking(tx, id)
  if (!isWaitingForDriver(row.status)) return
  const asked = await insertOffers(tx, id, drivers)
  const requested = await listRequested(tx, row)
  const audience = listAudience(row, requested)
  if (asked.length > 0) {
    await writeBooking(tx, row, { noTaker: null })
    if (by) for (const driverId of asked) await writeChange(tx, by, { bookingId: id, kind: 'assigned', driverId })
    await emitEvent(tx, { type: 'DriversRequested', bookingId: id, drivers: asked, audience })
  } else if (requested.length === 0 && row.noTaker === null) {
    await writeBooking(tx, row, { noTaker: 'nobody_near' })
    await emitEvent(tx, { type: 'NoTakerFound', bookingId: id, reason: 'nobody_near', audience })
  }
}

/**
 * Asks drivers to take a NEW booking, except those asked before. A booking for which nobody was ever asked is marked nobody_near.
 * Asking the same drivers again changes nothing. `next`: the time of the next search.
 */
export const requestDrivers = async (
  deps: Deps,
  id: BookingId,
  drivers: readonly UserId[],
  { next }: { next?: Date } = {},
): Promise<void> => {
  const isTold = await isNews(deps, id, drivers)
  const plan = (db: Db | Tx) => (next ? planLook(db, id, next) : Promise.resolve())
  if (!isTold) return plan(deps.db)
  await inTx(deps, async (tx) => {
    await askDrivers(tx, id, drivers)
    await plan(tx)
  })
}

/** Inserts the offers as one array parameter: a VALUES list takes longer to parse than to insert. */
const insertOffers = async (tx: Tx, bookingId: BookingId, drivers: readonly UserId[]): Promise<UserId[]> => {
  if (drivers.length === 0) return []
  const { rows } = await sql<{ driverId: UserId }>`
    insert into booking_offer (booking_id, driver_id, state) select ${bookingId}, unnest(${drivers.toSorted()}::text[]), 'asked'
    on conflict do nothing returning driver_id`.execute(tx)
  return rows.map(({ driverId }) => driverId)
}

/** Closes all open offers; `winner` is the driver who accepted. Idempotent. */
export const closeOffers = async (db: Db | Tx, id: BookingId, winner: UserId | null): Promise<void> => {
  await db
    .updateTable('bookingOffer')
    .set((e) => ({
      state: e
        .case()
        .when('driverId', '=', asId<'user'>(winner ?? ''))
        .then('accepted' as const)
        .else('closed' as const)
        .end(),
      answeredAt: sql`now()`,
    }))
    .where('bookingId', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

/** Drivers who were too late may be asked again; the former driver and those who declined may not. */
export const reopenOffers = async (tx: Tx, id: BookingId, driver: UserId | null): Promise<void> => {
  await tx.deleteFrom('bookingOffer').where('bookingId', '=', id).where('state', '=', 'closed').execute()
  await tx
    .updateTable('bookingOffer')
    .set({ state: 'withdrawn' })
    .where('bookingId', '=', id)
    .where('driverId', '=', asId<'user'>(driver ?? ''))
    .execute()
}
