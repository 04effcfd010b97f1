import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payBooking, topUpWallet } from '@wayfare/contract/payments'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'

const webDir = mkdtempSync(join(tmpdir(), 'wf-pay-page-'))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><html lang="en"><head></head><body></body></html>')
afterAll(() => rmSync(webDir, { recursive: true }))

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({
  webDir,
  services: { payments: [fake.provider] },
  config: { payments: { stripe: fakeKeys }, publicOrigin: 'https://taxi.example' },
})
const { call, make } = app
const { trips, stateOf, drivenTrip, booksBalance, balance } = makePayments(app, await make.admin())

afterEach(() => {
  control.kind = 'redirect'
  control.outages.clear()
})

type Form = Record<string, string>
type Sent = { as: TestUser | null; headers?: Record<string, string>; provider?: string }

/** Posts the form as the page does. */
const post = (form: Form, { as, headers = {}, provider = 'stripe' }: Sent) =>
  app.inject({
    method: 'POST',
    url: `/pay/${provider}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: 'any=1',
      origin: 'https://taxi.example',
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...headers,
    },
    payload: new URLSearchParams(form).toString(),
  })

const theTen = (orderId: string, as: TestUser): Form => ({
  order_id: orderId,
  amount: '0.01',
  currency: 'XXX',
  product_name: 'Trip',
  first_name: 'Åsa',
  last_name: '<b>Öst</b>',
  quantity: '1',
  cust_id: as.id,
  mobile_no: '+46701234567',
  email: 'asa@example.com',
})

const policyOf = async (url: string): Promise<string> =>
  String((await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).headers['content-security-policy'])

describe('the card form', () => {
  test('leads on to the provider’s page; the amount is the booking’s, the name only fills a form', async () => {
    const { rider, booking } = await drivenTrip()
    const response = await post(theTen(booking.id, rider), { as: rider })
    expect(response.statusCode).toBe(200)
    const id = [...control.charges.keys()].at(-1) ?? ''
    expect(response.body).toContain(`content="0;url=https://pay.example/${id}?a=1&amp;b=2"`)
    expect(response.body).toContain(`<a href="https://pay.example/${id}?a=1&amp;b=2"`)
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'none'/)
    const charge = control.charges.get(id)
    expect(charge).toMatchObject({
      currency: 'SEK',
      payer: { id: rider.id, firstName: 'Åsa', email: 'asa@example.com' },
    })
    expect(charge?.id).toMatch(/^[0-9A-Za-z]{1,20}$/)
    expect(await stateOf(id)).toMatchObject({
      amount: booking.payableAmount,
      bookingId: booking.id,
      status: 'open',
      mode: 'sandbox',
    })
    expect(control.urls.get(id)).toEqual({
      returnUrl: `https://taxi.example/pay/stripe/return/${id}`,
      cancelUrl: `https://taxi.example/pay/stripe/return/${id}?cancelled=1`,
      webhookUrl: expect.stringMatching(/^https:\/\/taxi\.example\/pay\/stripe\/webhook\/[\w-]{32}$/),
    })
  })

  test('posts on where the provider wants a form: by itself or by its button, and nowhere else', async () => {
    control.kind = 'form'
    const { rider, booking } = await drivenTrip()
    const { statusCode, body, headers } = await post(theTen(booking.id, rider), { as: rider })
    const id = [...control.charges.keys()].at(-1) ?? ''
    expect(statusCode).toBe(200)
    expect(body).toContain('<form id="on" method="post" action="https://pay.example/start"')
    expect(body).toContain(`name="data" value="&lt;&quot;${id}&quot;&gt;"`)
    expect(body).toContain('<button>Continue to payment</button>')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/form-action https:\/\/pay\.example$/)
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? []
    expect(body).toContain(`<script nonce="${nonce}">`)
  })

  test('shows our own page where the provider’s fields stand in it; that page alone may load what is the provider’s', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const { statusCode, headers } = await post(theTen(booking.id, rider), { as: rider })
    const id = [...control.charges.keys()].at(-1) ?? ''
    expect([statusCode, headers['location']]).toEqual([303, `/pay/stripe/${id}`])
    const page = await policyOf(`/pay/stripe/${id}`)
    for (const url of ['/', `/pay/paypal/${id}`, '/pay/stripe/NOBODYS', `/payments/${id}`])
      expect(await policyOf(url)).not.toContain('js.example')
    expect(page).toMatch(/script-src [^;]*https:\/\/js\.example/)
    expect(page).toContain('frame-src https://frame.example')
  })

  test('takes an open try up again, and pays a top-up by its id, with another provider as a new try', async () => {
    const { rider, booking } = await drivenTrip()
    await post(theTen(booking.id, rider), { as: rider })
    await post(theTen(booking.id, rider), { as: rider })
    const again = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
    expect(count('createCheckout', again.payment.id)).toBe(1)
    app.advance(11 * 60_000)
    const later = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
    expect(later.payment.id).not.toBe(again.payment.id)
    app.advance(-11 * 60_000)
    const topUp = await call(topUpWallet, { amount: '30', provider: 'stripe' }, { as: rider })
    expect((await post(theTen(topUp.payment.id, rider), { as: rider })).body).toContain(topUp.payment.id)
    expect(count('createCheckout', topUp.payment.id)).toBe(1)
  })

  test.each<[string, number, (rider: TestUser, form: Form) => Promise<[Form, Sent]>]>([
    ['a visitor', 401, async (_rider, form) => [form, { as: null }]],
    ['another rider', 404, async (_rider, form) => [{ ...form, cust_id: '' }, { as: await make.rider() }]],
    ['another customer’s name', 404, async (rider, form) => [{ ...form, cust_id: 'someone' }, { as: rider }]],
    ['a driver', 404, async (_rider, form) => [{ ...form, cust_id: '' }, { as: await make.driver() }]],
    ['another site', 403, async (rider, form) => [form, { as: rider, headers: { origin: 'https://evil.example' } }]],
    ['an unknown provider', 422, async (rider, form) => [form, { as: rider, provider: 'paypal' }]],
    ['a provider that is none', 404, async (rider, form) => [form, { as: rider, provider: 'nobody' }]],
    ['an order that is none', 400, async (rider, form) => [{ ...form, order_id: '../x' }, { as: rider }]],
    ['JSON', 400, async (rider, form) => [form, { as: rider, headers: { 'content-type': 'application/json' } }]],
  ])('from %s is refused with a page that says so', async (_name, status, change) => {
    const { rider, booking } = await drivenTrip()
    const before = count('createCheckout')
    const [form, sent] = await change(rider, theTen(booking.id, rider))
    const { statusCode, headers, body } = await post(form, sent)
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(body).toContain('<p>')
    expect(count('createCheckout')).toBe(before)
  })

  test('for a booking that is paid or not yet driven is refused', async () => {
    const { rider, booking } = await trips.trip('NEW')
    expect((await post(theTen(booking.id, rider), { as: rider })).statusCode).toBe(409)
  })

  test('says it when the provider cannot be reached, in the language of the page', async () => {
    const keyValuePairs = JSON.stringify({ provider_fetch_error: 'Betalsättet <gick> inte att nå.' })
    const swedish = { id: 'sv1', langName: 'Svenska', langLocale: 'sv', dateLocale: 'sv-SE', keyValuePairs }
    await app.db.insertInto('language').values(swedish).execute()
    const { rider, booking } = await drivenTrip()
    control.outages.set('createCheckout', 'unavailable')
    const { statusCode, body } = await post(theTen(booking.id, rider), { as: rider, headers: { cookie: 'wayfare_locale=sv' } })
    expect(statusCode).toBe(502)
    expect(body).toContain('<html lang="sv" dir="ltr">')
    expect(body).toContain('Betalsättet &lt;gick&gt; inte att nå.')
  })
})

const comeBack = (id: string, method: 'GET' | 'POST' = 'GET', provider = 'stripe') =>
  app.inject({
    method,
    url: `/pay/${provider}/return/${id}?status=paid`,
    headers: { origin: 'https://pay.example', 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { payload: 'STATUS=TXN_SUCCESS' } : {}),
  })

describe('coming back from the provider', () => {
  test.each(['GET', 'POST'] as const)('by %s asks the provider, settles, and shows what the database knows', async (method) => {
    const { rider, driver, booking } = await drivenTrip()
    const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
    expect((await comeBack(payment.id, method)).statusCode).toBe(303)
    expect((await stateOf(payment.id)).status).toBe('open')
    control.said.set(payment.id, { state: 'paid' })
    const { statusCode, headers } = await comeBack(payment.id, method)
    expect([statusCode, headers['location']]).toEqual([303, `/payments/${payment.id}`])
    expect((await stateOf(payment.id)).status).toBe('paid')
    expect(await balance(driver)).toBe(booking.driverShare)
    const asked = count('fetchStatus', payment.id)
    await comeBack(payment.id, method)
    expect(count('fetchStatus', payment.id)).toBe(asked)
    await booksBalance()
  })

  test.each(['%00', 'a%EF%BF%BF', 'a'.repeat(200)])('with %s, which names no payment, is not found', async (name) => {
    expect((await app.inject({ url: `/pay/stripe/return/${name}` })).statusCode).toBe(404)
  })

  test('while the provider is away says nothing wrong', async () => {
    const { payment } = await call(topUpWallet, { amount: '30', provider: 'stripe' }, { as: await make.rider() })
    control.outages.set('fetchStatus', 'unavailable')
    expect((await comeBack(payment.id)).statusCode).toBe(303)
    expect(await stateOf(payment.id)).toMatchObject({ status: 'open', problem: 'provider_unavailable' })
  })

  test('ends on the page of the payment also when something breaks on the way', async () => {
    const { payment } = await call(topUpWallet, { amount: '30', provider: 'stripe' }, { as: await make.rider() })
    control.during.set('fetchStatus', () => Promise.reject(new Error('a fault of ours')))
    const { statusCode, headers } = await comeBack(payment.id)
    control.during.clear()
    expect([statusCode, headers['location']]).toEqual([303, `/payments/${payment.id}`])
    expect(app.takeErrors()).toHaveLength(1)
    expect((await stateOf(payment.id)).status).toBe('open')
  })

  test('with a payment that is none, or another provider’s, is not found', async () => {
    const { payment } = await call(topUpWallet, { amount: '30', provider: 'stripe' }, { as: await make.rider() })
    expect((await comeBack('NOBODYS')).statusCode).toBe(404)
    expect((await comeBack(payment.id, 'GET', 'paypal')).statusCode).toBe(404)
  })
})
