// What Stripe took back of a payment: its refunds and disputes, and which of its events tell of any.
import { readField, readList, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Money, PaymentNotice, RefundResult, Reversal } from '../ports-payments.ts'
import type { ListReversals } from './provider.ts'
import { readMoney } from './stripe-amounts.ts'

type Ask = (call: { path: string }) => Promise<unknown>

export const refundStates: Readonly<Record<string, RefundResult['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

// an inquiry (`warning_…`) holds no money back, and closed it has taken none
const disputeStates: Readonly<Record<string, Reversal['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}

const moneyOf = (one: unknown): Money & { ref: string } => {
  const [ref, money] = [readText(one, 'id'), readMoney(one, 'amount')]
  if (ref === null || money === null) throw makeOutage('unavailable', 'Stripe answered something else')
  return { ref, ...money }
}

const readRefund = (refund: unknown): Reversal => ({
  kind: 'refund',
  ...moneyOf(refund),
  refundId: readText(refund, 'metadata', 'refund_id'),
  state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending',
  reason: readText(refund, 'reason') ?? '',
  dueAt: null,
})

/** Winning a dispute may give it back: what all movements of money for it come to, in the account's own currency. */
const feeOf = (dispute: unknown): Reversal['fee'] => {
  const fees = readList(dispute, 'balance_transactions').map((one) => readMoney(one, 'fee'))
  const currency = fees[0]?.currency
  if (currency === undefined) return null
  const sum = fees.reduce((all, fee) => (fee?.currency === currency ? all + fee.amountMinor : all), 0n)
  return { amountMinor: sum > 0n ? sum : 0n, currency }
}

const readDispute = (dispute: unknown): Reversal => {
  const status = readText(dispute, 'status') ?? ''
  const dueBy = readField(dispute, 'evidence_details', 'due_by')
  const isDue = status.endsWith('needs_response') && typeof dueBy === 'number'
  return {
    kind: 'dispute',
    ...moneyOf(dispute),
    state: disputeStates[status] ?? 'open',
    reason: readText(dispute, 'reason') ?? '',
    dueAt: isDue ? new Date(dueBy * 1000) : null,
    fee: feeOf(dispute),
  }
}

export const makeReversals =
  (ask: Ask): ListReversals =>
  async ({ providerTxn }) => {
    const query = new URLSearchParams({ payment_intent: providerTxn, limit: '100' })
    const [refunds, disputes] = [await ask({ path: `/v1/refunds?${query}` }), await ask({ path: `/v1/disputes?${query}` })]
    return [...readList(refunds, 'data').map(readRefund), ...readList(disputes, 'data').map(readDispute)]
  }

type About = Omit<PaymentNotice, 'eventId' | 'type' | 'confirmed'>

const nobody: About = { paymentId: null, providerRef: null }

/**
 * Of the kinds of objects that are about payments, whose payment one is. A session of another shop on the same account bears no
 * reference, or one that is none of ours.
 */
export const findReversedPayment = (object: unknown): About => {
  const kind = readText(object, 'object')
  if (kind === 'checkout.session') {
    const paymentId = readText(object, 'client_reference_id')
    if (paymentId === null) return nobody
    return { paymentId, providerRef: readText(object, 'id'), amount: readMoney(object, 'amount_total') }
  }
  if (kind !== 'charge' && kind !== 'refund' && kind !== 'dispute') return nobody
  // a charge has what its payment was marked with; the others are known by the payment alone
  return {
    paymentId: kind === 'charge' ? readText(object, 'metadata', 'payment_id') : null,
    providerRef: null,
    providerTxn: readText(object, 'payment_intent'),
    amount: readMoney(object, kind === 'charge' ? 'amount_refunded' : 'amount'),
  }
}
