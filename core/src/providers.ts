// The payment providers that an operator may choose from; `test` takes no money and is never there in production.

export const providerNames = [
  'braintree',
  'culqi',
  'flutterwave',
  'liqpay',
  'mercadopago',
  'payfast',
  'paypal',
  'paystack',
  'paytm',
  'payulatam',
  'securepay',
  'stripe',
  'test',
] as const
export type ProviderName = (typeof providerNames)[number]

export const isProviderName = (name: string): name is ProviderName => (providerNames as readonly string[]).includes(name)

/** Sandbox and live never mix: a payment is confirmed, refunded and shown by the keys of its own mode. */
export const providerModes = ['sandbox', 'live'] as const
export type ProviderMode = (typeof providerModes)[number]
