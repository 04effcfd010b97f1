// Whole payments with the real adapters over real ports, against fakes of Stripe and PayFast.
import { refundPayment } from '@wayfare/contract/payments-admin'
import type { BookingId } from '@wayfare/core/ids'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { startProviders } from '../../../test/providers.ts'
import { makeWebhookPath } from './queries-keys.ts'

const { stripe, payfast, payments, close } = await startProviders()
const app = await startApp({
  settings: { code: 'ZAR' },
  config: { payments },
})
const site = await app.listen()
stripe.listen(`${site}${makeWebhookPath(app.deps, 'stripe', 'sandbox')}`)
afterAll(close)
afterEach(() => {
  stripe.notices.play({})
  payfast.notices.play({})
})

const admin = await app.make.admin()
const { trips, balance, booksBalance, detail, stateOf, postings, troubles, drivenTrip } = makePayments(app, admin)

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** Posts the card form as the page does, and returns the page that leads on. */
const postForm = async (as: TestUser, provider: string, orderId: string): Promise<string> => {
  const response = await fetch(`${site}/pay/${provider}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}` },
    body: new URLSearchParams({ order_id: orderId, amount: '1', currency: 'ZAR', cust_id: as.id, email: as.email }),
    redirect: 'manual',
  })
  expect(response.status).toBe(200)
  return response.text()
}

const linkIn = (html: string): string => unescape(/<a href="([^"]+)"/.exec(html)?.[1] ?? '')
const fieldsIn = (html: string): (readonly [string, string])[] =>
  [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [unescape(name), unescape(value)] as const,
  )
const paymentOf = async (bookingId: BookingId) =>
  (await app.db.selectFrom('payment').select('id').where('bookingId', '=', bookingId).executeTakeFirstOrThrow()).id
const comeBack = (url: string | null) => fetch(url ?? '', { redirect: 'manual' })

test('a trip is paid on Stripe’s page, told twice, and the browser comes back to what the database knows', async () => {
  const { rider, driver, booking } = await drivenTrip()
  stripe.notices.play({ twice: true })
  const { goTo } = await stripe.answer(linkIn(await postForm(rider, 'stripe', booking.id)))
  await app.settle()
  const id = await paymentOf(booking.id)
  expect((await comeBack(goTo)).headers.get('location')).toBe(`/payments/${id}`)
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect(await balance(driver)).toBe(booking.driverShare)
  expect(await detail(id)).toMatchObject({
    payment: { status: 'paid', amount: booking.payableAmount },
    notices: [{ state: 'done' }],
  })
  expect(stripe.notices.sent.map(({ status }) => status)).toEqual([200, 200])
  await app.call(refundPayment, { id: id as never, amount: '2.50', target: 'provider' }, { as: admin })
  await app.settle()
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'done', amount: '2.50' }] })
  expect(stripe.refunds().map(({ amount, status }) => [amount, status])).toEqual([[250, 'succeeded']])
  await booksBalance()
})

test('what comes back before the notice is asked for and settled; the late notice changes nothing', async () => {
  const { rider, booking } = await drivenTrip()
  stripe.notices.play({ held: true })
  const { goTo } = await stripe.answer(linkIn(await postForm(rider, 'stripe', booking.id)))
  await comeBack(goTo)
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  await stripe.notices.release()
  await app.settle()
  expect((await postings(booking.id)).filter((name) => name.endsWith(':card'))).toHaveLength(1)
  await booksBalance()
})

test('another amount than ours, a forged notice and a pending payment settle nothing; the last one does, once cleared', async () => {
  const { rider, booking } = await drivenTrip()
  const url = linkIn(await postForm(rider, 'stripe', booking.id))
  const id = await paymentOf(booking.id)
  stripe.notices.play({ pending: true, badSignature: true })
  await stripe.answer(url)
  expect(stripe.notices.sent.at(-1)?.status).toBe(400)
  await app.runJobs({ early: true })
  expect((await stateOf(id)).status).toBe('open')
  stripe.notices.play({ amount: '1' })
  await stripe.clear()
  await app.settle()
  expect(await stateOf(id)).toMatchObject({ status: 'open', problem: 'amount_differs' })
  expect(await troubles('amount_differs')).toBe(1)
  stripe.notices.play({ brokenStatus: true })
  await app.runJobs({ early: true })
  expect((await stateOf(id)).status).toBe('open')
  stripe.notices.play({})
  await app.runJobs({ early: true })
  expect(await stateOf(id)).toMatchObject({ status: 'paid', settledAs: 'booking' })
  await booksBalance()
})

test('a trip is paid by the signed form of PayFast, whose notice confirms itself', async () => {
  const { rider, driver, booking } = await drivenTrip()
  const html = await postForm(rider, 'payfast', booking.id)
  expect(html).toContain(`action="${payfast.origin}/eng/process"`)
  payfast.notices.play({ twice: true })
  const { goTo } = await payfast.answer(fieldsIn(html))
  const id = await paymentOf(booking.id)
  expect(payfast.notices.sent.map(({ status }) => status)).toEqual([200, 200])
  expect((await comeBack(goTo)).headers.get('location')).toBe(`/payments/${id}`)
  expect(await stateOf(id)).toMatchObject({ status: 'paid', settledAs: 'booking', provider: 'payfast' })
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect(await balance(driver)).toBe(booking.driverShare)
  await booksBalance()
})

test('PayFast declines, and says another amount: neither is money', async () => {
  const { rider, booking } = await drivenTrip()
  await payfast.answer(fieldsIn(await postForm(rider, 'payfast', booking.id)), 'decline')
  const declined = await paymentOf(booking.id)
  expect((await stateOf(declined)).status).toBe('failed')
  payfast.notices.play({ amount: '0.01' })
  await payfast.answer(fieldsIn(await postForm(rider, 'payfast', booking.id)))
  const rows = await app.db
    .selectFrom('payment')
    .select(['id', 'status', 'problem'])
    .where('bookingId', '=', booking.id)
    .execute()
  expect(rows.find(({ id }) => id !== declined)).toMatchObject({ status: 'open', problem: 'amount_differs' })
  expect((await trips.get(rider, booking.id)).status).toBe('PENDING')
  await booksBalance()
})
