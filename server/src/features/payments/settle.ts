// The one door for card money: whatever a provider confirmed is counted once, however often and in what order it arrives.
import { system } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { cardPosting } from '@wayfare/core/ledger'
import { cardToWalletPosting } from '@wayfare/core/ledger-cards'
import { checkConfirmed } from '@wayfare/core/payments'
import type { PaymentProblem } from '@wayfare/core/payments'
import type { Updateable } from 'kysely'
import type { Outcome } from '../../adapters/ports.ts'
import type { PaymentTable } from '../../db/tables-payments.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { unrecorded } from '../../http/once.ts'
import { startDispatch } from '../bookings/commands-create.ts'
import type { BookingRow } from '../bookings/queries.ts'
import { lockBooking, transition } from '../bookings/transition.ts'
import { post } from '../wallet/post.ts'
import { providerOf } from './present.ts'
import type { PaymentRow } from './present.ts'

export const findPaymentRow = (db: Db | Tx, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** The booking and then the payment, in this order everywhere. */
export const lockPayment = async (tx: Tx, id: string): Promise<{ row: PaymentRow; booking: BookingRow | null }> => {
  const found = await findPaymentRow(tx, id)
  if (!found) throw new Refusal('not_found')
  const booking = found.bookingId === null ? null : await lockBooking(tx, asId(found.bookingId))
  // no key changes, and rows that name the payment (its notices) may be written meanwhile: a full lock would wait for them
  const row = await tx.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  return { row, booking }
}

export const writePayment = async (tx: Tx, row: PaymentRow, patch: Updateable<PaymentTable>): Promise<PaymentRow> => {
  const { id, userId } = row
  const written = await tx.updateTable('payment').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  await emit(tx, { type: 'PaymentChanged', paymentId: id, userId: asId(userId) })
  return written
}

/** The service being away is nothing that an admin could mend. */
export const isForAdmin = (problem: PaymentProblem): boolean => problem !== 'provider_unavailable'

/** Writes down what keeps a payment from settling; an admin is told of a new one. */
export const noteProblem = async (tx: Tx, deps: Deps, row: PaymentRow, problem: PaymentProblem): Promise<PaymentRow> => {
  if (row.problem === problem) return row
  const provider = providerOf(row.provider)
  deps.log.warn({ paymentId: row.id, provider, problem }, 'a payment has a problem')
  if (isForAdmin(problem)) await emit(tx, { type: 'PaymentTroubled', provider, paymentId: row.id, problem })
  return writePayment(tx, row, { problem })
}

/** What a booking asks of a card now: all that the wallet does not pay. A card pays what cash was to pay. */
export const amountToPay = (booking: BookingRow): bigint => booking.cardPaymentAmountMinor + booking.cashPaymentAmountMinor

/** Whether the booking still waits for exactly this money. */
export const isWanted = (booking: BookingRow, payment: PaymentRow): boolean =>
  ['PAYMENT_PENDING', 'PENDING'].includes(booking.status) &&
  booking.customerId === payment.userId &&
  booking.currency === payment.currency &&
  amountToPay(booking) === payment.amountMinor

const payBooking = async (tx: Tx, deps: Deps, payment: PaymentRow, booking: BookingRow): Promise<void> => {
  const id = asId<'booking'>(booking.id)
  await post(tx, payment.currency, cardPosting(id, payment.amountMinor))
  const patch = () => ({
    gateway: payment.provider,
    paymentMode: 'card' as const,
    cardPaymentAmountMinor: payment.amountMinor,
    cashPaymentAmountMinor: 0n,
  })
  const isPrepaid = booking.status === 'PAYMENT_PENDING'
  const move = isPrepaid ? { type: 'prepay' as const } : { type: 'pay' as const, mode: 'card' as const }
  await transition(tx, deps, { actor: system, id, move, locked: booking, patch })
  if (isPrepaid) await startDispatch(tx, deps, await lockBooking(tx, id))
}

/** Money that no booking wants (any more) is the payer's. */
const payWallet = (tx: Tx, { id, userId, amountMinor, currency, bookingId }: PaymentRow): Promise<void> =>
  post(tx, currency, cardToWalletPosting({ id, owner: asId(userId), amount: amountMinor, booking: bookingId }))

const count = async (tx: Tx, deps: Deps, row: PaymentRow, booking: BookingRow | null): Promise<'booking' | 'wallet'> => {
  if (booking && isWanted(booking, row)) {
    await payBooking(tx, deps, row, booking)
    return 'booking'
  }
  await payWallet(tx, row)
  if (booking) {
    const [bookingId, userId] = [asId<'booking'>(booking.id), asId<'user'>(row.userId)]
    await emit(tx, { type: 'PaymentToWallet', paymentId: row.id, bookingId, userId })
  }
  return 'wallet'
}

/** Paid by other money than that which was counted: some providers' pages can be paid again. Nothing later unsays it. */
const isTwice = (row: PaymentRow, { providerTxn, isPaidTwice = false }: Outcome): boolean =>
  isPaidTwice ||
  row.problem === 'paid_twice' ||
  (row.providerTxn !== null && providerTxn !== null && row.providerTxn !== providerTxn)

const settleAgain = async (tx: Tx, deps: Deps, row: PaymentRow, outcome: Outcome): Promise<PaymentRow> => {
  if (isTwice(row, outcome)) return noteProblem(tx, deps, row, 'paid_twice')
  return row.problem === null ? row : writePayment(tx, row, { problem: null })
}

const settlePaid = async (
  tx: Tx,
  deps: Deps,
  { row, booking }: { row: PaymentRow; booking: BookingRow | null },
  outcome: Outcome,
): Promise<PaymentRow> => {
  const problem = checkConfirmed(row, outcome)
  if (problem) return noteProblem(tx, deps, row, problem)
  if (row.status === 'paid') return settleAgain(tx, deps, row, outcome)
  const settledAs = await count(tx, deps, row, booking)
  const providerTxn = outcome.providerTxn ?? row.providerTxn
  const settled = { status: 'paid' as const, settledAs, settledAt: deps.now(), providerTxn, problem: null, nextCheckAt: null }
  const written = await writePayment(tx, row, settled)
  return outcome.isPaidTwice ? noteProblem(tx, deps, written, 'paid_twice') : written
}

/** That nothing was paid since takes no refusal back: some providers say no more than that of a card they declined. */
const unpaidStatus = ({ status, nextCheckAt }: PaymentRow, { state }: Outcome): 'open' | 'expired' | 'failed' => {
  if (state === 'expired') return 'expired'
  return state === 'failed' || (status === 'failed' && nextCheckAt !== null) ? 'failed' : 'open'
}

/** What is not paid moves no money; what was paid stays so, and an admin looks. Once refunded, providers say what they like. */
const settleUnpaid = async (tx: Tx, deps: Deps, row: PaymentRow, outcome: Outcome): Promise<PaymentRow> => {
  if (row.status === 'paid') return row.refundedMinor > 0n ? row : noteProblem(tx, deps, row, 'no_longer_paid')
  const status = unpaidStatus(row, outcome)
  const providerTxn = outcome.providerTxn ?? row.providerTxn
  const isSame = row.status === status && row.providerTxn === providerTxn && row.problem === null
  return isSame ? row : writePayment(tx, row, { status, providerTxn, problem: null })
}

/** Within the caller's transaction. `outcome` is the provider's own word, server to server; nothing else comes through here. */
export const settleIn = async (tx: Tx, deps: Deps, paymentId: string, outcome: Outcome): Promise<PaymentRow> => {
  const locked = await lockPayment(tx, paymentId)
  return outcome.state === 'paid' ? settlePaid(tx, deps, locked, outcome) : settleUnpaid(tx, deps, locked.row, outcome)
}

export const settle = (deps: Deps, paymentId: string, outcome: Outcome): Promise<PaymentRow> =>
  inTx(unrecorded(deps), (tx) => settleIn(tx, deps, paymentId, outcome))
