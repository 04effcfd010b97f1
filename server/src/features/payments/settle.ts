// The one door for card money: whatever a provider confirmed is counted once, however often and in what order it arrives.
import { system } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { cardPosting, refundPosting } from '@wayfare/core/ledger'
import type { Selectable } from 'kysely'
import type { PaymentTable } from '../../db/tables-payments.ts'
import type { Deps, Tx } from '../../deps.ts'
import { startDispatch } from '../bookings/commands-create.ts'
import { lockBooking, transition } from '../bookings/transition.ts'
import { post } from '../wallet/post.ts'

export type PaymentRow = Selectable<PaymentTable>

/** Counts a confirmed payment. Money for a booking that wants none any more becomes money in the rider's wallet. */
export const settlePayment = async (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> => {
  const id = asId<'booking'>(payment.bookingId ?? '')
  const row = await lockBooking(tx, id)
  const paid = await tx
    .updateTable('payment')
    .set({ status: 'paid', settledAt: deps.now(), settledAs: 'booking' })
    .where('id', '=', payment.id)
    .where('status', '!=', 'paid')
    .returning('id')
    .executeTakeFirst()
  if (!paid) return
  await post(tx, payment.currency, cardPosting(id, payment.amountMinor))
  const patch = () => ({
    gateway: payment.provider,
    paymentMode: 'card' as const,
    cardPaymentAmountMinor: payment.amountMinor,
    cashPaymentAmountMinor: 0n,
  })
  if (row.status === 'PAYMENT_PENDING') {
    await transition(tx, deps, { actor: system, id, move: { type: 'prepay' }, locked: row, patch })
    return startDispatch(tx, deps, await lockBooking(tx, id))
  }
  if (row.status === 'PENDING')
    return transition(tx, deps, { actor: system, id, move: { type: 'pay', mode: 'card' }, locked: row, patch })
  await post(tx, payment.currency, refundPosting({ id, owner: asId(payment.userId), amount: payment.amountMinor }))
}
