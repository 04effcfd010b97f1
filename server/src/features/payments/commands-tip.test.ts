import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { payTip } from '@wayfare/contract/bookings-tip'
import { payBooking } from '@wayfare/contract/payments'
import { replayPayment } from '@wayfare/contract/payments-admin'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const [fake, other] = [makeFakeProvider(), makeFakeProvider('paystack')]
const app = await startApp({
  services: { payments: [fake.provider, other.provider] },
  config: { payments: { stripe: fakeKeys, paystack: fakeKeys } },
})
const trips = makeTrips(app)
const { call, make } = app
const admin = await make.admin()

const confirm = async ({ control }: typeof fake, { id }: { id: string }) => {
  control.said.set(id, { state: 'paid' })
  await call(replayPayment, { id }, { as: admin })
}

/** A trip that its rider paid at Stripe. */
const paidTrip = async () => {
  const people = await trips.cast()
  const { id } = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card' })
  const booking = await trips.get(people.rider, id)
  await trips.run(booking, people, 'REACHED')
  const { payment } = await call(payBooking, { id, provider: 'stripe' }, { as: people.rider })
  await confirm(fake, payment)
  return { ...people, id, fare: payment.amount }
}

const tipBy = async (provider: 'stripe' | 'paystack', { rider, id }: Awaited<ReturnType<typeof paidTrip>>) => {
  const { payment } = await call(payTip, { id, amount: '12.00', provider }, { as: rider })
  await confirm(provider === 'stripe' ? fake : other, payment)
}

test('the receipt says who took the tip where another provider took the fare, and one sum where it is the same', async () => {
  const trip = await paidTrip()
  await tipBy('paystack', trip)
  expect((await call(getReceipt, { id: trip.id }, { as: trip.rider })).parts).toEqual([
    { mode: 'card', amount: trip.fare, provider: 'stripe' },
    { mode: 'card', amount: '12.00', provider: 'paystack' },
  ])
  const same = await paidTrip()
  await tipBy('stripe', same)
  expect((await call(getReceipt, { id: same.id }, { as: same.rider })).parts).toEqual([
    { mode: 'card', amount: (Number(same.fare) + 12).toFixed(2), provider: 'stripe' },
  ])
})
