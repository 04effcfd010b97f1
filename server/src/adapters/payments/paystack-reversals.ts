// What Paystack took back of a transaction: its refunds and disputes.
import { readDate, readField, readList, readName, readText } from '../fields.ts'
import type { Charge, RefundResult, Reversal } from '../ports-payments.ts'
import { readUnits } from './amounts.ts'
import type { ListReversals } from './provider.ts'
import type { AskProvider } from './request.ts'

/** Hundredths whatever the currency, also where ISO 4217 knows none (XOF). */
export const digits = 2

export const refundStates: Readonly<Record<string, RefundResult['state']>> = { processed: 'done', failed: 'failed' }

/** Our note bears our name; one made on its dashboard has another, or none. */
const readRefund = (refund: unknown, charge: Charge): Reversal => ({
  kind: 'refund',
  ref: readName(refund, 'id') ?? '',
  refundId: /^Refund (\w+)$/.exec(readText(refund, 'merchant_note') ?? '')?.[1] ?? null,
  amountMinor: readUnits(digits, readField(refund, 'amount'), charge.currency) ?? 0n,
  currency: readText(refund, 'currency') ?? charge.currency,
  state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending',
  reason: readText(refund, 'merchant_note') ?? '',
  dueAt: null,
})

/** Paystack takes the money when a dispute is accepted, by whoever: until then it is still there. */
const stateOf = (dispute: unknown): Reversal['state'] => {
  if (!['resolved', 'archived'].includes(readText(dispute, 'status') ?? '')) return 'inquiry'
  return (readText(dispute, 'resolution') ?? '').includes('accepted') ? 'lost' : 'won'
}

const readDispute = (dispute: unknown, charge: Charge): Reversal => {
  const state = stateOf(dispute)
  return {
    kind: 'dispute',
    ref: readName(dispute, 'id') ?? '',
    // nothing is said of the amount while all of it is disputed
    amountMinor: readUnits(digits, readField(dispute, 'refund_amount'), charge.currency) ?? charge.amountMinor,
    currency: readText(dispute, 'currency') ?? charge.currency,
    state,
    reason: readText(dispute, 'category') ?? '',
    dueAt: state === 'inquiry' ? (readDate(dispute, 'dueAt') ?? readDate(dispute, 'due_at')) : null,
  }
}

export const makeReversals =
  (ask: AskProvider): ListReversals =>
  async (charge) => {
    const query = new URLSearchParams({ transaction: charge.providerTxn, perPage: '100' })
    const refunds = await ask({ path: `/refund?${query}` })
    const disputes = await ask({ path: `/dispute?${query}` })
    return [
      ...readList(refunds.json, 'data').map((one) => readRefund(one, charge)),
      ...readList(disputes.json, 'data').map((one) => readDispute(one, charge)),
    ]
  }
