// Cancels, rates, completes and expires bookings.
import type { cancelBooking as cancelEndpoint, rateBooking as rateEndpoint } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { type UserActor, system } from '@wayfare/core/accounts'
import { isPrepaying, isRatable } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { statusAfter } from '@wayfare/core/lifecycle'
import { parseDecimal } from '@wayfare/core/money'
import { isKeyProblem, type PaymentProblem } from '@wayfare/core/payments'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { checkUnlocked } from '../../lock.ts'
import { addRating } from '../accounts/commands.ts'
import { isCancelReason } from '../catalog/queries.ts'
import type { BookingRow } from './present.ts'
import { getBooking, viewBooking } from './queries.ts'
import { listAudience, lockBooking, transitionBooking } from './transition.ts'

/** The cancellation reason of an unpaid booking, whoever cancels it. */
const unpaidReason = 'Incomplete booking'

const checkReason = async (tx: Tx, reason: string): Promise<void> => {
  if (!(await isCancelReason(tx, reason))) throw new Refusal('reason_unknown')
}

/** Refuses to charge more than the page showed: a driver may have accepted a moment ago, or the page may be out of date. */
const checkFee = ({ cancelFeeMinor, currency }: BookingRow, shown: string | undefined): void => {
  if (shown !== undefined && cancelFeeMinor > (parseDecimal(shown, currency) ?? 0n)) throw new Refusal('cancel_costs_more')
}

/** Cancels for a rider or an admin, with one of the operator's reasons, and frees the driver, if any. */
export const cancelBooking = (deps: Deps, actor: UserActor, { id, reason, fee }: ParsedInputOf<typeof cancelEndpoint>) =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    checkUnlocked(deps)
    const row = await lockBooking(tx, id)
    const isUnpaid = isPrepaying(row.status)
    if (!isUnpaid) await checkReason(tx, reason)
    const move = { type: 'cancel' as const, reason: isUnpaid ? unpaidReason : reason }
    const cancelled = await transitionBooking(tx, deps, { actor, id, move, locked: row })
    checkFee(cancelled, fee)
    const after = { status: statusAfter(move.type), reason: move.reason }
    await recordAudit(tx, actor, {
      action: 'bookings.cancel',
      object: { kind: 'booking', id },
      before: { status: row.status },
      after,
    })
    return viewBooking({ deps, actor, db: tx }, cancelled)
  })

/** Rates the driver of a paid trip, which completes it. */
export const rateBooking = (deps: Deps, actor: UserActor, { id, stars, review }: ParsedInputOf<typeof rateEndpoint>) =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (row.customerId === actor.id && row.rating !== null) throw new Refusal('already_rated')
    const given = { rating: stars, review: review === '' ? null : review }
    const rated = await transitionBooking(tx, deps, { actor, id, move: { type: 'complete' }, locked: row, patch: () => given })
    if (row.driverId !== null) {
      const driver = row.driverId
      await addRating(tx, driver, stars)
      await emitEvent(tx, { type: 'BookingRated', bookingId: id, driver, stars, audience: listAudience(row, []) })
    }
    return viewBooking({ deps, actor, db: tx }, rated)
  })

/** Completes a paid trip that nobody rated; a trip that is past PAID stays as it is. */
export const completeBooking = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (isRatable(row.status)) await transitionBooking(tx, deps, { actor: system, id, move: { type: 'complete' }, locked: row })
  })

/** A booking with a payment under way waits this much longer (ms), while its provider is asked every `lookAgainMs`. */
const lastLookMs = 5 * 60_000
const lookAgainMs = 60_000
/** How long it waits (ms) if the provider cannot be asked. */
const unansweredMs = 6 * 3_600_000
const isUnanswered = (problem: PaymentProblem): boolean => problem === 'provider_unavailable' || isKeyProblem(problem)

/**
 * True if a payment may still arrive; then the provider is asked again and the booking's expiry postponed. This includes payments
 * whose provider could not be asked, since they may have been paid without our knowing.
 */
const isBeingPaid = async (tx: Tx, deps: Deps, { id, payBy }: BookingRow): Promise<boolean> => {
  const now = deps.now().getTime()
  if (payBy === null) return false
  const open = await tx
    .selectFrom('payment')
    .select(['id', 'nextCheckAt', 'problem'])
    .where('bookingId', '=', id)
    // after a declined card, another may be tried on the same page
    .where((where) => where.or([where('status', '=', 'open'), where('status', '=', 'failed').and('nextCheckAt', 'is not', null)]))
    .execute()
  const isUnasked = open.some(
    ({ nextCheckAt, problem }) =>
      (nextCheckAt !== null && nextCheckAt.getTime() <= now) ||
      (problem !== null && isUnanswered(problem) && now < payBy.getTime() + unansweredMs),
  )
  if (open.length === 0 || (now > payBy.getTime() + lastLookMs && !isUnasked)) return false
  for (const { id: paymentId } of open) await enqueueJob(tx, 'payments.check', { paymentId }, { jobKey: `payment:${paymentId}` })
  const runAt = new Date(now + lookAgainMs)
  await enqueueJob(tx, 'bookings.expire', { bookingId: id }, { runAt, jobKey: `expire:${id}` })
  return true
}

/** Cancels a booking that was not paid in time. */
export const expireBooking = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (!isPrepaying(row.status) || (await isBeingPaid(tx, deps, row))) return
    await transitionBooking(tx, deps, { actor: system, id, move: { type: 'cancel', reason: unpaidReason }, locked: row })
  })
