import { expect, test } from 'vitest'
import { checkPaymentKeys, formatVariableName, readPaymentsConfig } from './config-payments.ts'

test('a key is named as in the adapter, in capitals', () => {
  expect(['secretKey', 'merchantId', 'passphrase', 'key2Salt'].map(formatVariableName)).toEqual([
    'SECRET_KEY',
    'MERCHANT_ID',
    'PASSPHRASE',
    'KEY2_SALT',
  ])
})

test('keys, mode and stand-in of a provider are gathered; empty ones are none', () => {
  const env = {
    PAY_STRIPE_SECRET_KEY: ' sk_test_1 ',
    PAY_STRIPE_WEBHOOK_SECRET: 'whsec\\nx',
    PAY_STRIPE_ORIGIN: 'http://127.0.0.1:4000/',
    PAY_PAYFAST_MERCHANT_ID: '',
    PAYMENT_OTHER: 'x',
  }
  expect(readPaymentsConfig(env, false)).toEqual({
    stripe: {
      mode: 'sandbox',
      origin: 'http://127.0.0.1:4000',
      keys: { SECRET_KEY: 'sk_test_1', WEBHOOK_SECRET: 'whsec\nx' },
    },
  })
})

test.each([
  ['a provider that is not known', { PAY_STRIPO_KEY: 'x' }, 'PAY_STRIPO_KEY names no payment provider.'],
  ['the test provider', { PAY_TEST_KEY: 'x' }, 'PAY_TEST_KEY names no payment provider.'],
  ['a mode that is not known', { PAY_STRIPE_MODE: 'production' }, 'PAY_STRIPE_MODE must be one of: sandbox, live.'],
  ['an origin with a path', { PAY_STRIPE_ORIGIN: 'http://a/b' }, /PAY_STRIPE_ORIGIN must be an address/],
])('%s is refused at the start', (_name, env, problem) => {
  expect(() => readPaymentsConfig(env, false)).toThrow(problem)
})

test('production asks the provider itself, never a stand-in', () => {
  expect(() => readPaymentsConfig({ PAY_STRIPE_ORIGIN: 'http://127.0.0.1:1' }, true)).toThrow('refused in production')
})

test('keys must be whole and spelled right', () => {
  const stripe = { name: 'stripe' as const, keys: [{ name: 'secretKey' }, { name: 'note', optional: true }] }
  const check = (env: Record<string, string>) => () => checkPaymentKeys(readPaymentsConfig(env, false), [stripe])
  expect(check({ PAY_STRIPE_SECRET_KEY: 'x' })).not.toThrow()
  expect(check({ PAY_STRIPE_NOTE: 'x' })).toThrow('PAY_STRIPE_SECRET_KEY must be set for stripe.')
  expect(check({ PAY_STRIPE_SECRET_KEY: 'x', PAY_STRIPE_SECRETKEY: 'x' })).toThrow('PAY_STRIPE_SECRETKEY is no key of stripe.')
  expect(check({ PAY_PAYPAL_CLIENT_ID: 'x' })).toThrow('not there')
})
