import { getProviders, payBooking, topUpWallet } from '@wayfare/contract/payments'
import { listProviders, saveProviderKeys } from '@wayfare/contract/payments-admin'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'

const fake = makeFakeProvider()
const production = { isProduction: true, isHttps: true, payments: { stripe: { ...fakeKeys, mode: 'live' as const } } }
const keys = { secretKey: 'sk_test_abcdefgh_WXYZ', webhookSecret: 'whsec_abcdefgh_1234' }

test('in production no card is taken while our own address is whatever a request calls us, and the desk reads why', async () => {
  const { call, make, inject } = await startApp({ services: { payments: [fake.provider] }, config: production })
  const [rider, admin] = [await make.rider(), await make.admin()]
  expect(await call(getProviders, {})).toEqual([])
  const none = { key: 'no_provider_found' }
  await expect(call(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })).rejects.toMatchObject(none)
  await expect(call(payBooking, { id: asId('NOBODYS'), provider: 'stripe' }, { as: rider })).rejects.toMatchObject(none)
  const { lacksOrigin, providers } = await call(listProviders, {}, { as: admin })
  expect([lacksOrigin, providers.map(({ offered }) => offered)]).toEqual([true, [false]])
  expect(providers[0]?.modes.map(({ webhookUrl }) => webhookUrl)).toEqual([null, null])
  const form = await inject({
    method: 'POST',
    url: '/pay/stripe',
    headers: {
      host: 'evil.example',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${rider.token}`,
    },
    payload: 'order_id=NOBODYS',
  })
  expect(form.statusCode).toBeGreaterThanOrEqual(400)
  expect(fake.count('createCheckout')).toBe(0)
})

test('with an address of our own, people and notices are led there whatever the request calls us', async () => {
  const config = { ...production, publicOrigin: 'https://taxi.example' }
  const { call, make, inject } = await startApp({ services: { payments: [fake.provider] }, config })
  const rider = await make.rider()
  const answer = await inject({
    method: 'POST',
    url: '/api/wallet/top-ups',
    headers: { host: 'evil.example', authorization: `Bearer ${rider.token}`, 'idempotency-key': 'one' },
    payload: { amount: '50', provider: 'stripe' },
  })
  expect(answer.statusCode).toBe(200)
  const [urls] = [...fake.control.urls.values()].slice(-1)
  for (const url of Object.values(urls ?? {})) expect(url).toMatch(/^https:\/\/taxi\.example\/pay\/stripe\//)
  const { lacksOrigin, providers } = await call(listProviders, {}, { as: await make.admin() })
  expect([lacksOrigin, providers[0]?.offered]).toEqual([false, true])
})

test('keys that the provider does not take are told to the desk, and what was asked under them is asked again by better ones', async () => {
  const { control, provider, count } = makeFakeProvider('paypal')
  const { call, make, settle, runJobs, db } = await startApp({ services: { payments: [provider] } })
  const [rider, admin] = [await make.rider(), await make.admin()]
  const saveKeys = () => call(saveProviderKeys, { name: 'paypal', mode: 'sandbox', keys }, { as: admin })
  const told = async () =>
    (await db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled').execute()).map(({ payload }) =>
      JSON.stringify(payload).includes('keys_refused'),
    )
  await saveKeys()
  const { payment } = await call(topUpWallet, { amount: '50', provider: 'paypal' }, { as: rider })
  control.said.set(payment.id, { state: 'paid' })
  control.outages.set('fetchStatus', 'forbidden')
  await runJobs({ early: true })
  const row = () => db.selectFrom('payment').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({ status: 'open', problem: 'keys_refused' })
  expect(await told()).toEqual([true])
  // an expired payment is checked as well
  await db.updateTable('payment').set({ status: 'expired', nextCheckAt: null }).where('id', '=', payment.id).execute()
  control.outages.clear()
  await saveKeys()
  await settle()
  expect(await row()).toMatchObject({ status: 'paid', problem: null })
  expect(count('fetchStatus', payment.id)).toBe(2)

  control.outages.set('createCheckout', 'forbidden')
  await expect(call(topUpWallet, { amount: '51', provider: 'paypal' }, { as: rider })).rejects.toMatchObject({
    key: 'provider_fetch_error',
    details: { reason: 'keys_refused' },
  })
  expect(await told()).toEqual([true, true])
})
