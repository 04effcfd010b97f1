import { getPayment } from '@wayfare/contract/payments'
import { listNotices, replayPayment } from '@wayfare/contract/payments-admin'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { test as testProvider } from '../../adapters/payments/test.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { makePayments } from '../../../test/payments.ts'
import { makeWebhookPath } from './queries-keys.ts'

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({
  services: { payments: [fake.provider, testProvider] },
  config: { payments: { stripe: fakeKeys } },
})
const { call, make, settle } = app
const admin = await make.admin()
const { trips, ...payments } = makePayments(app, admin)
const { balance, booksBalance, detail, stateOf, postings, troubles, drivenTrip, parcel, begin, notify } = payments
await trips.addReason()
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)

const countUnknown = async (): Promise<number> =>
  (await call(listNotices, {}, { as: admin })).notices.filter(({ problem }) => problem === 'unknown_notice').length

afterEach(() => {
  control.outages.clear()
  control.during.clear()
})

describe('a notice', () => {
  test('that comes a hundred times at once settles once: one posting, one step, one receipt', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid' })
    const statuses = await Promise.all(Array.from({ length: 100 }, () => notify({ payment: payment.id, event: 'same' })))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await settle()
    expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'PAID', gateway: 'stripe' })
    expect(count('fetchStatus', payment.id)).toBe(1)
    expect(await postings(booking.id)).toEqual([`trip:${booking.id}:card`, `trip:${booking.id}:credit`])
    expect(await balance(driver)).toBe(booking.driverShare)
    expect((await detail(payment.id)).notices).toHaveLength(1)
    await booksBalance()
  })

  test('a hundred different notices about one payment settle it once, too', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid' })
    await Promise.all(Array.from({ length: 100 }, () => notify({ payment: payment.id, confirmed: 'yes' })))
    await settle()
    expect(await balance(driver)).toBe(booking.driverShare)
    expect(await balance(rider)).toBe('0.00')
    await booksBalance()
  })

  test('that arrives before the answer to the checkout finds its payment, which is paid once', async () => {
    const { rider, booking } = await drivenTrip()
    control.during.set('createCheckout', async () => {
      const [id = ''] = [...control.charges.keys()].slice(-1)
      control.said.set(id, { state: 'paid' })
      expect(await notify({ payment: id })).toBe(200)
      await settle()
    })
    const payment = await begin(rider, booking)
    expect(payment).toMatchObject({ status: 'paid', settledAs: 'booking' })
    expect((await trips.get(rider, booking.id)).status).toBe('PAID')
    await booksBalance()
  })

  test('finds its payment by the provider’s own name for it', async () => {
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid' })
    expect(await notify({ ref: `ref-${payment.id}` })).toBe(200)
    await settle()
    expect((await stateOf(payment.id)).status).toBe('paid')
  })

  test('that is not genuine changes nothing, is counted, and an admin is told of it once', async () => {
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const before = await troubles('forged_notice')
    control.said.set(payment.id, { state: 'paid' })
    expect([await notify({ payment: payment.id }, 'wrong'), await notify({ payment: payment.id }, '')]).toEqual([400, 400])
    await settle()
    expect((await stateOf(payment.id)).status).toBe('open')
    const { notices } = await call(listNotices, {}, { as: admin })
    expect(notices.find(({ problem }) => problem === 'forged_notice')).toMatchObject({
      state: 'refused',
      count: 2,
      provider: 'stripe',
    })
    expect(await troubles('forged_notice')).toBe(before + 1)
  })

  test('about no payment of ours is kept for the admin, and not sent again', async () => {
    const before = [await countUnknown(), await troubles('unknown_notice')]
    expect(await notify({ payment: 'N0B0DYSN0B0D' })).toBe(200)
    expect([await countUnknown(), await troubles('unknown_notice')]).toEqual(before.map((count) => count + 1))
  })

  test('at a wrong address is not there, at that of the other mode it has no keys, and a large one is refused', async () => {
    const post = (url: string, payload = '{}') =>
      app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload }).then(({ statusCode }) => statusCode)
    const path = makeWebhookPath(app.deps, 'stripe', 'sandbox')
    expect(await post(`${path.slice(0, -1)}x`)).toBe(404)
    expect(await post('/pay/paypal/webhook/x')).toBe(404)
    expect(await post('/pay/nobody/webhook/x')).toBe(404)
    expect(await post(makeWebhookPath(app.deps, 'stripe', 'live'))).toBe(404)
    expect(await post(path, 'x'.repeat(256 * 1024 + 1))).toBe(413)
  })

  test('that cannot be confirmed just now is sent again by the provider', async () => {
    control.outages.set('readNotice', 'unavailable')
    expect(await notify({ payment: 'X' })).toBe(503)
  })
})

describe('what the provider confirms', () => {
  test.each([
    ['a lower amount', { amountMinor: 1n }, 'amount_differs'],
    ['a higher amount', { amountMinor: 10n ** 9n }, 'amount_differs'],
    ['another currency', { currency: 'EUR' }, 'currency_differs'],
  ] as const)('with %s settles nothing and is a matter for an admin', async (_name, said, problem) => {
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const before = await troubles(problem)
    control.said.set(payment.id, { state: 'paid', ...said })
    await notify({ payment: payment.id })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'open', problem, settledAs: null })
    expect((await trips.get(rider, booking.id)).status).toBe('PENDING')
    expect(await postings(booking.id)).toEqual([])
    expect(await troubles(problem)).toBe(before + 1)
    control.said.set(payment.id, { state: 'paid' })
    expect(await call(replayPayment, { id: payment.id }, { as: admin })).toMatchObject({
      payment: { status: 'paid', problem: null },
    })
    await booksBalance()
  })

  test('“failed” after “paid” changes no posting, and an admin looks; “paid” after “failed” counts', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'failed' })
    await notify({ payment: payment.id })
    await settle()
    expect((await stateOf(payment.id)).status).toBe('failed')
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'booking' })
    control.said.set(payment.id, { state: 'failed' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', problem: 'no_longer_paid' })
    expect(await balance(driver)).toBe(booking.driverShare)
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', problem: null })
    await booksBalance()
  })
})

describe('other money for one payment', () => {
  test('that is not surely another sale counts nowhere, and an admin is told of it for good', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const before = await troubles('paid_twice')
    control.said.set(payment.id, { state: 'paid', providerTxn: 'money-1' })
    await notify({ payment: payment.id, confirmed: 'yes' })
    control.said.set(payment.id, { state: 'paid', providerTxn: 'money-2' })
    await notify({ payment: payment.id, confirmed: 'yes' })
    const twice = { status: 'paid', providerTxn: 'money-1', problem: 'paid_twice' }
    expect(await stateOf(payment.id)).toMatchObject(twice)
    expect(await troubles('paid_twice')).toBe(before + 1)
    control.said.set(payment.id, { state: 'paid', providerTxn: 'money-1' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject(twice)
    expect(await balance(driver)).toBe(booking.driverShare)
    expect(await balance(rider)).toBe('0.00')
    await booksBalance()
  })

  test('of another amount than ours counts nowhere, and an admin is told', async () => {
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    const before = await troubles('paid_twice')
    const taken = [{ providerTxn: 'money-2', amountMinor: 1n, currency: payment.currency }]
    control.said.set(payment.id, { state: 'paid', providerTxn: 'money-1', taken })
    await notify({ payment: payment.id })
    await notify({ payment: payment.id })
    await settle()
    const twice = { status: 'paid', settledAs: 'booking', providerTxn: 'money-1', problem: 'paid_twice' }
    expect(await stateOf(payment.id)).toMatchObject(twice)
    expect(await troubles('paid_twice')).toBe(before + 1)
    expect(await balance(rider)).toBe('0.00')
  })
})

describe('late money', () => {
  test('of a second payment for a booking that is paid goes into the wallet, and its payer is told', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const told: string[] = []
    app.deps.bus.subscribe(`user.${rider.id}`, (message) => told.push(JSON.stringify(message)))
    const late = await begin(rider, booking)
    expect((await trips.pay(rider, booking.id)).status).toBe('PAID')
    control.said.set(late.id, { state: 'paid' })
    await notify({ payment: late.id })
    await settle()
    expect(await call(getPayment, { id: late.id }, { as: rider })).toMatchObject({ status: 'paid', settledAs: 'wallet' })
    expect(await balance(rider)).toBe(booking.payableAmount)
    expect(await balance(driver)).toBe(booking.driverShare)
    expect(told.filter((message) => message.includes('notice_payment_to_wallet'))).toHaveLength(1)
    await booksBalance()
  })

  test('for a booking that was cancelled meanwhile goes into the wallet', async () => {
    await app.settings({ category: 'delivery' })
    const { rider, booking } = await parcel()
    const payment = await begin(rider, booking)
    await trips.cancel(rider, booking.id)
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'wallet' })
    expect(await balance(rider)).toBe(booking.payableAmount)
    expect((await trips.get(rider, booking.id)).status).toBe('CANCELLED')
    await app.settings({ category: 'taxi' })
    await booksBalance()
  })

  test('of an amount that the booking no longer asks for goes into the wallet', async () => {
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    // as if the booking had cost one öre more when the payment began
    const more = { amountMinor: sql<bigint>`amount_minor + 1` }
    await app.db.updateTable('payment').set(more).where('id', '=', payment.id).execute()
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id })
    await settle()
    expect(await stateOf(payment.id)).toMatchObject({ status: 'paid', settledAs: 'wallet' })
    expect((await trips.get(rider, booking.id)).status).toBe('PENDING')
    expect(Number(await balance(rider))).toBeCloseTo(Number(booking.payableAmount) + 0.01)
    await booksBalance()
  })
})

describe('a booking that waits for its payment', () => {
  test('and is just being paid gets a last look before it ends', async () => {
    await app.settings({ category: 'delivery' })
    const [paid, open] = [await parcel(), await parcel()]
    const payment = await begin(paid.rider, paid.booking)
    await begin(open.rider, open.booking)
    control.said.set(payment.id, { state: 'paid' })
    app.advance(16 * 60_000)
    await app.runJobs({ early: true })
    expect((await trips.get(paid.rider, paid.booking.id)).status).toBe('NEW')
    expect((await trips.get(open.rider, open.booking.id)).status).toBe('PAYMENT_PENDING')
    app.advance(5 * 60_000)
    await app.runJobs({ early: true })
    expect((await trips.get(open.rider, open.booking.id)).status).toBe('CANCELLED')
    app.advance(-21 * 60_000)
    await app.settings({ category: 'taxi' })
    await booksBalance()
  })
})

describe('on the live socket', () => {
  test('the payer hears how the payment is, nobody else does, and the desk what it must look at', async () => {
    const { rider, booking } = await drivenTrip()
    const [payer, stranger, desk] = await Promise.all([rider, await make.rider(), admin].map((as) => connect(as)))
    for (const client of [payer, stranger]) await client?.subscribe('me')
    await desk?.subscribe('payments')
    stranger?.send({ type: 'subscribe', topic: 'payments' })
    expect(await stranger?.next('refused')).toMatchObject({ topic: 'payments', key: 'forbidden' })
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid', amountMinor: 1n })
    await notify({ payment: payment.id })
    await settle()
    const heard = () => desk?.ofType('event').map(({ event }) => event)
    const trouble = { provider: 'stripe', paymentId: payment.id, problem: 'amount_differs' }
    await expect.poll(heard).toContainEqual({ name: 'payments', trouble })
    control.said.set(payment.id, { state: 'paid' })
    await notify({ payment: payment.id })
    await settle()
    const payments = (client: typeof payer) =>
      client?.ofType('event').flatMap(({ event }) => (event.name === 'payment' ? [[event.payment.id, event.payment.status]] : []))
    await expect.poll(() => payments(payer)?.at(-1)).toEqual([payment.id, 'paid'])
    expect([payments(stranger), payer?.broken, desk?.broken]).toEqual([[], [], []])
  })
})
