import { randomUUID } from 'node:crypto'
import { topUpWallet } from '@wayfare/contract/payments'
import { proveLedger, getWallet } from '@wayfare/contract/wallet'
import { afterAll, expect, test } from 'vitest'
import { payfast } from '../../adapters/payments/payfast.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { startPayfast } from '../../../test/stubs/payfast.ts'

const stub = await startPayfast()
afterAll(() => stub.close())
const keys = {
  MERCHANT_ID: stub.app.merchantId,
  MERCHANT_KEY: stub.app.merchantKey,
  PASSPHRASE: stub.app.passphrase,
}
const app = await startApp({
  services: { payments: [payfast] },
  config: { payments: { payfast: { mode: 'sandbox', origin: stub.origin, keys } } },
  settings: { code: 'ZAR', symbol: 'R' },
})
const { call, make } = app
const admin = await make.admin()
const { stateOf } = makePayments(app, admin)
const origin = await app.listen()

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** Posts the card form as a browser does; returns the form that the page then posts by itself. */
const postCardForm = async (orderId: string, as: TestUser) => {
  const answer = await fetch(`${origin}/pay/payfast`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, origin },
    body: new URLSearchParams({ order_id: orderId, amount: '1', currency: 'USD', quantity: '1', cust_id: as.id }),
    redirect: 'manual',
  })
  const html = await answer.text()
  const action = /<form id="on" method="post" action="([^"]+)"/.exec(html)?.[1] ?? ''
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const fields = inputs.map(([, name = '', value = '']) => [unescape(name), unescape(value)] as const)
  return { action: unescape(action), fields, policy: answer.headers.get('content-security-policy') ?? '' }
}

/** Over HTTP, so that PayFast gets the address that really listens. */
const topUp = async (as: TestUser) => {
  const answer = await fetch(`${origin}/api/wallet/top-ups`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ amount: '250.5', provider: 'payfast' }),
  })
  return topUpWallet.output.parse(await answer.json())
}
const balance = async (as: TestUser) => (await call(getWallet, {}, { as })).balance

test('PayFast takes the form we post on, tells us by its notice, and the person comes back to a paid payment', async () => {
  const rider = await make.rider()
  const { payment } = await topUp(rider)
  const { action, fields, policy } = await postCardForm(payment.id, rider)
  expect(action).toBe(`${stub.origin}/eng/process`)
  expect(policy).toContain(`form-action ${stub.origin}`)
  expect(Object.fromEntries(fields)).toMatchObject({ amount: '250.50', m_payment_id: payment.id })
  const before = Number(await balance(rider))
  stub.notices.play({ twice: true })
  const { goTo } = await stub.answer(fields)
  expect(stub.notices.sent.map(({ status }) => status)).toEqual([200, 200])
  expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'wallet', amount: '250.50', currency: 'ZAR' })
  const back = await fetch(goTo ?? '', { redirect: 'manual' })
  expect([back.status, back.headers.get('location')]).toEqual([303, `/payments/${payment.id}`])
  expect(Number(await balance(rider))).toBeCloseTo(before + 250.5, 6)
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
})

test('a notice that PayFast did not sign changes nothing; a declined card says so', async () => {
  const rider = await make.rider()
  const { payment } = await topUp(rider)
  const { fields } = await postCardForm(payment.id, rider)
  stub.notices.play({ badSignature: true })
  const sent = stub.notices.sent.length
  await stub.answer(fields, 'decline')
  expect(stub.notices.sent.slice(sent).map(({ status }) => status)).toEqual([400])
  expect((await stateOf(payment.id)).status).toBe('open')
  stub.notices.play({})
  const again = await postCardForm(payment.id, rider)
  await stub.answer(again.fields, 'decline')
  expect((await stateOf(payment.id)).status).toBe('failed')
})
