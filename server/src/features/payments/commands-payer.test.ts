import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { payTip } from '@wayfare/contract/bookings-tip'
import type { Notice } from '@wayfare/contract/live'
import { removeUser } from '@wayfare/contract/people-edit'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { payBooking, topUpWallet } from '@wayfare/contract/payments'
import { getPaymentDetail, listPayments, refundPayment, replayPayment, retryRefund } from '@wayfare/contract/payments-admin'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
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

/** A trip that its rider paid with Stripe. */
const paidTrip = async () => {
  const people = await trips.cast()
  const { id } = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card' })
  const booking = await trips.get(people.rider, id)
  await trips.run(booking, people, 'REACHED')
  const { payment } = await call(payBooking, { id, provider: 'stripe' }, { as: people.rider })
  await confirm(fake, payment)
  return { ...people, id, fare: payment.amount, payment }
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

const listen = (user: TestUser) => {
  const notices: Notice[] = []
  app.deps.bus.subscribe(`user.${user.id}`, (message) => {
    const { kind, notice } = message as { kind: string; notice: Notice }
    if (kind === 'notice') notices.push(notice)
  })
  return () => notices.map(({ key, params, screen, bookingId }) => [key, params['amount'], screen, bookingId])
}

test('whoever has money given back is told how much and where it is, once it is there or its provider took it on', async () => {
  const { rider, id, payment } = await paidTrip()
  await app.settle()
  const heard = listen(rider)
  const give = (of: string, amount: string, target: 'provider' | 'wallet') =>
    call(refundPayment, { id: of, amount, target, reason: 'Complaint' }, { as: admin })
  fake.control.refundState = 'pending'
  await give(payment.id, '20.00', 'provider')
  await app.settle()
  expect(heard()).toEqual([])
  fake.control.refundState = 'done'
  await app.runJobs({ early: true })
  await give(payment.id, '5.00', 'wallet')
  await app.settle()
  expect(heard()).toEqual([
    ['notice_refunded', '20.00', 'BookedCab', id],
    ['notice_wallet_credited', '5.00', 'wallet', id],
  ])
  const { payment: topUp } = await call(topUpWallet, { amount: '100.00', provider: 'stripe' }, { as: rider })
  await confirm(fake, topUp)
  await give(topUp.id, '100.00', 'provider')
  await app.settle()
  expect(heard().at(-1)).toEqual(['notice_refunded', '100.00', 'wallet', null])
})

test('a tip by card whose driver has gone before it is confirmed is in the wallet of whoever gave it, and not in nobody’s', async () => {
  const { rider, driver, id } = await paidTrip()
  const { payment } = await call(payTip, { id, amount: '12.00', provider: 'stripe' }, { as: rider })
  await call(removeUser, { id: driver.id, forfeit: true }, { as: admin })
  await app.settle()
  const heard = listen(rider)
  await confirm(fake, payment)
  await app.settle()
  expect((await call(getWallet, {}, { as: rider })).balance).toBe('12.00')
  expect((await trips.get(rider, id)).tip).toBe('0.00')
  expect(heard()).toEqual([['notice_payment_to_wallet', '12.00', 'wallet', id]])
})

const troublesOf = async (id: string): Promise<unknown[]> => {
  const troubles = await app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled').execute()
  return troubles.filter((one) => JSON.stringify(one).includes(id))
}

test('a refund of a top-up that came to nothing is a problem while the wallet has its money, and none once it was spent', async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '50.00', provider: 'stripe' }, { as: rider })
  await confirm(fake, payment)
  fake.control.refundState = 'failed'
  await call(refundPayment, { id: payment.id, amount: '50.00', target: 'provider', reason: '' }, { as: admin })
  await app.settle()
  fake.control.refundState = 'done'
  const isFailed = async () => (await call(getPaymentDetail, { id: payment.id }, { as: admin })).payment.refundFailed
  expect([(await call(getWallet, {}, { as: rider })).balance, await isFailed()]).toEqual(['50.00', true])
  await make.money(rider, -100n)
  // the money was spent from the wallet: nothing is left to refund, and nobody is missing it
  expect(await isFailed()).toBe(false)
  const { payments } = await call(listPayments, { problem: 'true', search: payment.id }, { as: admin })
  expect(payments).toEqual([])
})

test('that a refund is late is told once, and not with each try of a desk that knows', async () => {
  const { payment } = await paidTrip()
  fake.control.refundState = 'pending'
  await call(refundPayment, { id: payment.id, amount: '20.00', target: 'provider', reason: '' }, { as: admin })
  await app.settle()
  const refund = (await call(getPaymentDetail, { id: payment.id }, { as: admin })).refunds[0]?.id ?? ''
  const away = 11 * 86_400_000
  app.advance(away)
  await app.runJobs({ early: true })
  expect(await troublesOf(payment.id)).toHaveLength(1)
  for (let n = 0; n < 2; n += 1) {
    await call(retryRefund, { id: refund }, { as: admin })
    await app.settle()
  }
  fake.control.refundState = 'done'
  app.advance(-away)
  expect(await troublesOf(payment.id)).toHaveLength(1)
})

test('a refund that its bank sends back after it was done is in the books again, told, listed, and can be made once more', async () => {
  const { rider, payment } = await paidTrip()
  await app.settle()
  const heard = listen(rider)
  const detail = () => call(getPaymentDetail, { id: payment.id }, { as: admin })
  await call(refundPayment, { id: payment.id, amount: '20.00', target: 'provider', reason: '' }, { as: admin })
  await app.settle()
  const [before] = (await detail()).refunds
  const id = before?.id ?? ''
  expect(before?.state).toBe('done')
  const told = { kind: 'refund', ref: `refund-${id}`, refundId: id, state: 'failed', amountMinor: 2000n } as const
  fake.control.reversals.set(payment.id, [told])
  await call(replayPayment, { id: payment.id }, { as: admin })
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect(await detail()).toMatchObject({
    payment: { refunded: '0.00', refundFailed: true, problem: null },
    refunds: [{ state: 'failed' }],
    reversals: [],
  })
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
  expect(await troublesOf(payment.id)).toHaveLength(1)
  await app.settle()
  expect(heard().map(([key, amount]) => [key, amount])).toEqual([
    ['notice_refunded', '20.00'],
    ['notice_refund_bounced', '20.00'],
  ])
  // to the provider the next try is another refund, and it reports both
  await call(retryRefund, { id }, { as: admin })
  await app.settle()
  const again = { ...told, ref: `refund-${id}T2`, refundId: `${id}T2`, state: 'done' } as const
  fake.control.reversals.set(payment.id, [told, again])
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect(await detail()).toMatchObject({
    payment: { refunded: '20.00', refundFailed: false },
    refunds: [{ state: 'done' }],
    reversals: [],
  })
})

test('where the provider repeats no names, the next try of a refund that came back is ours, and not taken from the books twice', async () => {
  const { payment } = await paidTrip()
  const detail = () => call(getPaymentDetail, { id: payment.id }, { as: admin })
  await call(refundPayment, { id: payment.id, amount: '20.00', target: 'provider', reason: '' }, { as: admin })
  await app.settle()
  const id = (await detail()).refunds[0]?.id ?? ''
  const told = { kind: 'refund', ref: `refund-${id}`, state: 'failed', amountMinor: 2000n } as const
  fake.control.reversals.set(payment.id, [told])
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect((await detail()).refunds).toMatchObject([{ state: 'failed' }])
  fake.control.refundState = 'pending'
  await call(retryRefund, { id }, { as: admin })
  await app.settle()
  fake.control.reversals.set(payment.id, [told, { ...told, ref: `refund-${id}T2`, state: 'pending' }])
  await call(replayPayment, { id: payment.id }, { as: admin })
  fake.control.refundState = 'done'
  expect(await detail()).toMatchObject({ payment: { refunded: '20.00' }, refunds: [{ state: 'pending' }], reversals: [] })
  expect(await call(proveLedger, {}, { as: admin })).toMatchObject({ sum: '0.00', balancesAgree: true })
})
