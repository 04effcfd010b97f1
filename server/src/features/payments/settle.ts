// The single entry point for card money: what a provider confirms is counted once, however often and in any order it arrives.
import { system } from '@wayfare/core/accounts'
import { isPrepaying, isUnpaid } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { claimPayable } from '@wayfare/core/fare-claim'
import { makeCardPosting } from '@wayfare/core/ledger'
import { makeCardToWalletPosting } from '@wayfare/core/ledger-cards'
import { takesTip } from '@wayfare/core/tip'
import { checkConfirmed, findFirstPaymentId, makeRepeatPaymentId, type PaymentProblem } from '@wayfare/core/payments'
import { computeNextReversalCheckIn } from '@wayfare/core/reversals'
import type { Outcome } from '../../adapters/ports-payments.ts'
import type { RowChange } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { omitOnceKey } from '../../http/once.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { settleClaim } from '../bookings/commands-claims.ts'
import { settleTip } from '../bookings/commands-tip.ts'
import { isDriverGone } from '../bookings/queries-tip.ts'
import { owesClaim, presentClaimMoney, presentTippedTrip, type BookingRow } from '../bookings/queries.ts'
import { lockBooking, transitionBooking } from '../bookings/transition.ts'
import { writePosting } from '../wallet/post.ts'
import { presentProvider, type PaymentRow } from './present.ts'
import { readLeftThere } from './queries-left.ts'

export const findPaymentRow = (db: Db | Tx, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the booking and then the payment; the order is the same everywhere. */
export const lockPayment = async (tx: Tx, id: string): Promise<{ row: PaymentRow; booking: BookingRow | null }> => {
  const found = await findPaymentRow(tx, id)
  if (!found) throw new Refusal('not_found')
  const booking = found.bookingId === null ? null : await lockBooking(tx, found.bookingId)
  // no key changes, so rows that reference the payment (notices) may be inserted meanwhile; a full lock would block them
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  return { row, booking }
}

export const writePayment = async (tx: Tx, row: PaymentRow, patch: RowChange<'payment'>): Promise<PaymentRow> => {
  const { id, userId } = row
  const written = await tx.updateTable('payment').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  await emitEvent(tx, { type: 'PaymentChanged', paymentId: id, userId: userId })
  return written
}

/** An admin cannot do anything about an unavailable provider. */
const isForAdmin = (problem: PaymentProblem): boolean => problem !== 'provider_unavailable'

/** Records why a payment cannot be settled; admins are alerted to a new problem. */
export const recordProblem = async (tx: Tx, deps: Deps, row: PaymentRow, problem: PaymentProblem): Promise<PaymentRow> => {
  if (row.problem === problem) return row
  const provider = presentProvider(row.provider)
  deps.log.warn({ paymentId: row.id, provider, problem }, 'a payment has a problem')
  if (isForAdmin(problem)) await emitEvent(tx, { type: 'PaymentTroubled', provider, paymentId: row.id, problem })
  return writePayment(tx, row, { problem })
}

/** What is due by card: the part of the trip not paid from the wallet (including the part planned as cash), later its claim. */
export const computeDue = (booking: BookingRow): Pick<PaymentRow, 'purpose' | 'amountMinor'> =>
  isUnpaid(booking.status)
    ? { purpose: 'booking', amountMinor: booking.cardPaymentAmountMinor + booking.cashPaymentAmountMinor }
    : { purpose: 'claim', amountMinor: owesClaim(booking) ? claimPayable(presentClaimMoney(booking)) : 0n }

/** True if the booking still waits for exactly this amount. @internal */
export const isWanted = (booking: BookingRow, payment: PaymentRow): boolean => {
  if (booking.customerId !== payment.userId || booking.currency !== payment.currency) return false
  if (payment.purpose === 'tip') return takesTip(presentTippedTrip(booking))
  const { purpose, amountMinor } = computeDue(booking)
  return purpose === payment.purpose && amountMinor > 0n && amountMinor === payment.amountMinor
}

/** As isWanted, but false for a tip whose driver has been removed. */
export const isTaken = async (db: Db | Tx, booking: BookingRow, payment: PaymentRow): Promise<boolean> =>
  isWanted(booking, payment) && !(payment.purpose === 'tip' && (await isDriverGone(db, booking)))

/** Schedules a check of what the provider took back. */
export const scheduleReversalCheck = (tx: Tx, paymentId: string, runAt: Date): Promise<void> =>
  enqueueJob(tx, 'payments.watch', { paymentId }, { jobKey: `watch:${paymentId}`, maxAttempts: 12, runAt })

const watchFrom = (tx: Tx, id: string, paidAt: Date): Promise<void> =>
  scheduleReversalCheck(tx, id, new Date(paidAt.getTime() + (computeNextReversalCheckIn(0) ?? 0)))

const payBooking = async (tx: Tx, deps: Deps, payment: PaymentRow, booking: BookingRow): Promise<void> => {
  const id = booking.id
  await writePosting(tx, payment.currency, makeCardPosting(id, payment.amountMinor))
  const patch = () => ({
    gateway: payment.provider,
    paymentMode: 'card' as const,
    cardPaymentAmountMinor: payment.amountMinor,
    cashPaymentAmountMinor: 0n,
  })
  const move = isPrepaying(booking.status) ? { type: 'prepay' as const } : { type: 'pay' as const, mode: 'card' as const }
  await transitionBooking(tx, deps, { actor: system, id, move, locked: booking, patch })
}

/** Puts money that no booking needs (any more) into the payer's wallet and notifies the payer. */
const payWallet = async (tx: Tx, _deps: Deps, { id, userId, amountMinor, currency, bookingId }: PaymentRow): Promise<void> => {
  const owner = userId
  await writePosting(tx, currency, makeCardToWalletPosting({ id, owner, amount: amountMinor, booking: bookingId }))
  if (bookingId !== null) await emitEvent(tx, { type: 'PaymentToWallet', paymentId: id, bookingId: bookingId, userId: owner })
}

type Payer = (tx: Tx, deps: Deps, payment: PaymentRow, booking: BookingRow) => Promise<void>

const payers: Record<PaymentRow['purpose'], Payer> = {
  booking: payBooking,
  claim: (tx, deps, { provider }, booking) =>
    settleClaim(tx, deps, { actor: system, row: booking }, { by: 'card', gateway: provider }),
  tip: (tx, deps, { provider, amountMinor }, booking) =>
    settleTip(tx, deps, booking, { amount: amountMinor, by: 'card', gateway: provider }),
  // a top-up has no booking
  topUp: payWallet,
}

const count = async (tx: Tx, deps: Deps, row: PaymentRow, booking: BookingRow | null): Promise<'booking' | 'wallet'> => {
  if (booking && (await isTaken(tx, booking, row))) {
    await payers[row.purpose](tx, deps, row, booking)
    return 'booking'
  }
  await payWallet(tx, deps, row)
  return 'wallet'
}

type Others = Pick<Outcome, 'taken' | 'unclear'>

const isCounted = async (tx: Tx, { userId, provider, mode }: PaymentRow, providerTxn: string): Promise<boolean> => {
  const own = tx.selectFrom('payment').select('id').where('userId', '=', userId).where('providerTxn', '=', providerTxn)
  return (await own.where('provider', '=', provider).where('mode', '=', mode).executeTakeFirst()) !== undefined
}

/** The page was paid again: records a payment of its own, refundable like any other. Concurrent ones collide on the id. */
const addAgain = async (tx: Tx, deps: Deps, first: PaymentRow, providerTxn: string): Promise<void> => {
  const { purpose, bookingId, userId, provider, mode, amountMinor, currency } = first
  const { before } = await tx
    .selectFrom('payment')
    .select((e) => e.fn.countAll<bigint>().as('before'))
    .where('userId', '=', userId)
    .where('id', 'like', makeRepeatPaymentId(first.id, '%'))
    .executeTakeFirstOrThrow()
  const at = deps.now()
  const paid = { status: 'paid' as const, settledAs: 'wallet' as const, providerTxn, createdAt: at, settledAt: at }
  const id = makeRepeatPaymentId(first.id, Number(before) + 2)
  const row = await tx
    .insertInto('payment')
    .values({ id, purpose, bookingId, userId, provider, mode, amountMinor, currency, ...paid })
    .returningAll()
    .executeTakeFirstOrThrow()
  await payWallet(tx, deps, row)
  await watchFrom(tx, id, at)
  await emitEvent(tx, { type: 'PaymentChanged', paymentId: id, userId: userId })
  deps.log.info({ paymentId: first.id, again: id, provider }, 'a payment was paid again; the money went into the wallet')
}

/** Counts further payments on the same page, each once. False if the provider does not say enough to count them. */
const countOthers = async (tx: Tx, deps: Deps, row: PaymentRow, { taken = [], unclear = [] }: Others): Promise<boolean> => {
  // two checks of the same page, each for a payment of its own, run one after the other
  if (row.id !== findFirstPaymentId(row.id))
    await tx.selectFrom('payment').select('id').where('id', '=', findFirstPaymentId(row.id)).forNoKeyUpdate().execute()
  const ours = taken.filter((money) => checkConfirmed(row, money) === null).map((money) => money.providerTxn)
  const names = new Set([...taken.map((money) => money.providerTxn), ...unclear])
  let isAll = true
  for (const name of names) {
    if (row.providerTxn === null || name === row.providerTxn || (await isCounted(tx, row, name))) continue
    if (ours.includes(name)) await addAgain(tx, deps, row, name)
    else isAll = false
  }
  return isAll
}

/** Once there is money that could not be counted, no later outcome clears the problem. */
const settleOthers = async (tx: Tx, deps: Deps, row: PaymentRow, outcome: Outcome): Promise<PaymentRow> => {
  const { providerTxn, taken = [], unclear = [] } = outcome
  const named = providerTxn === null ? [] : [providerTxn]
  const isAll = await countOthers(tx, deps, row, { taken, unclear: [...unclear, ...named] })
  if (!isAll || row.problem === 'paid_twice') return recordProblem(tx, deps, row, 'paid_twice')
  // an outcome about another transaction says nothing about the one that was counted
  const isStill = row.problem === 'no_longer_paid' && providerTxn !== null && providerTxn !== row.providerTxn
  return row.problem === null || isStill ? row : writePayment(tx, row, { problem: null })
}

const settlePaid = async (
  tx: Tx,
  deps: Deps,
  { row, booking }: { row: PaymentRow; booking: BookingRow | null },
  outcome: Outcome,
): Promise<PaymentRow> => {
  const problem = checkConfirmed(row, outcome)
  if (problem) return recordProblem(tx, deps, row, problem)
  if (row.status === 'paid') return settleOthers(tx, deps, row, outcome)
  const settledAs = await count(tx, deps, row, booking)
  await watchFrom(tx, row.id, deps.now())
  const providerTxn = outcome.providerTxn ?? row.providerTxn
  const settled = { status: 'paid' as const, settledAs, settledAt: deps.now(), providerTxn, problem: null, nextCheckAt: null }
  return settleOthers(tx, deps, await writePayment(tx, row, settled), outcome)
}

/** A payment, and as it was when the provider was asked. */
type Asked = { row: PaymentRow; asked: Pick<PaymentRow, 'status'> }

/** A failed payment is not reopened by "not paid": some providers report no more than that for a declined card. */
const unpaidStatus = ({ status, nextCheckAt }: PaymentRow, { state }: Outcome): 'open' | 'expired' | 'failed' => {
  if (state === 'expired') return 'expired'
  return state === 'failed' || (status === 'failed' && nextCheckAt !== null) ? 'failed' : 'open'
}

/**
 * An outcome other than paid moves no money. A paid payment stays paid, and an admin is alerted, unless part of it was refunded
 * or the provider was asked before the money came.
 */
const settleUnpaid = async (tx: Tx, deps: Deps, { row, asked }: Asked, outcome: Outcome): Promise<PaymentRow> => {
  if (row.status === 'paid') {
    if (!(await countOthers(tx, deps, row, outcome))) return recordProblem(tx, deps, row, 'paid_twice')
    const isLessThere = (await readLeftThere(tx, row)) < row.amountMinor
    return isLessThere || asked.status !== 'paid' ? row : recordProblem(tx, deps, row, 'no_longer_paid')
  }
  const status = unpaidStatus(row, outcome)
  const providerTxn = outcome.providerTxn ?? row.providerTxn
  const isSame = row.status === status && row.providerTxn === providerTxn && row.problem === null
  return isSame ? row : writePayment(tx, row, { status, providerTxn, problem: null })
}

/**
 * Within the caller's transaction. `outcome` comes from the provider itself, server to server; nothing else may be passed.
 * `asked` is the payment as it was before the provider was asked.
 */
export const settleWithin = async (tx: Tx, deps: Deps, asked: PaymentRow, outcome: Outcome): Promise<PaymentRow> => {
  const locked = await lockPayment(tx, asked.id)
  if (outcome.state === 'paid') return settlePaid(tx, deps, locked, outcome)
  return settleUnpaid(tx, deps, { row: locked.row, asked }, outcome)
}

export const settlePayment = (deps: Deps, asked: PaymentRow, outcome: Outcome): Promise<PaymentRow> =>
  inTx(omitOnceKey(deps), (tx) => settleWithin(tx, deps, asked, outcome))
