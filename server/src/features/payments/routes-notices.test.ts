// One signed notice, sent a hundred times at once over real connections by fakes of Stripe, which is asked again, and of PayFast,
// whose notice settles the payment by itself.
import { listBookingSteps } from '@wayfare/contract/bookings'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { registerDevice } from '@wayfare/contract/messages-push'
import { payBooking, type StartedPayment } from '@wayfare/contract/payments'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { startProviders } from '../../../test/providers.ts'
import { sendTo } from '../../../test/send.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { makeBrowser } from '../../../test/stubs/push-service.ts'
import { makeWebhookPath } from './queries-keys.ts'

const { stripe, payfast, payments, close } = await startProviders()
const push = makePushStub()
const app = await startApp({
  settings: { code: 'ZAR' },
  services: { push: push.push },
  config: { payments },
})
const site = await app.listen()
const { connect } = makeConnect(() => site.replace('http', 'ws'))
stripe.listen(`${site}${makeWebhookPath(app.deps, 'stripe', 'sandbox')}`)
afterAll(close)

const admin = await app.make.admin()
const { balance, booksBalance, detail, postings, drivenTrip } = makePayments(app, admin)

const providers = {
  stripe: { stub: stripe, pay: ({ checkout }: StartedPayment) => stripe.answer('url' in checkout ? checkout.url : '') },
  payfast: { stub: payfast, pay: ({ checkout }: StartedPayment) => payfast.answer('fields' in checkout ? checkout.fields : []) },
}

/** Someone with an open page and a device: counts how often each was told that the booking is paid. */
const watch = async (as: TestUser) => {
  const token = `https://fcm.googleapis.com/fcm/send/${as.id}`
  await app.call(registerDevice, { kind: 'web', token, keys: makeBrowser('').keys }, { as })
  const page = await connect(as)
  await page.subscribe('me')
  const isPaid = ({ event }: ReturnType<typeof page.ofType<'event'>>[number]): boolean =>
    event.name === 'notice' && event.notice.key.startsWith('notice_booking_paid')
  return {
    notices: () => page.ofType('event').filter(isPaid).length,
    pushes: () => push.handed.filter(({ device, notice }) => device.token === token && /paid/i.test(notice.msg)).length,
  }
}

const times = 100

test.each(['stripe', 'payfast'] as const)(
  'one signed notice of %s sent a hundred times at once settles once: one receipt, and one notice and one push for each person',
  async (name) => {
    const { stub, pay } = providers[name]
    const { rider, driver, booking } = await drivenTrip()
    await app.settle()
    const watching = [await watch(rider), await watch(driver)]
    const { body: started } = await sendTo(
      site,
      payBooking,
      { id: booking.id, provider: name },
      { token: rider.token, key: name },
    )
    stub.notices.play({ held: true })
    await pay(started)
    // the payment is settled while notices still arrive
    await Promise.all([stub.notices.flood(times), app.settle()])
    await app.settle()

    expect(stub.notices.sent.map(({ status }) => status)).toEqual(Array.from({ length: times }, () => 200))
    expect(new Set(stub.notices.sent.map(({ body }) => body)).size).toBe(1)
    expect(await postings(booking.id)).toEqual([`trip:${booking.id}:card`, `trip:${booking.id}:credit`])
    expect(await balance(driver)).toBe(booking.driverShare)
    expect(await balance(rider)).toBe('0.00')
    expect(await detail(started.payment.id)).toMatchObject({ payment: { status: 'paid', settledAs: 'booking', problem: null } })
    expect((await detail(started.payment.id)).notices).toHaveLength(1)
    const { steps } = await app.call(listBookingSteps, { id: booking.id }, { as: rider })
    expect(steps.filter(({ to }) => to === 'PAID')).toHaveLength(1)
    const receipt = await app.call(getReceipt, { id: booking.id }, { as: rider })
    expect(receipt.parts).toEqual([{ mode: 'card', amount: booking.payableAmount, provider: expect.any(String) }])
    expect(receipt).toMatchObject({ total: booking.payableAmount, refunds: [] })
    for (const { notices, pushes } of watching) {
      await expect.poll(notices).toBe(1)
      expect(pushes()).toBe(1)
    }
    await booksBalance()
  },
)
