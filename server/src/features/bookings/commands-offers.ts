// Who is asked to drive a booking, and what they answer: the only writer of the offers, which are requestedDrivers.
import type { BookingView } from '@wayfare/contract/bookings'
import type { UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver, waitingStatuses } from '@wayfare/core/booking'
import { untakenAt } from '@wayfare/core/dispatch'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { writeChange } from './commands-changes.ts'
import type { BookingRow } from './present.ts'
import { findBookingRow, getBooking, listRequested } from './queries.ts'
import { audienceOf, lockBooking, transition } from './transition.ts'

const findOffer = (db: Tx | Deps['db'], id: BookingId, driver: UserId) =>
  db.selectFrom('bookingOffer').select('state').where('bookingId', '=', id).where('driverId', '=', driver).executeTakeFirst()

/** Of many drivers at once most lose: they are answered by one read, without a transaction and without waiting. */
const refuseLate = async (deps: Deps, actor: UserActor, id: BookingId): Promise<void> => {
  const row = await deps.db
    .selectFrom('booking')
    .innerJoin('bookingOffer as offer', 'offer.bookingId', 'booking.id')
    .select(['status', 'booking.driverId', 'offer.state'])
    .where('booking.id', '=', id)
    .where('offer.driverId', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (!isWaitingForDriver(row.status) && row.driverId !== actor.id) throw new Refusal('already_taken')
}

/** Empty when another holds the row: most likely the winner, so one look without a lock comes before waiting for it. */
const lockForAccept = async (tx: Tx, id: BookingId): Promise<BookingRow> => {
  const free = await tx.selectFrom('booking').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
  if (free) return free
  const seen = await findBookingRow(tx, id)
  if (seen && !isWaitingForDriver(seen.status)) throw new Refusal('already_taken')
  return lockBooking(tx, id)
}

const takeBooking = async (deps: Deps, actor: UserActor, id: BookingId): Promise<BookingView> => {
  await refuseLate(deps, actor, id)
  return inTx(deps, async (tx) => {
    const locked = await lockForAccept(tx, id)
    const position = deps.positions.last(actor.id)
    await transition(tx, deps, { actor, id, move: { type: 'accept' }, position, locked })
    return getBooking(deps, actor, id, tx)
  })
}

/** Acceptances under way in this process: whoever comes second waits here, and does not keep a connection waiting. */
const underWay = new Map<BookingId, Promise<void>>()

/** Takes a task: exactly one driver wins. */
export const acceptBooking = async (deps: Deps, actor: UserActor, id: BookingId): Promise<BookingView> => {
  await underWay.get(id)
  const attempt = takeBooking(deps, actor, id)
  const end = (): void => {
    if (underWay.get(id) === settled) underWay.delete(id)
  }
  const settled: Promise<void> = attempt.then(end, end)
  underWay.set(id, settled)
  return attempt
}

const touch = async (tx: Tx, row: BookingRow, noTaker: BookingRow['noTaker']): Promise<void> => {
  await tx
    .updateTable('booking')
    .set({ version: row.version + 1, noTaker })
    .where('id', '=', row.id)
    .execute()
}

/** Takes a driver out of the asked ones. When nobody is left, the rider and the desk are told; the booking stays NEW. */
export const declineBooking = (deps: Deps, actor: UserActor, id: BookingId): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    const offer = await findOffer(tx, id, actor.id)
    if (!offer) throw new Refusal('not_found')
    if (!isWaitingForDriver(row.status) || offer.state !== 'asked') return { done: true as const }
    await tx
      .updateTable('bookingOffer')
      .set({ state: 'declined', answeredAt: sql`now()` })
      .where('bookingId', '=', id)
      .where('driverId', '=', actor.id)
      .execute()
    const left = await listRequested(tx, row)
    await touch(tx, row, left.length === 0 ? 'all_declined' : row.noTaker)
    const audience = audienceOf(row, left)
    await emit(tx, { type: 'DriverDeclined', bookingId: id, driver: actor.id, audience })
    if (left.length === 0) await emit(tx, { type: 'NoTakerFound', bookingId: id, reason: 'all_declined', audience })
    return { done: true as const }
  })

/** Rider and desk are told once while there is time to act, also where those who were asked keep silent. */
export const warnUntaken = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    const isWaiting = isWaitingForDriver(row.status) && untakenAt(row) <= deps.now().getTime()
    // where it says why nobody takes it, that has been told
    if (!isWaiting || row.noTaker !== null) return
    const audience = audienceOf(row, await listRequested(tx, row))
    await touch(tx, row, 'no_answer')
    await emit(tx, { type: 'NoTakerFound', bookingId: id, reason: 'no_answer', audience })
  })

/** From now on drivers may be asked for a booking that was made for later. */
export const releaseBooking = async (deps: Deps, id: BookingId): Promise<void> => {
  await deps.db
    .updateTable('booking')
    .set({ releaseAt: deps.now() })
    .where('id', '=', id)
    .where('status', 'in', waitingStatuses)
    .where('releaseAt', '>', deps.now())
    .execute()
}

/** Forgets that a driver declined or had it before, so that the desk may ask him once more. */
export const askAgain = async (tx: Tx, id: BookingId, driver: UserId): Promise<void> => {
  await tx
    .deleteFrom('bookingOffer')
    .where('bookingId', '=', id)
    .where('driverId', '=', driver)
    .where('state', 'in', ['declined', 'withdrawn'])
    .execute()
}

const isNews = async (deps: Deps, id: BookingId, drivers: readonly UserId[]): Promise<boolean> => {
  const row = await findBookingRow(deps.db, id)
  if (!row || !isWaitingForDriver(row.status)) return false
  const known = await deps.db.selectFrom('bookingOffer').select(['driverId', 'state']).where('bookingId', '=', id).execute()
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
  const audience = audienceOf(row, requested)
  if (asked.length > 0) {
    await touch(tx, row, null)
    if (by) for (const driverId of asked) await writeChange(tx, by, { bookingId: id, kind: 'assigned', driverId })
    await emit(tx, { type: 'DriversRequested', bookingId: id, drivers: asked, audience })
  } else if (requested.length === 0 && row.noTaker === null) {
    await touch(tx, row, 'nobody_near')
    await emit(tx, { type: 'NoTakerFound', bookingId: id, reason: 'nobody_near', audience })
  }
}

/**
 * Asks drivers for a NEW booking; one who was asked before is not asked again. With nobody to ask, ever, the booking is
 * marked nobody_near. Asking the same drivers again changes nothing.
 */
export const requestDrivers = async (deps: Deps, id: BookingId, drivers: readonly UserId[]): Promise<void> => {
  if (await isNews(deps, id, drivers)) await inTx(deps, (tx) => askDrivers(tx, id, drivers))
}

const insertOffers = async (tx: Tx, bookingId: BookingId, drivers: readonly UserId[]): Promise<UserId[]> => {
  if (drivers.length === 0) return []
  const rows = await tx
    .insertInto('bookingOffer')
    .values(drivers.toSorted().map((driverId) => ({ bookingId, driverId, state: 'asked' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('driverId')
    .execute()
  return rows.map(({ driverId }) => asId(driverId))
}
