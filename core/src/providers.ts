// The payment providers an operator can choose from; `test` takes no money and is never available in production.
import { listNames } from './records.ts'

/** Their names as they write them. */
const providerTitles = {
  braintree: 'Braintree',
  culqi: 'Culqi',
  flutterwave: 'Flutterwave',
  liqpay: 'LiqPay',
  mercadopago: 'Mercado Pago',
  payfast: 'Payfast',
  paypal: 'PayPal',
  paystack: 'Paystack',
  paytm: 'Paytm',
  payulatam: 'PayU Latam',
  securepay: 'SecurePay',
  stripe: 'Stripe',
  test: 'Test',
}
export type ProviderName = keyof typeof providerTitles
export const providerNames = listNames(providerTitles)

export const isProviderName = (name: string): name is ProviderName => (providerNames as readonly string[]).includes(name)

/** The display name; an unknown provider keeps the server's name. */
export const getProviderTitle = (name: string): string => (isProviderName(name) ? providerTitles[name] : name)

/** Sandbox and live never mix: a payment is confirmed, refunded and shown with the keys of its own mode. */
export const providerModes = ['sandbox', 'live'] as const
export type ProviderMode = (typeof providerModes)[number]
