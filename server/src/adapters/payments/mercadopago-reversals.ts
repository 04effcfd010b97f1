// What Mercado Pago took back of a payment: the refunds that the payment lists, and its chargebacks.
import { readDate, readField, readList, readName, readText } from '../fields.ts'
import type { Charge, RefundResult, Reversal } from '../ports-payments.ts'
import { readDecimal } from './amounts.ts'
import type { PaidCharge } from './provider.ts'

type Caller = (call: { path: string }) => Promise<unknown>

export const refundStates: Readonly<Record<string, RefundResult['state']>> = {
  approved: 'done',
  in_process: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
}

/** It repeats no name of ours. */
const readRefund = (refund: unknown, { currency }: Charge): Reversal => ({
  kind: 'refund',
  ref: readName(refund, 'id') ?? '',
  amountMinor: readDecimal(readField(refund, 'amount'), currency) ?? 0n,
  currency,
  state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending',
  reason: readText(refund, 'reason') ?? '',
  dueAt: null,
})

/** How a payment that was charged back stands, by its own detail. */
const ends: Readonly<Record<string, Reversal['state']>> = { settled: 'lost', reimbursed: 'won', in_process: 'open' }

const stateOf = (chargeback: unknown, payment: unknown): Reversal['state'] => {
  if (String(readField(chargeback, 'coverage_applied')) === 'true') return 'won'
  const isBack = readText(payment, 'status') === 'charged_back'
  const end = isBack ? ends[readText(payment, 'status_detail') ?? ''] : undefined
  return end ?? (['invalid', 'not_supplied'].includes(readText(chargeback, 'documentation_status') ?? '') ? 'lost' : 'open')
}

const readChargeback = (chargeback: unknown, payment: unknown, charge: Charge): Reversal => {
  const state = stateOf(chargeback, payment)
  const currency = readText(chargeback, 'currency') ?? charge.currency
  return {
    kind: 'dispute',
    ref: readName(chargeback, 'id') ?? '',
    amountMinor: readDecimal(readField(chargeback, 'amount'), currency) ?? charge.amountMinor,
    currency,
    state,
    reason: readText(chargeback, 'reason') ?? '',
    dueAt: state === 'open' ? readDate(chargeback, 'date_documentation_deadline') : null,
  }
}

export const listReversals = async (call: Caller, charge: PaidCharge): Promise<Reversal[]> => {
  if (!/^\d{1,20}$/.test(charge.providerTxn)) return []
  const payment = await call({ path: `/v1/payments/${charge.providerTxn}` })
  const found = await call({ path: `/v1/chargebacks/search?${new URLSearchParams({ payment_id: charge.providerTxn })}` })
  const chargebacks = readList(found, 'results')
  return [
    ...readList(payment, 'refunds').map((one) => readRefund(one, charge)),
    ...chargebacks.map((one) => readChargeback(one, payment, charge)),
  ]
}

/** The payment of theirs that a chargeback is about; null when there is none. */
export const findDisputed = async (call: Caller, id: string): Promise<string | null> => {
  if (!/^\w{1,40}$/.test(id)) return null
  const [first] = readList(await call({ path: `/v1/chargebacks/${id}` }), 'payments')
  return readName(first, 'id') ?? readName(first)
}
