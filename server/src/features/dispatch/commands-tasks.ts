// What a driver answers who is asked to drive a booking.
import type { UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { findBookingRow, listRequested, viewBooking } from '../bookings/queries.ts'
import { findLockedBooking, listAudience, lockBooking, transitionBooking, writeBooking } from '../bookings/transition.ts'
import { closeOffers } from './commands-offers.ts'

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
const lockForAccept = async (tx: Tx, id: BookingId) => {
  const free = await findLockedBooking(tx, id, { free: true })
  if (free) return free
  const seen = await findBookingRow(tx, id)
  if (seen && !isWaitingForDriver(seen.status)) throw new Refusal('already_taken')
  return lockBooking(tx, id)
}

const takeTask = async (deps: Deps, actor: UserActor, id: BookingId) => {
  await refuseLate(deps, actor, id)
  return inTx(deps, async (tx) => {
    const locked = await lockForAccept(tx, id)
    const position = deps.positions.last(actor.id)
    const row = await transitionBooking(tx, deps, { actor, id, move: { type: 'accept' }, position, locked })
    await closeOffers(tx, id, actor.id)
    return viewBooking({ deps, actor, db: tx }, row)
  })
}

/** Acceptances under way in this process: whoever comes second waits here, and does not keep a connection waiting. */
const underWay = new Map<BookingId, Promise<void>>()

/** Takes a task: exactly one driver wins. */
export const acceptTask = async (deps: Deps, actor: UserActor, id: BookingId) => {
  await underWay.get(id)
  const attempt = takeTask(deps, actor, id)
  const end = (): void => {
    if (underWay.get(id) === settled) underWay.delete(id)
  }
  const settled: Promise<void> = attempt.then(end, end)
  underWay.set(id, settled)
  return attempt
}

const findOffer = (db: Tx | Deps['db'], id: BookingId, driver: UserId) =>
  db.selectFrom('bookingOffer').select('state').where('bookingId', '=', id).where('driverId', '=', driver).executeTakeFirst()

/** Takes a driver out of the asked ones. When nobody is left, the rider and the desk are told; the booking stays NEW. */
export const declineTask = (deps: Deps, actor: UserActor, id: BookingId): Promise<{ done: true }> =>
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
    await writeBooking(tx, row, { noTaker: left.length === 0 ? 'all_declined' : row.noTaker })
    const audience = listAudience(row, left)
    await emitEvent(tx, { type: 'DriverDeclined', bookingId: id, driver: actor.id, audience })
    if (left.length === 0) await emitEvent(tx, { type: 'NoTakerFound', bookingId: id, reason: 'all_declined', audience })
    return { done: true as const }
  })
