// A driver's answers to an offer: accept or decline.
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

/** When many drivers accept at once, most are too late: they are refused after one read, without a transaction or a lock. */
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

/** Locks the booking. If it is locked already, most likely by the winner, checks without a lock first, and only then waits. */
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

/** Acceptances under way in this process: later ones wait here instead of occupying a connection. */
const underWay = new Map<BookingId, Promise<void>>()

/** Accepts a task; exactly one driver wins. */
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

/** Declines a task. If no asked driver is left, rider and desk are told; the booking stays NEW. */
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
