// The payment providers that an operator may choose from; `test` takes no money and is never there in production.
import { listNames } from './records.ts'

/** How they write their names. */
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

/** One that we do not know is called as the server calls it. */
export const getProviderTitle = (name: string): string => (isProviderName(name) ? providerTitles[name] : name)

/** Sandbox and live never mix: a payment is confirmed, refunded and shown by the keys of its own mode. */
export const providerModes = ['sandbox', 'live'] as const
export type ProviderMode = (typeof providerModes)[number]
