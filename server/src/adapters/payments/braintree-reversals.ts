// What Braintree took back of a payment: refunds made in its control panel, a sale that was voided there, and disputes.
import { readField, readList, readText } from '../fields.ts'
import type { Charge, Reversal } from '../ports-payments.ts'
import { readDecimal } from './amounts.ts'
import type { BraintreeApi, Transaction } from './braintree-api.ts'
import type { PaidCharge } from './provider.ts'

// one that nobody answered in time is lost, though Braintree has another word for it
const disputeStates: Readonly<Record<string, Reversal['state']>> = {
  open: 'open',
  disputed: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  accepted: 'lost',
  auto_accepted: 'lost',
  expired: 'lost',
}

/** The end of the day by which it is to be answered. */
const dueOf = (dispute: unknown): Date | null => {
  const day = readText(dispute, 'replyByDate') ?? ''
  return readText(dispute, 'status') === 'open' && /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T23:59:59Z`) : null
}

const readDispute = (dispute: unknown, sale: Transaction): Reversal => {
  const state = disputeStates[readText(dispute, 'status') ?? ''] ?? 'open'
  const currency = readText(dispute, 'currencyIsoCode') ?? sale.currencyIsoCode
  const amount = readField(dispute, 'amountDisputed') ?? readField(dispute, 'amount')
  return {
    kind: 'dispute',
    ref: readText(dispute, 'id') ?? '',
    amountMinor: readDecimal(amount, currency) ?? 0n,
    currency,
    // a retrieval only asks for papers
    state: state === 'open' && readText(dispute, 'kind') === 'retrieval' ? 'inquiry' : state,
    reason: readText(dispute, 'reason') ?? '',
    dueAt: dueOf(dispute),
  }
}

const failed = ['failed', 'processor_declined', 'gateway_rejected', 'settlement_declined', 'voided']

const readWhole = ({ id, amount, currencyIsoCode: currency }: Transaction) => ({
  kind: 'refund' as const,
  ref: id,
  amountMinor: readDecimal(amount, currency) ?? 0n,
  currency,
  dueAt: null,
})

const readRefund = (refund: Transaction, charge: Charge): Reversal => ({
  ...readWhole(refund),
  // ours are named; one of the control panel has the sale's own name, or none
  refundId: refund.orderId === charge.id ? null : refund.orderId || null,
  state: failed.includes(refund.status) ? 'failed' : 'done',
  reason: '',
})

export const listReversals = async (api: BraintreeApi, charge: PaidCharge): Promise<Reversal[]> => {
  const sale = await api.find(charge.providerTxn)
  if (sale?.orderId !== charge.id) return []
  // a sale that was voided went back as a whole, by us or there
  const found: Reversal[] = sale.status === 'voided' ? [{ ...readWhole(sale), state: 'done', reason: 'voided' }] : []
  for (const id of readList(sale, 'refundIds')) {
    const refund = typeof id === 'string' ? await api.find(id) : null
    if (refund) found.push(readRefund(refund, charge))
  }
  return [...found, ...readList(sale, 'disputes').map((dispute) => readDispute(dispute, sale))]
}
