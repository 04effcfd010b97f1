import { expect, test } from 'vitest'
import { getProviderTitle, isProviderName, providerModes, providerNames } from './providers.ts'

test('a provider is called as it writes its name, and one that we do not know as the server calls it', () => {
  expect(providerNames.map(getProviderTitle).join(', ')).toBe(
    'Braintree, Culqi, Flutterwave, LiqPay, Mercado Pago, Payfast, PayPal, Paystack, Paytm, PayU Latam, SecurePay, Stripe, Test',
  )
  expect(getProviderTitle('klarna')).toBe('klarna')
})

test('a word from elsewhere is no provider', () => {
  expect(['stripe', 'Stripe', 'toString', ''].map(isProviderName)).toEqual([true, false, false, false])
})

test('what is stored says sandbox or live', () => {
  expect(providerModes).toEqual(['sandbox', 'live'])
})
