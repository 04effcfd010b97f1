import { payBooking, topUpWallet } from '@wayfare/contract/payments'
import { getPaymentDetail, refundPayment, replayPayment, retryRefund } from '@wayfare/contract/payments-admin'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { afterEach, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const fake = makeFakeProvider()
const whole = makeFakeProvider('paystack', { refunds: 'whole' })
const app = await startApp({
  services: { payments: [fake.provider, whole.provider] },
  config: { payments: { stripe: fakeKeys, paystack: fakeKeys } },
})
const trips = makeTrips(app)
const { call, make } = app
await trips.addReason()
const admin = await make.admin()

afterEach(() => {
  for (const { control } of [fake, whole]) {
    control.outages.clear()
    control.during.clear()
    control.refundState = 'done'
  }
})

const balance = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const books = async () => {
  const { accounts, ...proof } = await call(proveLedger, {}, { as: admin })
  expect(proof).toMatchObject({ sum: '0.00', balancesAgree: true })
  return (kind: string) => Number(accounts.find((account) => account.kind === kind)?.balance ?? 0)
}
const detail = (id: string) => call(getPaymentDetail, { id: asId(id) }, { as: admin })

/** A trip of about 1234.56 that its rider has paid. */
const paidTrip = async (provider = 'stripe') => {
  const { control } = provider === 'stripe' ? fake : whole
  const people = await trips.cast()
  const booking = await trips.bookWith(people.rider, people.carType, {}, { paymentMode: 'card' })
  await trips.run(booking, people, 'REACHED')
  const { payment } = await call(payBooking, { id: booking.id, provider }, { as: people.rider })
  control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  return { ...people, payment, booking, id: payment.id }
}

type Wish = { amount: string; target?: 'provider' | 'wallet'; once?: string }
const refund = (id: string, { amount, target = 'provider', once }: Wish) =>
  call(refundPayment, { id: asId(id), amount, target, reason: 'Complaint' }, { as: admin, ...(once ? { once } : {}) })

test('a part goes back to the card, once the provider says so, and the books show it', async () => {
  const { id, payment, driver, booking } = await paidTrip()
  const before = await books()
  expect(await refund(id, { amount: '10.50' })).toMatchObject({
    payment: { refunded: '10.50' },
    refunds: [{ amount: '10.50', state: 'pending', target: 'provider', reason: 'Complaint' }],
  })
  await app.settle()
  expect(await detail(id)).toMatchObject({
    refunds: [{ state: 'done' }],
    refundable: String((Number(payment.amount) - 10.5).toFixed(2)),
  })
  const after = await books()
  expect(after('refunds') - before('refunds')).toBeCloseTo(-10.5)
  expect(after('cards') - before('cards')).toBeCloseTo(10.5)
  expect(await balance(driver)).toBe(booking.driverShare)
  expect(fake.control.calls.filter((c) => c.step === 'refund' && c.id === id)).toMatchObject([
    { amountMinor: 1050n, mode: 'sandbox' },
  ])
})

test('into the wallet it goes at once', async () => {
  const { id, rider, payment } = await paidTrip()
  const done = await refund(id, { amount: payment.amount, target: 'wallet' })
  expect(done).toMatchObject({ refundable: '0.00', targets: [], refunds: [{ state: 'done' }] })
  expect(await balance(rider)).toBe(payment.amount)
  await books()
})

test('a double click and twenty at once never give back more than was paid', async () => {
  const { id, payment } = await paidTrip()
  const [first, second] = await Promise.all([
    refund(id, { amount: '1', once: 'same' }).catch(({ key }) => key),
    refund(id, { amount: '1', once: 'same' }).catch(({ key }) => key),
  ])
  expect([first, second].filter((one) => typeof one === 'object').length).toBeGreaterThan(0)
  expect((await detail(id)).payment.refunded).toBe('1.00')
  const third = (Math.floor(Number(payment.amount) / 3) + 1).toFixed(2)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      refund(id, { amount: third }).then(
        () => 'done',
        ({ key }) => key,
      ),
    ),
  )
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(2)
  expect(outcomes.filter((one) => one === 'proper_amount')).toHaveLength(18)
  await app.settle()
  const { payment: now, refunds } = await detail(id)
  expect(Number(now.refunded)).toBeLessThanOrEqual(Number(payment.amount))
  expect(refunds.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  await books()
})

test('one that the provider refuses comes back into the books, is shown, and can be tried again under a new name', async () => {
  const { id, payment } = await paidTrip()
  const before = await books()
  fake.control.refundState = 'failed'
  await refund(id, { amount: '5' })
  await app.settle()
  const failed = await detail(id)
  expect(failed).toMatchObject({ refunds: [{ state: 'failed' }], payment: { refunded: '0.00' }, refundable: payment.amount })
  const between = await books()
  expect([between('refunds'), between('cards')]).toEqual([before('refunds'), before('cards')])
  fake.control.refundState = 'done'
  const refundId = asId<'refund'>(failed.refunds[0]?.id ?? '')
  await call(retryRefund, { id: refundId }, { as: admin })
  await app.settle()
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'done' }], payment: { refunded: '5.00' } })
  expect(fake.control.calls.filter((c) => c.step === 'refund' && c.id === id).map((c) => c.refundId)).toEqual([
    refundId,
    `${refundId}T2`,
  ])
  await expect(call(retryRefund, { id: refundId }, { as: admin })).rejects.toMatchObject({ key: 'wrong_step' })
  await books()
})

test('one that is tried again weeks later is looked after as long as a new one', async () => {
  const { id } = await paidTrip()
  fake.control.refundState = 'failed'
  await refund(id, { amount: '10' })
  await app.settle()
  const weeksMs = 15 * 24 * 3_600_000
  app.advance(weeksMs)
  const [failed] = (await detail(id)).refunds
  fake.control.refundState = 'pending'
  await call(retryRefund, { id: asId(failed?.id ?? '') }, { as: admin })
  await app.settle()
  fake.control.refundState = 'done'
  await app.runJobs({ early: true })
  expect((await detail(id)).refunds).toMatchObject([{ state: 'done' }])
  app.advance(-weeksMs)
  await books()
})

test('one that is just being asked for is not asked for by a second job at the same time', async () => {
  const { id } = await paidTrip()
  const asked = () => fake.control.calls.filter((c) => c.step === 'refund' && c.id === id).length
  const during: number[] = []
  fake.control.during.set('refund', async () => {
    fake.control.during.clear()
    const [{ id: refundId = '' } = {}] = (await detail(id)).refunds
    await call(retryRefund, { id: refundId }, { as: admin })
    await app.runJobs()
    during.push(asked())
  })
  await refund(id, { amount: '5' })
  await app.settle()
  expect([during, asked()]).toEqual([[1], 1])
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'done' }], payment: { refunded: '5.00' } })
})

test('one whose fate is not known stays under way, and is asked about under the same name until it is', async () => {
  const { id } = await paidTrip()
  fake.control.outages.set('refund', 'unavailable')
  await refund(id, { amount: '5' })
  await app.settle()
  expect(await detail(id)).toMatchObject({
    refunds: [{ state: 'pending', problem: 'provider_unavailable' }],
    payment: { refunded: '5.00' },
  })
  // a refusal of the second request is not conclusive: the first may have arrived
  fake.control.outages.set('refund', 'refused')
  await app.runJobs({ early: true })
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'pending' }], payment: { refunded: '5.00' } })
  fake.control.outages.clear()
  fake.control.refundState = 'pending'
  await app.runJobs({ early: true })
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'pending', problem: null }] })
  fake.control.refundState = 'done'
  await app.runJobs({ early: true })
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'done' }] })
  const names = fake.control.calls.filter((c) => c.step === 'refund' && c.id === id).map((c) => c.refundId)
  expect([names.length > 2, new Set(names).size]).toEqual([true, 1])
  await books()
})

test('one for which the provider did not take our keys waits for better ones, and the desk is told', async () => {
  const { id } = await paidTrip()
  fake.control.outages.set('refund', 'unavailable')
  await refund(id, { amount: '5' })
  await app.settle()
  fake.control.outages.set('refund', 'forbidden')
  await app.runJobs({ early: true })
  await app.runJobs({ early: true })
  const waiting = { refunds: [{ state: 'pending', problem: 'keys_refused' }], payment: { refunded: '5.00' } }
  expect(await detail(id)).toMatchObject(waiting)
  const told = await app.db.selectFrom('event').select('payload').where('type', '=', 'PaymentTroubled').execute()
  const mine = told.filter(({ payload }) => JSON.stringify(payload).includes(id))
  expect(mine.map(({ payload }) => JSON.stringify(payload).includes('keys_refused'))).toEqual([true])
  // the first request may have arrived, whatever the keys were later
  fake.control.outages.set('refund', 'refused')
  await app.runJobs({ early: true })
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'pending' }] })
  fake.control.outages.clear()
  await app.runJobs({ early: true })
  expect(await detail(id)).toMatchObject({ refunds: [{ state: 'done' }], payment: { refunded: '5.00' } })
  await books()
})

test('of a top-up it leaves the wallet first, and never takes what is not there', async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '100', provider: 'stripe' }, { as: rider })
  fake.control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect(await balance(rider)).toBe('100.00')
  await expect(refund(payment.id, { amount: '10', target: 'wallet' })).rejects.toMatchObject({ key: 'refund_not_possible' })
  await refund(payment.id, { amount: '60' })
  expect(await balance(rider)).toBe('40.00')
  await app.settle()
  await make.money(rider, -3000n)
  await expect(refund(payment.id, { amount: '40' })).rejects.toMatchObject({ key: 'wallet_balance_low' })
  expect(await balance(rider)).toBe('10.00')
  await books()
})

test('two at once of one top-up give it back once, also where the wallet has as much again', async () => {
  const rider = await make.rider()
  const { payment } = await call(topUpWallet, { amount: '100', provider: 'stripe' }, { as: rider })
  fake.control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  await make.money(rider, 20_000n)
  const both = await Promise.allSettled([refund(payment.id, { amount: '100' }), refund(payment.id, { amount: '100' })])
  const outcomes = both.map((one) => (one.status === 'rejected' ? one.reason.key : 'done'))
  expect(outcomes.toSorted()).toEqual(['done', 'proper_amount'])
  expect(await balance(rider)).toBe('200.00')
  expect(await detail(payment.id)).toMatchObject({ payment: { refunded: '100.00' }, refundable: '0.00' })
  await app.settle()
  await books()
})

test('of a booking that goes on nothing goes back; once it is cancelled, its money goes from the wallet to the card', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, carType } = await trips.cast({
    category: 'delivery',
    parcelTypes: JSON.stringify([{ description: 'Box', amount: '4000' }]),
  })
  const delivery = { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, { parcelType: 'Box' }, { paymentMode: 'card', ...delivery })
  const { payment } = await call(payBooking, { id: booking.id, provider: 'stripe' }, { as: rider })
  fake.control.said.set(payment.id, { state: 'paid' })
  await call(replayPayment, { id: payment.id }, { as: admin })
  expect((await trips.get(rider, booking.id)).status).toBe('NEW')
  expect(await detail(payment.id)).toMatchObject({ targets: [], refundable: '0.00' })
  await expect(refund(payment.id, { amount: payment.amount })).rejects.toMatchObject({ key: 'wrong_step' })
  await trips.cancel(rider, booking.id)
  expect(await balance(rider)).toBe(payment.amount)
  expect(await detail(payment.id)).toMatchObject({ targets: ['provider'], refundable: payment.amount })
  await refund(payment.id, { amount: payment.amount })
  expect(await balance(rider)).toBe('0.00')
  await expect(refund(payment.id, { amount: '1' })).rejects.toMatchObject({ key: 'proper_amount' })
  await app.settings({ category: 'taxi' })
  await app.settle()
  await books()
})

test('a provider that gives back only the whole is asked for the whole only; a part goes into the wallet', async () => {
  const { id, payment, rider } = await paidTrip('paystack')
  expect((await detail(id)).wholeOnly).toBe(true)
  await expect(refund(id, { amount: '1' })).rejects.toMatchObject({ key: 'refund_not_possible' })
  await refund(id, { amount: '1', target: 'wallet' })
  expect(await balance(rider)).toBe('1.00')
  const rest = (Number(payment.amount) - 1).toFixed(2)
  await expect(refund(id, { amount: rest })).rejects.toMatchObject({ key: 'refund_not_possible' })
  expect((await detail(id)).targets).toEqual(['wallet'])
  await books()
})

test.each(['0', '0.001', '99999999'])('an amount of %s is refused with what is left', async (amount) => {
  const { id, payment } = await paidTrip()
  await expect(refund(id, { amount })).rejects.toMatchObject({ key: 'proper_amount', details: { most: payment.amount } })
})

test('nothing is given back while critical edits are locked, or of what was never paid', async () => {
  const { id } = await paidTrip()
  await app.settings({ allowCriticalEditsAdmin: false })
  await expect(refund(id, { amount: '1' })).rejects.toMatchObject({ key: 'demo_mode' })
  await app.settings({ allowCriticalEditsAdmin: true })
  const { payment } = await call(topUpWallet, { amount: '10', provider: 'stripe' }, { as: await make.rider() })
  await expect(refund(payment.id, { amount: '1' })).rejects.toMatchObject({ key: 'wrong_step' })
})
