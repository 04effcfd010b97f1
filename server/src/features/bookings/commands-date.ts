// Changes the pickup time of a scheduled booking.
import type { changeTripDate as changeDateEndpoint } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { checkTripDate } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import { can } from '@wayfare/core/permissions'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { findPromoEnd } from '../promos/queries.ts'
import { writeChange } from './commands-changes.ts'
import { readBookingFacts } from './present.ts'
import { startDispatch } from './commands-waiting.ts'
import { getBooking, listRequested } from './queries.ts'
import { lockBooking, publishChange, writeBooking, type LockedBooking } from './transition.ts'

/** Refuses a new time after the last day of the booking's promo code. */
const checkPromoHolds = async (tx: Tx, { promoId }: LockedBooking, tripDate: number): Promise<void> => {
  const promo = promoId === null ? undefined : await findPromoEnd(tx, promoId)
  if (promo?.validUntil && tripDate > promo.validUntil.getTime()) throw new Refusal('promo_expired')
}

/** Changes the time of a scheduled booking; possible until drivers are asked. */
export const changeTripDate = (deps: Deps, actor: UserActor, { id, tripDate }: ParsedInputOf<typeof changeDateEndpoint>) =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    const row = await lockBooking(tx, id)
    const facts = readBookingFacts(row, await listRequested(tx, row))
    const isOpen = row.bookLater && row.releaseAt > deps.now()
    if (!isOpen || !can(actor, 'bookings.changeDate', facts, deps.settings())) throw new Refusal('wrong_step')
    const problem = checkTripDate(tripDate, deps.now().getTime())
    if (problem) throw new Refusal(problem)
    await checkPromoHolds(tx, row, tripDate)
    const leadMs = deps.settings().bookLaterLeadMinutes * 60_000
    const releaseAt = new Date(Math.max(deps.now().getTime(), tripDate - leadMs))
    // earlier declines were for another time: start over as if nobody had been asked
    await emitEvent(tx, { type: 'TripDateChanged', bookingId: id })
    const moved = await writeBooking(tx, row, { tripDate: new Date(tripDate), releaseAt, noTaker: null })
    const [fromValue, toValue] = [row, moved].map((one) => String(one.tripDate.getTime()))
    await writeChange(tx, actor, { bookingId: id, kind: 'dateChanged', fromValue, toValue })
    await publishChange(tx, moved)
    if (isWaitingForDriver(moved.status)) await startDispatch(tx, moved)
    const [before, after] = [{ tripDate: row.tripDate }, { tripDate: moved.tripDate }]
    await recordAudit(tx, actor, { action: 'bookings.changeTripDate', object: { kind: 'booking', id }, before, after })
    return getBooking(deps, actor, id, tx)
  })
