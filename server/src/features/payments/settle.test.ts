import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { completePayment, getPayment, payBooking, topUpWallet } from '@wayfare/contract/payments'
import { getPaymentDetail, listNotices, replayPayment } from '@wayfare/contract/payments-admin'
import type { BookingView } from '@wayfare/contract/bookings'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { test as testProvider } from '../../adapters/payments/test.ts'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { webhookPathOf } from './queries-keys.ts'

const fake = makeFakeProvider()
const { control, count } = fake
const app = await startApp({
  services: { payments: [fake.provider, testProvider] },
  config: { payments: { stripe: fakeKeys } },
})
const trips = makeTrips(app)
const { call, make, settle } = app
await trips.addReason()
const admin = await make.admin()

afterEach(() => {
  control.outages.clear()
  control.during.clear()
})

const balance = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const booksBalance = async () =>
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
const stateOf = async (id: string) => (await call(getPaymentDetail, { id: asId(id) }, { as: admin })).payment
const postings = async (reference: string): Promise<string[]> =>
  (await app.db.selectFrom('ledgerTransaction').select('once').where('reference', '=', reference).execute()).map(
    ({ once }) => once,
  )

/** A taxi trip that was driven and waits for its card. */
const drivenTrip = async () => {
  const people = await trips.cast()
  const booking = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card' })
  await trips.run(booking, people, 'REACHED')
  return { ...people, booking: await trips.get(people.rider, booking.id) }
}

const begin = async (rider: TestUser, booking: BookingView) =>
  (await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })).payment

let events = 0
type Notice = { payment?: string; ref?: string; event?: string; confirmed?: string }

/** What the provider sends by itself; the status of our answer. */
const notify = async (notice: Notice, signature: string = fakeKeys.keys.WEBHOOK_SECRET): Promise<number> => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: webhookPathOf(app.deps, 'stripe', 'sandbox'),
    headers: { 'content-type': 'application/vnd.provider+json', 'x-signature': signature },
    payload: JSON.stringify({ event: `e${++events}`, ...notice }),
  })
  return statusCode
}

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
    expect((await postings(booking.id)).toSorted()).toEqual([`trip:${booking.id}:card`, `trip:${booking.id}:credit`])
    expect(await balance(driver)).toBe(booking.driverShare)
    expect((await call(getPaymentDetail, { id: payment.id }, { as: admin })).notices).toHaveLength(1)
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
    expect(await troubles('forged_notice')).toBe(1)
  })

  test('about no payment of ours is kept for the admin, and not sent again', async () => {
    expect(await notify({ payment: 'NOBODYS' })).toBe(200)
    const { notices } = await call(listNotices, {}, { as: admin })
    expect(notices.filter(({ problem }) => problem === 'unknown_notice')).toHaveLength(1)
    expect(await troubles('unknown_notice')).toBe(1)
  })

  test('at a wrong address is not there, at that of the other mode it has no keys, and a large one is refused', async () => {
    const post = (url: string, payload = '{}') =>
      app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload }).then(({ statusCode }) => statusCode)
    const path = webhookPathOf(app.deps, 'stripe', 'sandbox')
    expect(await post(`${path.slice(0, -1)}x`)).toBe(404)
    expect(await post('/pay/paypal/webhook/x')).toBe(404)
    expect(await post('/pay/nobody/webhook/x')).toBe(404)
    expect(await post(webhookPathOf(app.deps, 'stripe', 'live'))).toBe(404)
    expect(await post(path, 'x'.repeat(256 * 1024 + 1))).toBe(413)
  })

  test('that cannot be confirmed just now is sent again by the provider', async () => {
    control.outages.set('readNotice', 'unavailable')
    expect(await notify({ payment: 'X' })).toBe(503)
  })
})

const troubles = async (problem: string): Promise<number> => {
  const rows = await app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled').execute()
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(problem)).length
}

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

describe('late money', () => {
  test('of a second payment for a booking that is paid goes into the wallet, and its payer is told', async () => {
    const { rider, driver, booking } = await drivenTrip()
    const late = await begin(rider, booking)
    expect((await trips.pay(rider, booking.id)).status).toBe('PAID')
    control.said.set(late.id, { state: 'paid' })
    await notify({ payment: late.id })
    await settle()
    expect(await call(getPayment, { id: late.id }, { as: rider })).toMatchObject({ status: 'paid', settledAs: 'wallet' })
    expect(await balance(rider)).toBe(booking.payableAmount)
    expect(await balance(driver)).toBe(booking.driverShare)
    await booksBalance()
  })

  test('for a booking that was cancelled meanwhile goes into the wallet', async () => {
    await app.settings({ category: 'delivery' })
    const { rider, carType } = await trips.cast({
      category: 'delivery',
      parcelTypes: JSON.stringify([{ description: 'Box', amount: '4000' }]),
    })
    const delivery = { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
    const booking = await trips.bookWith(rider, carType, { parcelType: 'Box' }, { paymentMode: 'card', ...delivery })
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
    // as if the booking had asked for an öre more when the payment began
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
  const parcel = async () => {
    const { rider, carType } = await trips.cast({
      category: 'delivery',
      parcelTypes: JSON.stringify([{ description: 'Box', amount: '4000' }]),
    })
    const delivery = { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
    const booking = await trips.bookWith(rider, carType, { parcelType: 'Box' }, { paymentMode: 'card', ...delivery })
    return { rider, booking }
  }

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

describe('the card fields on our page', () => {
  test('hand their token over once, also when it is sent twice at once', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.said.set(payment.id, { state: 'paid' })
    let open: (value?: unknown) => void = () => undefined
    const gate = new Promise((resolve) => (open = resolve))
    control.during.set('completeEmbed', () => gate)
    const complete = () => call(completePayment, { id: payment.id, token: 'tok' }, { as: rider })
    const first = complete()
    await expect.poll(() => count('completeEmbed', payment.id)).toBe(1)
    await expect(complete()).rejects.toMatchObject({ key: 'request_in_flight' })
    open()
    expect((await first).status).toBe('paid')
    expect((await complete()).status).toBe('paid')
    expect(count('completeEmbed', payment.id)).toBe(1)
    control.kind = 'redirect'
    await booksBalance()
  })

  test('after an outage in the middle the provider is asked, and what it took counts', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    control.outages.set('completeEmbed', 'unavailable')
    const complete = () => call(completePayment, { id: payment.id, token: 'tok' }, { as: rider })
    await expect(complete()).rejects.toMatchObject({ key: 'provider_fetch_error', details: { reason: 'provider_unavailable' } })
    control.said.set(payment.id, { state: 'paid' })
    expect((await complete()).status).toBe('paid')
    control.kind = 'redirect'
    await booksBalance()
  })

  test('take no money for a booking that wants none any more, or that is another’s', async () => {
    control.kind = 'embed'
    const { rider, booking } = await drivenTrip()
    const payment = await begin(rider, booking)
    await trips.pay(rider, booking.id)
    const complete = (as: TestUser) => call(completePayment, { id: payment.id, token: 'tok' }, { as })
    await expect(complete(rider)).rejects.toMatchObject({ key: 'wrong_step' })
    await expect(complete(await make.rider())).rejects.toMatchObject({ key: 'not_found' })
    expect(count('completeEmbed', payment.id)).toBe(0)
    control.kind = 'redirect'
  })
})

describe('a top-up', () => {
  test('counts once in the wallet, under one idempotency key, whatever arrives', async () => {
    const rider = await make.rider()
    const ask = () => call(topUpWallet, { amount: '250.50', provider: 'stripe' }, { as: rider, once: 'top-up-1' })
    const started = await ask()
    expect((await ask()).payment.id).toBe(started.payment.id)
    control.said.set(started.payment.id, { state: 'paid' })
    await Promise.all([1, 2, 3].map(() => notify({ payment: started.payment.id, confirmed: 'yes' })))
    await settle()
    expect(await balance(rider)).toBe('250.50')
    expect(await call(getWallet, {}, { as: rider })).toMatchObject({ entries: [{ type: 'Credit', txRef: 'CardTopUp' }] })
    await expect(call(topUpWallet, { amount: '1', provider: 'stripe' }, { as: rider, once: 'top-up-1' })).rejects.toMatchObject({
      key: 'idempotency_key_reused',
    })
    await booksBalance()
  })

  test.each(['0', '0.99', '1000000.01', '5.001'])('of %s is refused with the limits', async (amount) => {
    await expect(call(topUpWallet, { amount, provider: 'stripe' }, { as: await make.driver() })).rejects.toMatchObject({
      key: 'proper_amount',
      details: { min: '1', max: '1000000' },
    })
  })

  test('that is twice clicked at once is one payment', async () => {
    const rider = await make.rider()
    const ask = () =>
      call(topUpWallet, { amount: '10', provider: 'stripe' }, { as: rider, once: 'double' }).catch(({ key }) => key)
    const answers = await Promise.all([ask(), ask()])
    const { count: rows } = await app.db
      .selectFrom('payment')
      .select((e) => e.fn.countAll<bigint>().as('count'))
      .where('userId', '=', rider.id)
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(1)
    expect(answers.some((answer) => typeof answer === 'object')).toBe(true)
  })
})
