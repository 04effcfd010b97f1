import { completePayment, getProviders, payBooking, topUpWallet } from '@wayfare/contract/payments'
import * as contract from '@wayfare/contract/payments-admin'
import { describe, expect, test } from 'vitest'
import { test as testProvider } from '../../adapters/payments/test.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makeWebhookPath } from './queries-keys.ts'

const fakes = {
  paypal: makeFakeProvider('paypal'),
  stripe: makeFakeProvider('stripe'),
  payfast: makeFakeProvider('payfast', { currencies: ['ZAR'] }),
}
const app = await startApp({
  services: { payments: [...Object.values(fakes).map(({ provider }) => provider), testProvider] },
  config: { payments: { stripe: { ...fakeKeys, mode: 'live' } } },
})
const { call, make } = app
const admin = await make.admin()

const names = async () => (await call(getProviders, {})).map(({ name }) => name)
const stateOf = async (name: string) => {
  const { providers } = await call(contract.listProviders, {}, { as: admin })
  return providers.find((one) => one.name === name)
}
const sandboxOf = async (name: string) => {
  const mode = (await stateOf(name))?.modes[0]
  return { updatedAt: mode?.updatedAt ?? null, hint: mode?.keys[0]?.hint }
}
const save = (keys: Record<string, string>, mode: 'sandbox' | 'live' = 'sandbox', name: 'paypal' | 'stripe' = 'paypal') =>
  call(contract.saveProviderKeys, { name, mode, keys }, { as: admin })

const good = { secretKey: 'sk_test_abcdefgh_WXYZ', webhookSecret: 'whsec_abcdefgh_1234', accountId: 'acct-7' }

describe('the keys of a provider', () => {
  test('put it on offer once they are whole; secrets are never read back, only their last four characters', async () => {
    expect(await names()).toEqual(['stripe', 'test'])
    await expect(save({ secretKey: 'x', strange: 'y' })).rejects.toMatchObject({
      key: 'keys_incomplete',
      details: { fields: { strange: 'keys_incomplete', webhookSecret: 'keys_incomplete' } },
    })
    const state = await save(good)
    expect(state).toMatchObject({ name: 'paypal', offered: true, takesCurrency: true, currencies: null })
    const [sandbox, live] = state.modes
    expect(sandbox).toMatchObject({
      mode: 'sandbox',
      source: 'saved',
      enabled: true,
      keys: [
        { name: 'secretKey', secret: true, isSet: true, hint: 'WXYZ' },
        { name: 'webhookSecret', secret: true, isSet: true, hint: '1234' },
        { name: 'accountId', secret: false, isSet: true, optional: true, hint: 'acct-7' },
      ],
    })
    expect(live).toMatchObject({ mode: 'live', source: 'none', enabled: false })
    // some providers issue a key only once they know the address for their notices
    expect(live?.webhookUrl).toMatch(/\/pay\/paypal\/webhook\/[\w-]{32}$/)
    expect(await names()).toEqual(['paypal', 'stripe', 'test'])
    const row = await app.db.selectFrom('providerKey').selectAll().where('provider', '=', 'paypal').executeTakeFirstOrThrow()
    const answers = JSON.stringify([state, await stateOf('paypal'), row, app.lines])
    for (const secret of [good.secretKey, good.webhookSecret]) expect(answers).not.toContain(secret)
  })

  test('are changed one by one, and an optional one is removed by an empty text', async () => {
    await save({ secretKey: 'sk_test_abcdefgh_NEW1', accountId: '' })
    const keys = (await stateOf('paypal'))?.modes[0]?.keys
    expect(keys?.map(({ hint, isSet }) => [hint, isSet])).toEqual([
      ['NEW1', true],
      ['1234', true],
      ['', false],
    ])
    await expect(save({ secretKey: '' })).rejects.toMatchObject({ key: 'keys_incomplete' })
  })

  test('are not mixed by two admins at once: the second is told, and what the first saved stays', async () => {
    const { updatedAt: seen } = await sandboxOf('paypal')
    const key = { name: 'paypal', mode: 'sandbox', keys: { secretKey: 'sk_test_abcdefgh_NEW2' } } as const
    const both = () => app.raw(contract.saveProviderKeys, { ...key, updatedAt: seen }, { as: admin })
    app.advance(1)
    const answers = await Promise.all([both(), both()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const late = { ...key, keys: { secretKey: 'sk_test_abcdefgh_LATE' } }
    await expect(call(contract.saveProviderKeys, { ...late, updatedAt: null }, { as: admin })).rejects.toMatchObject({
      key: 'row_changed',
    })
    const { updatedAt, hint } = await sandboxOf('paypal')
    expect([hint, updatedAt === seen]).toEqual(['NEW2', false])
    await call(contract.saveProviderKeys, { ...late, updatedAt }, { as: admin })
    expect((await sandboxOf('paypal')).hint).toBe('LATE')
  })

  test('of one mode make new payments, those of the other go on serving theirs', async () => {
    const rider = await make.rider()
    const old = await call(topUpWallet, { amount: '20', provider: 'paypal' }, { as: rider })
    expect(old.payment.mode).toBe('sandbox')
    await save(good, 'live')
    const [sandbox, live] = (await stateOf('paypal'))?.modes ?? []
    expect([sandbox?.enabled, live?.enabled]).toEqual([false, true])
    const next = await call(topUpWallet, { amount: '20', provider: 'paypal' }, { as: rider })
    expect(next.payment.mode).toBe('live')
    const { control } = fakes.paypal
    control.said.set(old.payment.id, { state: 'paid' })
    expect(await call(contract.replayPayment, { id: old.payment.id }, { as: admin })).toMatchObject({
      payment: { status: 'paid' },
    })
    expect(control.calls.filter(({ step }) => step === 'fetchStatus').map(({ mode }) => mode)).toEqual(['sandbox'])
    // a notice to the address of one mode never finds a payment of the other
    control.said.set(next.payment.id, { state: 'paid' })
    const response = await app.inject({
      method: 'POST',
      url: makeWebhookPath(app.deps, 'paypal', 'sandbox'),
      headers: { 'x-signature': good.webhookSecret, 'content-type': 'application/json' },
      payload: JSON.stringify({ event: 'crossed', payment: next.payment.id, confirmed: 'yes' }),
    })
    expect(response.statusCode).toBe(200)
    expect(await call(contract.getPaymentDetail, { id: next.payment.id }, { as: admin })).toMatchObject({
      payment: { status: 'open' },
    })
  })

  test('that are gone leave the payment open, and the admin reads why', async () => {
    const { payment } = await call(topUpWallet, { amount: '20', provider: 'paypal' }, { as: await make.rider() })
    await call(contract.removeProviderKeys, { name: 'paypal', mode: 'live' }, { as: admin })
    await expect(call(contract.replayPayment, { id: payment.id }, { as: admin })).rejects.toMatchObject({
      key: 'provider_fetch_error',
      details: { reason: 'keys_missing' },
    })
    expect(await call(contract.getPaymentDetail, { id: payment.id }, { as: admin })).toMatchObject({
      payment: { status: 'open', problem: 'keys_missing' },
    })
    expect(await names()).toEqual(['stripe', 'test'])
    await call(contract.enableProvider, { name: 'paypal', mode: 'sandbox', enabled: true }, { as: admin })
    expect(await names()).toEqual(['paypal', 'stripe', 'test'])
    await call(contract.enableProvider, { name: 'paypal', mode: 'sandbox', enabled: false }, { as: admin })
    expect(await names()).toEqual(['stripe', 'test'])
  })

  test('of the environment win, and no page changes them', async () => {
    expect(await stateOf('stripe')).toMatchObject({
      offered: true,
      modes: [{ enabled: false }, { source: 'environment', enabled: true }],
    })
    await expect(save(good, 'live', 'stripe')).rejects.toMatchObject({ key: 'set_by_environment', status: 409 })
    await expect(
      call(contract.enableProvider, { name: 'stripe', mode: 'live', enabled: false }, { as: admin }),
    ).rejects.toMatchObject({ key: 'set_by_environment' })
  })

  test('are changed only by an admin who has just proved to be one, and never while critical edits are locked', async () => {
    await app.settings({ allowCriticalEditsAdmin: false })
    await expect(save(good)).rejects.toMatchObject({ key: 'demo_mode' })
    await app.settings({ allowCriticalEditsAdmin: true })
    const another = await make.admin()
    await app.db
      .updateTable('authSession')
      .set({ provedAt: new Date(Date.now() - 3_600_000) })
      .where('id', '=', another.sessionId)
      .execute()
    const input = { name: 'paypal', mode: 'sandbox', keys: good } as const
    await expect(call(contract.saveProviderKeys, input, { as: another })).rejects.toMatchObject({ key: 'prove_first' })
    await expect(call(contract.removeProviderKeys, { name: 'paypal', mode: 'sandbox' }, { as: another })).rejects.toMatchObject({
      key: 'prove_first',
    })
  })
})

describe('a provider', () => {
  test('that does not take the currency is not offered, with keys or without', async () => {
    await call(contract.saveProviderKeys, { name: 'payfast', mode: 'sandbox', keys: good }, { as: admin })
    expect(await stateOf('payfast')).toMatchObject({ takesCurrency: false, offered: false, currencies: ['ZAR'] })
    expect(await names()).not.toContain('payfast')
    await expect(call(topUpWallet, { amount: '20', provider: 'payfast' }, { as: await make.rider() })).rejects.toMatchObject({
      key: 'no_provider_found',
    })
  })

  test('that nobody knows is no provider', async () => {
    const rider = await make.rider()
    for (const provider of ['nobody', 'braintree', '__proto__'])
      await expect(call(topUpWallet, { amount: '20', provider }, { as: rider })).rejects.toMatchObject({
        key: 'no_provider_found',
      })
  })

  test('that cannot be reached is said to be, and the next try is a new payment', async () => {
    const { control } = fakes.stripe
    const rider = await make.rider()
    control.outages.set('createCheckout', 'unavailable')
    const ask = (once: string) => call(topUpWallet, { amount: '20', provider: 'stripe' }, { as: rider, once })
    await expect(ask('first')).rejects.toMatchObject({
      status: 502,
      key: 'provider_fetch_error',
      details: { reason: 'provider_unavailable' },
    })
    control.outages.clear()
    const { payment } = await ask('second')
    const { payments } = await call(contract.listPayments, { provider: 'stripe' }, { as: admin })
    expect(
      payments.filter(({ userId }) => userId === rider.id).map(({ id, status, problem }) => [id === payment.id, status, problem]),
    ).toEqual([
      [true, 'open', null],
      [false, 'failed', 'provider_unavailable'],
    ])
  })

  test('of no money can be switched off, too, and is only ever a sandbox', async () => {
    await call(contract.enableProvider, { name: 'test', mode: 'sandbox', enabled: false }, { as: admin })
    expect(await names()).not.toContain('test')
    await call(contract.enableProvider, { name: 'test', mode: 'sandbox', enabled: true }, { as: admin })
    expect(await names()).toContain('test')
    await expect(call(contract.saveProviderKeys, { name: 'test', mode: 'live', keys: {} }, { as: admin })).rejects.toMatchObject({
      key: 'not_found',
    })
  })

  test('of no money says what the page asks it to say', async () => {
    const rider = await make.rider()
    const complete = async (token: string) => {
      const { payment, checkout } = await call(topUpWallet, { amount: '20', provider: 'test' }, { as: rider })
      expect(checkout).toMatchObject({ kind: 'embed', page: `/pay/test/${payment.id}`, script: null })
      return call(completePayment, { id: payment.id, token }, { as: rider })
    }
    expect((await complete('approve')).status).toBe('paid')
    expect((await complete('decline')).status).toBe('failed')
    expect((await complete('pending')).status).toBe('open')
    const later = await complete('later')
    expect(later.status).toBe('open')
    app.advance(11_000)
    await app.runJobs({ early: true })
    expect((await call(contract.getPaymentDetail, { id: later.id }, { as: admin })).payment.status).toBe('paid')
    app.advance(-11_000)
  })
})

test('the currency stays while somebody is paying in it, and not for what failed or was given up', async () => {
  const paying = await startApp({ services: { payments: [fakes.stripe.provider] }, config: { payments: { stripe: fakeKeys } } })
  for (const state of ['failed', 'expired'] as const) {
    const rider = await paying.make.rider()
    const { payment } = await paying.call(topUpWallet, { amount: '20', provider: 'stripe' }, { as: rider })
    await expect(paying.settings({ code: 'EUR' })).rejects.toMatchObject({ key: 'currency_in_use' })
    fakes.stripe.control.said.set(payment.id, { state })
    await paying.runJobs({ early: true })
  }
  await paying.settings({ code: 'EUR' })
  expect(paying.deps.settings().code).toBe('EUR')
})

const everyone = ['rider', 'driver', 'fleetAdmin', 'admin', null] as const
const payment = { id: 'NOBODYS' } as never
const matrix: [name: string, endpoint: Parameters<typeof call>[0], input: never, may: readonly (typeof everyone)[number][]][] = [
  ['getProviders', getProviders, {} as never, everyone],
  ['payBooking', payBooking, { id: 'NOBODYS', provider: 'test' } as never, ['rider']],
  ['topUpWallet', topUpWallet, { amount: '0', provider: 'test' } as never, ['rider', 'driver']],
  ['completePayment', completePayment, { id: 'NOBODYS', token: 'x' } as never, ['rider', 'driver']],
  ['listProviders', contract.listProviders, {} as never, ['admin']],
  ['saveProviderKeys', contract.saveProviderKeys, { name: 'paypal', mode: 'live', keys: {} } as never, ['admin']],
  ['enableProvider', contract.enableProvider, { name: 'paypal', mode: 'live', enabled: false } as never, ['admin']],
  ['removeProviderKeys', contract.removeProviderKeys, { name: 'payfast', mode: 'live' } as never, ['admin']],
  ['listPayments', contract.listPayments, {} as never, ['admin']],
  ['getPaymentDetail', contract.getPaymentDetail, payment, ['admin']],
  ['replayPayment', contract.replayPayment, payment, ['admin']],
  ['refundPayment', contract.refundPayment, { id: 'NOBODYS', amount: '1', target: 'wallet' } as never, ['admin']],
  ['retryRefund', contract.retryRefund, payment, ['admin']],
  ['listNotices', contract.listNotices, {} as never, ['admin']],
]

test.each(matrix)('%s is for its roles only', async (_name, endpoint, input, may) => {
  for (const who of everyone) {
    const as = who === null ? null : await make[who]()
    const key = await call(endpoint, input, { as }).then(
      () => 'allowed',
      (error: { key: string }) => error.key,
    )
    expect([who, ['forbidden', 'unauthorized'].includes(key)]).toEqual([who, !may.includes(who)])
  }
})
