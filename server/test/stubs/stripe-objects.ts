// Stripe's refusals, and its objects about money that went back in the shape of its published examples (docs.stripe.com/api).
import type { Answer } from './stub.ts'

export const refuse = (message: string, status = 400, code = 'parameter_invalid'): Answer => ({
  status,
  json: { error: { type: 'invalid_request_error', code, message, request_log_url: 'https://dashboard.stripe.example/logs' } },
})

/** By docs.stripe.com/currencies: of three decimals the last must be zero, and two currencies have no hundredths. */
const isCountable = (currency: string, amount: string): boolean => {
  if (/^(isk|ugx)$/.test(currency)) return amount.endsWith('00')
  return !/^(bhd|jod|kwd|omr|tnd)$/.test(currency) || amount.endsWith('0')
}

/** What the API finds wrong with a new session; null: nothing. */
export const faultOf = (form: URLSearchParams): Answer | null => {
  const required = ['mode', 'success_url', 'line_items[0][quantity]', 'line_items[0][price_data][product_data][name]']
  const missing = required.find((name) => !form.get(name))
  if (missing !== undefined) return refuse(`Missing required param: ${missing}.`, 400, 'parameter_missing')
  if (!/^[a-z]{3}$/.test(form.get('line_items[0][price_data][currency]') ?? '')) return refuse('Invalid currency.')
  const amount = form.get('line_items[0][price_data][unit_amount]') ?? ''
  if (!/^\d+$/.test(amount)) return refuse(`Invalid integer: ${amount}`, 400, 'parameter_invalid_integer')
  if (!isCountable(form.get('line_items[0][price_data][currency]') ?? '', amount)) return refuse('Invalid amount.')
  if (form.get('customer_email')?.includes('@') === false) return refuse('Invalid email address.', 400, 'email_invalid')
  return null
}

export type StripeDispute = {
  id: string
  intent: string
  amount: number
  status: string
  reason: string
  dueBy: number | null /** of each movement of money for it, what Stripe charged: in the currency of the account */
  fees?: number[]
  feeCurrency?: string
}

export type StripeRefund = {
  id: string
  intent: string
  amount: number
  refundId: string | null
  status: 'succeeded' | 'pending' | 'failed'
}

const chargeIdOf = (intent: string): string => intent.replace('pi', 'ch')

export const refundJson = ({ id, intent, amount, refundId, status }: StripeRefund, currency: string): object => ({
  id,
  object: 'refund',
  amount,
  charge: chargeIdOf(intent),
  currency,
  metadata: refundId === null ? {} : { refund_id: refundId },
  payment_intent: intent,
  reason: refundId === null ? 'requested_by_customer' : null,
  status,
})

export const disputeJson = (
  { id, intent, amount, status, reason, dueBy, fees, feeCurrency }: StripeDispute,
  currency: string,
): object => ({
  id,
  object: 'dispute',
  amount,
  balance_transactions: (fees ?? []).map((fee, at) => ({
    id: `txn_${id}_${at}`,
    object: 'balance_transaction',
    amount: at === 0 ? -amount : amount,
    currency: feeCurrency ?? currency,
    fee,
    net: (at === 0 ? -amount : amount) - fee,
    type: 'adjustment',
  })),
  charge: chargeIdOf(intent),
  currency,
  evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: intent,
  reason,
  status,
})

/** The charge has what its payment was marked with. */
export const chargeJson = (
  intent: string,
  given: { amount: number; refunded: number; currency: string; form: URLSearchParams },
): object => ({
  id: chargeIdOf(intent),
  object: 'charge',
  amount: given.amount,
  amount_refunded: given.refunded,
  currency: given.currency,
  livemode: false,
  metadata: { payment_id: given.form.get('payment_intent_data[metadata][payment_id]') },
  paid: true,
  payment_intent: intent,
  refunded: given.refunded >= given.amount,
  status: 'succeeded',
})
