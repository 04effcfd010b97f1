// Which events an operator chooses at each provider, by the provider's own names, and how else we learn of what it took back.
import type { ProviderName } from '@wayfare/core/providers'

const wordsOf = (text: string): readonly string[] => text.split(' ')

/** Of the others all events come by themselves, or none. */
export const eventsToChoose: Partial<Record<ProviderName, readonly string[]>> = {
  stripe: wordsOf(
    'checkout.session.completed checkout.session.expired checkout.session.async_payment_succeeded checkout.session.async_payment_failed charge.refunded refund.updated refund.failed charge.dispute.created charge.dispute.updated charge.dispute.closed',
  ),
  paypal: wordsOf(
    'CHECKOUT.ORDER.APPROVED PAYMENT.CAPTURE.COMPLETED PAYMENT.CAPTURE.PENDING PAYMENT.CAPTURE.DENIED PAYMENT.CAPTURE.REFUNDED PAYMENT.CAPTURE.REVERSED CUSTOMER.DISPUTE.CREATED CUSTOMER.DISPUTE.UPDATED CUSTOMER.DISPUTE.RESOLVED',
  ),
  braintree: wordsOf(
    'transaction_settled transaction_settlement_declined dispute_opened dispute_disputed dispute_under_review dispute_accepted dispute_auto_accepted dispute_expired dispute_won dispute_lost',
  ),
  culqi: wordsOf('charge.creation.succeeded charge.creation.failed refund.creation.succeeded'),
  mercadopago: wordsOf('payment topic_chargebacks_wh'),
  paytm: wordsOf('Payment Refund Chargeback'),
}

type Hint = 'asked' | 'refunds' | 'told' | 'none'

const hints: Partial<Record<ProviderName, Hint>> = {
  stripe: 'asked',
  paypal: 'asked',
  braintree: 'asked',
  mercadopago: 'asked',
  paystack: 'asked',
  culqi: 'refunds',
  payfast: 'refunds',
  flutterwave: 'refunds',
  liqpay: 'refunds',
  payulatam: 'refunds',
  paytm: 'told',
}

export const getReversalsHint = (name: ProviderName): Hint => hints[name] ?? 'none'
