// Pages that are paid twice, with the real adapters over real ports, against fakes of Mercado Pago and PayU.
import type { StartedPayment } from '@wayfare/contract/payments'
import { listPayments, refundPayment } from '@wayfare/contract/payments-admin'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { startMercadopago } from '../../../test/stubs/mercadopago.ts'
import { startPayulatam } from '../../../test/stubs/payulatam.ts'

const [mercadopago, payu] = await Promise.all([startMercadopago(), startPayulatam()])
const app = await startApp({
  settings: { code: 'BRL' },
  config: {
    payments: {
      mercadopago: {
        mode: 'sandbox',
        origin: mercadopago.origin,
        keys: { ACCESS_TOKEN: mercadopago.app.accessToken, WEBHOOK_SECRET: mercadopago.app.webhookSecret },
      },
      payulatam: {
        mode: 'sandbox',
        origin: payu.origin,
        keys: {
          MERCHANT_ID: payu.app.merchantId,
          ACCOUNT_ID: payu.app.accountId,
          API_LOGIN: payu.app.apiLogin,
          API_KEY: payu.app.apiKey,
        },
      },
    },
  },
})
const site = await app.listen()
afterAll(() => Promise.all([mercadopago.close(), payu.close()]))
const admin = await app.make.admin()
const { balance, booksBalance, stateOf } = makePayments(app, admin)

const topUp = async ({ token }: TestUser, provider: string): Promise<StartedPayment> => {
  const response = await fetch(`${site}/api/wallet/top-ups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': provider },
    body: JSON.stringify({ amount: '50', provider }),
  })
  return (await response.json()) as StartedPayment
}

/** Pays on the page of the checkout. */
const pay = async ({ checkout }: StartedPayment): Promise<void> => {
  if (checkout.kind === 'redirect') await mercadopago.answer(checkout.url)
  if (checkout.kind === 'form') await payu.answer(checkout.fields)
  await app.settle()
}

const given = {
  mercadopago: () => mercadopago.payments().map(({ status }) => status),
  payulatam: () => payu.orders().map(({ refunds }) => refunds.length),
}

test.each([
  ['mercadopago', ['approved', 'refunded']],
  ['payulatam', [0, 1]],
] as const)('what %s takes a second time is in the wallet, and goes back to its own card', async (provider, after) => {
  const rider = await app.make.rider()
  const started = await topUp(rider, provider)
  await pay(started)
  await pay(started)
  const { id } = started.payment
  const { payments } = await app.call(listPayments, { search: id }, { as: admin })
  const shown = payments.map((row) => [row.id, row.status, row.problem])
  expect(shown).toEqual([
    [`${id}-2`, 'paid', null],
    [id, 'paid', null],
  ])
  expect(await balance(rider)).toBe('100.00')
  const again = payments[0]?.id ?? id
  await app.call(refundPayment, { id: again, amount: '50.00', target: 'provider', reason: 'paid twice' }, { as: admin })
  await app.settle()
  expect(given[provider]()).toEqual(after)
  expect([(await stateOf(again)).refunded, (await stateOf(id)).refunded]).toEqual(['50.00', '0.00'])
  expect(await balance(rider)).toBe('50.00')
  await booksBalance()
})
