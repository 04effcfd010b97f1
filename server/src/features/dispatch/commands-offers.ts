// Who is asked to drive a booking: offers are written here, and closed with the step that ends them.
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

/** Rider and desk are told once while there is time to act, also where those who were asked keep silent. */
export const warnUntaken = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    // the database's clock begins the job, and may be ahead of ours: what is early by ours would not be told at all
    const now = Math.max(deps.now().getTime(), (await readClock(tx)).getTime())
    const isWaiting = isWaitingForDriver(row.status) && computeUntakenAt(row) <= now
    // where it says why nobody takes it, that has been told
    if (!isWaiting || row.noTaker !== null) return
    const audience = listAudience(row, await listRequested(tx, row))
    await writeBooking(tx, row, { noTaker: 'no_answer' })
    await emitEvent(tx, { type: 'NoTakerFound', bookingId: id, reason: 'no_answer', audience })
  })

/** Forgets that a driver declined or had it before, so that the desk may ask him once more. */
export const reopenOffer = async (tx: Tx, id: BookingId, driver: UserId): Promise<void> => {
  await tx
    .deleteFrom('bookingOffer')
    .where('bookingId', '=', id)
    .where('driverId', '=', driver)
    .where('state', 'in', ['declined', 'withdrawn'])
    .execute()
}

/** Who declined said no to the time that the booking had. */
export const forgetDeclined = async (db: Db, id: BookingId): Promise<void> => {
  await db.deleteFrom('bookingOffer').where('bookingId', '=', id).where('state', '=', 'declined').execute()
}

/** Takes back the question that a driver has not answered; false where there is none. The booking is locked. */
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

/** A booking that waits looks around again then, and once. */
export const planLook = (db: Db | Tx, id: BookingId, runAt?: Date): Promise<void> =>
  enqueueJob(db, 'dispatch.offer', { bookingId: id }, { runAt, jobKey: `offer:${id}` })

/** One look at the booking and at who was asked. */
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

/** Asks drivers, as requestDrivers does, as a part of the caller's work; `by` is who chose them, where somebody did. */
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
 * Asks drivers for a NEW booking; one who was asked before is not asked again. With nobody to ask, ever, the booking is
 * marked nobody_near. Asking the same drivers again changes nothing. `next`: when to look around again.
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

/** As one list, whatever its length: written out row by row it takes longer to read than to insert. */
const insertOffers = async (tx: Tx, bookingId: BookingId, drivers: readonly UserId[]): Promise<UserId[]> => {
  if (drivers.length === 0) return []
  const { rows } = await sql<{ driverId: UserId }>`
    insert into booking_offer (booking_id, driver_id, state) select ${bookingId}, unnest(${drivers.toSorted()}::text[]), 'asked'
    on conflict do nothing returning driver_id`.execute(tx)
  return rows.map(({ driverId }) => driverId)
}

/** Nobody is asked any more; `winner` is the driver who took it. Safe to run twice. */
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

/** Who came too late may be asked again; who had it or did not want it is not. */
export const reopenOffers = async (tx: Tx, id: BookingId, driver: UserId | null): Promise<void> => {
  await tx.deleteFrom('bookingOffer').where('bookingId', '=', id).where('state', '=', 'closed').execute()
  await tx
    .updateTable('bookingOffer')
    .set({ state: 'withdrawn' })
    .where('bookingId', '=', id)
    .where('driverId', '=', asId<'user'>(driver ?? ''))
    .execute()
}
