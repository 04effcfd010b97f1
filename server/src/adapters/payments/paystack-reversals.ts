// What Paystack took back of a transaction: its refunds and disputes.
import type { Charge, Reversal } from '../ports.ts'
import { readUnits } from './amounts.ts'
import { readField, readList, readName, readText } from './fields.ts'

type Ask = (call: { path: string; answers?: readonly number[] }) => Promise<{ status: number; json: unknown }>

/** Hundredths whatever the currency. */
const digits = 2

const refundStates: Readonly<Record<string, Reversal['state']>> = { processed: 'done', failed: 'failed' }

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
  const due = readText(dispute, 'dueAt') ?? readText(dispute, 'due_at')
  const state = stateOf(dispute)
  return {
    kind: 'dispute',
    ref: readName(dispute, 'id') ?? '',
    // nothing is said of the amount while all of it is disputed
    amountMinor: readUnits(digits, readField(dispute, 'refund_amount'), charge.currency) ?? charge.amountMinor,
    currency: readText(dispute, 'currency') ?? charge.currency,
    state,
    reason: readText(dispute, 'category') ?? '',
    dueAt: state === 'inquiry' && due !== null && !Number.isNaN(Date.parse(due)) ? new Date(due) : null,
  }
}

export const makeReversals =
  (ask: Ask) =>
  async (charge: Charge): Promise<Reversal[]> => {
    if (charge.providerTxn === null) return []
    const query = new URLSearchParams({ transaction: charge.providerTxn, perPage: '100' })
    const refunds = await ask({ path: `/refund?${query}` })
    const disputes = await ask({ path: `/dispute?${query}` })
    return [
      ...readList(refunds.json, 'data').map((one) => readRefund(one, charge)),
      ...readList(disputes.json, 'data').map((one) => readDispute(one, charge)),
    ]
  }
