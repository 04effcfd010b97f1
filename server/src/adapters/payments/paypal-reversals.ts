// What PayPal took back of a payment: the refunds of its order and its disputes, and whose payment a notice speaks of.
import { readDate, readField, readList, readText } from '../fields.ts'
import { isOutage, makeOutage } from '../ports.ts'
import type { Money, PaymentNotice, RefundResult, Reversal } from '../ports-payments.ts'
import { readDecimal, toMoney } from './amounts.ts'
import type { ListReversals } from './provider.ts'
import type { AskProvider } from './request.ts'

export const readMoney = (money: unknown): Money | null => {
  const currency = readText(money, 'currency_code') ?? ''
  return toMoney(readDecimal(readField(money, 'value'), currency), currency)
}

const moneyOf = (...given: readonly unknown[]): Money => {
  const money = given.map(readMoney).find((one) => one !== null)
  if (!money) throw makeOutage('unavailable', 'PayPal answered no amount')
  return money
}

export const refundStates: Readonly<Record<string, RefundResult['state']>> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

/** `custom_id` is what whoever asked for the refund gave it: ours, or nothing. */
const readRefund = (refund: unknown): Reversal => ({
  kind: 'refund',
  ref: readText(refund, 'id') ?? '',
  refundId: readText(refund, 'custom_id'),
  ...moneyOf(readField(refund, 'amount')),
  state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending',
  reason: readText(refund, 'note_to_payer') ?? '',
  dueAt: null,
})

// PayPal may pay a person from its own pocket, which costs the merchant nothing
const outcomes: Readonly<Record<string, Reversal['state']>> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
}

const stateOf = (dispute: unknown): Reversal['state'] => {
  const ended = outcomes[readText(dispute, 'dispute_outcome', 'outcome_code') ?? '']
  if (readText(dispute, 'status') === 'RESOLVED') return ended ?? 'open'
  return readText(dispute, 'dispute_life_cycle_stage') === 'INQUIRY' ? 'inquiry' : 'open'
}

const readDispute = (dispute: unknown): Reversal => {
  const state = stateOf(dispute)
  const given = readField(dispute, 'dispute_outcome', 'amount_refunded')
  return {
    kind: 'dispute',
    ref: readText(dispute, 'dispute_id') ?? '',
    ...moneyOf(...(state === 'lost' ? [given] : []), readField(dispute, 'dispute_amount')),
    state,
    reason: readText(dispute, 'reason') ?? '',
    dueAt: state === 'inquiry' || state === 'open' ? readDate(dispute, 'seller_response_due_date') : null,
  }
}

/** Empty for keys that may not ask about disputes: those are known by their notices alone then. */
const listDisputes = async (ask: AskProvider, providerTxn: string): Promise<Reversal[]> => {
  try {
    const query = new URLSearchParams({ disputed_transaction_id: providerTxn })
    const { status, json } = await ask({ path: `/v1/customer/disputes?${query}`, answers: [404] })
    const ids = status === 404 ? [] : readList(json, 'items').map((item) => readText(item, 'dispute_id'))
    const found: Reversal[] = []
    // how one ended is told of it alone
    for (const id of ids)
      if (id !== null) found.push(readDispute((await ask({ path: `/v1/customer/disputes/${encodeURIComponent(id)}` })).json))
    return found
  } catch (error) {
    if (isOutage(error) && error.outage === 'forbidden') return []
    throw error
  }
}

export const makeReversals =
  (ask: AskProvider): ListReversals =>
  async ({ providerRef, providerTxn }) => {
    if (providerRef === null) return []
    const { status, json } = await ask({ path: `/v2/checkout/orders/${encodeURIComponent(providerRef)}`, answers: [404] })
    const refunds = status === 404 ? [] : readList(json, 'purchase_units', 0, 'payments', 'refunds')
    return [...refunds.map(readRefund), ...(await listDisputes(ask, providerTxn))]
  }

type About = Omit<PaymentNotice, 'eventId' | 'type' | 'confirmed'>

/** The capture that a refund is of: the last part of the address of what lies above it. */
const captureOf = (refund: unknown): string | null => {
  const up = readList(refund, 'links').find((link) => readText(link, 'rel') === 'up')
  return /\/captures\/(\w+)$/.exec(readText(up, 'href') ?? '')?.[1] ?? null
}

const aboutOrder = (order: unknown): About => {
  const unit = readList(order, 'purchase_units')[0]
  return {
    paymentId: readText(unit, 'custom_id'),
    providerRef: readText(order, 'id'),
    amount: readMoney(readField(unit, 'amount')),
  }
}

/** Of a refund `custom_id` names itself, and only `invoice_id` the payment. */
const aboutRefund = (refund: unknown): About => ({
  paymentId: readText(refund, 'invoice_id'),
  providerRef: null,
  providerTxn: captureOf(refund),
  amount: readMoney(readField(refund, 'amount')),
})

const aboutCapture = (capture: unknown): About => {
  const paymentId = readText(capture, 'custom_id') ?? readText(capture, 'invoice_id')
  return {
    paymentId,
    // an order of another shop bears no name of ours
    providerRef: paymentId === null ? null : readText(capture, 'supplementary_data', 'related_ids', 'order_id'),
    providerTxn: readText(capture, 'id'),
    amount: readMoney(readField(capture, 'amount')),
  }
}

/** The whole dispute comes with its signed notice, for the keys may not be good for asking. */
const aboutDispute = (dispute: unknown): About => {
  const transaction = readList(dispute, 'disputed_transactions')[0]
  return {
    paymentId: readText(transaction, 'custom') ?? readText(transaction, 'invoice_number'),
    providerRef: null,
    providerTxn: readText(transaction, 'seller_transaction_id'),
    amount: readMoney(readField(dispute, 'dispute_amount')),
    reversals: readText(dispute, 'dispute_id') === null ? [] : [readDispute(dispute)],
  }
}

/** Whose payment an event is about; nobody's for the many others that an account may tell. */
export const findReversedPayment = (type: string, resource: unknown): About => {
  if (type.startsWith('CHECKOUT.ORDER.')) return aboutOrder(resource)
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') return aboutRefund(resource)
  if (type.startsWith('PAYMENT.CAPTURE.')) return aboutCapture(resource)
  if (type.startsWith('CUSTOMER.DISPUTE.')) return aboutDispute(resource)
  return { paymentId: null, providerRef: null }
}
