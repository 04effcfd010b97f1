import { getBooking } from '@wayfare/contract/bookings'
import { getProviders, topUpWallet } from '@wayfare/contract/payments'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { listProviders } from './queries.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, make } = app
await trips.addReason()

const balance = async (as: TestUser) => (await call(getWallet, {}, { as })).balance
const booksBalance = async () =>
  expect(await call(proveLedger, {}, { as: await make.admin() })).toMatchObject({ sum: '0.00', balancesAgree: true })

test('a card is paid after a ride: the driver is free, the booking waits, the payment settles it once', async () => {
  const { rider, driver, carType } = await trips.cast()
  const booking = await trips.bookWith(rider, carType, {}, { paymentMode: 'card' })
  await trips.run(booking, { rider, driver }, 'REACHED')
  const open = await trips.get(rider, booking.id)
  expect(open).toMatchObject({ status: 'PENDING', cardPaymentAmount: open.payableAmount, may: { pay: true } })
  await expect(trips.pay(await make.rider(), booking.id)).rejects.toMatchObject({ key: 'not_found' })
  const pay = (as: TestUser) => trips.pay(as, booking.id)
  const outcomes = await Promise.all(
    [pay(rider), pay(rider)].map((one) =>
      one.then(
        ({ status }) => status,
        (error) => error.key,
      ),
    ),
  )
  expect(outcomes).toContain('PAID')
  expect(outcomes.every((one) => ['PAID', 'request_in_flight', 'wrong_step'].includes(one))).toBe(true)
  expect(await balance(driver)).toBe(open.driverShare)
  await booksBalance()
})

const delivery = { deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67', deliveryInstructions: 'Ring twice' }
const parcelCar = {
  category: 'delivery' as const,
  parcelTypes: JSON.stringify([
    { description: 'Envelope', amount: '1000' },
    { description: 'Box', amount: '4000' },
  ]),
  options: JSON.stringify([{ description: 'Fragile', amount: '500' }]),
}

test('a parcel costs by type and option, waits for its payment, and then asks the drivers', async () => {
  await app.settings({ category: 'both' })
  const { rider, driver, carType } = await trips.cast(parcelCar)
  const envelope = await trips.quote(carType)
  const box = await trips.quote(carType, { parcelType: 'Box' })
  expect([envelope.category, envelope.parcelType, envelope.option, envelope.lines.extras]).toEqual([
    'delivery',
    'Envelope',
    'Fragile',
    '15.00',
  ])
  expect(Number(box.lines.extras)).toBe(45)
  const order = { paymentMode: 'card' as const, ...delivery }
  const booking = await trips.bookWith(rider, carType, { parcelType: 'Box' }, order)
  expect(booking).toMatchObject({ status: 'PAYMENT_PENDING', deliveryPerson: 'Bo', parcelType: 'Box', may: { pay: true } })
  await app.settle()
  expect((await trips.get(rider, booking.id)).requestedCount).toBe(0)
  const paid = await trips.pay(rider, booking.id)
  expect(paid).toMatchObject({ status: 'NEW', prepaid: true, gateway: 'test' })
  await trips.run(paid, { rider, driver }, 'REACHED')
  const done = await trips.get(rider, booking.id)
  expect([done.status, done.tripCost]).toEqual(['PAID', booking.tripCost])
  expect(await balance(driver)).toBe(done.driverShare)
  await app.settings({ category: 'taxi' })
  await booksBalance()
})

test('the recipient reaches a driver only while the parcel is his', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, driver, carType } = await trips.cast(parcelCar)
  await make.money(rider, 100_000n)
  const booking = await trips.bookWith(rider, carType, {}, { paymentMode: 'wallet', ...delivery })
  expect(booking.status).toBe('NEW')
  await trips.offer(booking.id)
  expect((await call(getBooking, { id: booking.id }, { as: driver })).deliveryPersonPhone).toBeNull()
  await trips.accept(driver, booking.id)
  expect((await trips.get(driver, booking.id)).deliveryPersonPhone).toBe('+46311234567')
  await app.settings({ category: 'taxi' })
})

test.each([
  ['a phone too short', { ...delivery, deliveryPersonPhone: '12345' }],
  ['a phone that nobody has', { ...delivery, deliveryPersonPhone: '0000000' }],
  ['no phone', { deliveryPerson: 'Bo' }],
])('a parcel with %s is refused', async (_name, given) => {
  await app.settings({ category: 'delivery' })
  const { rider, carType } = await trips.cast(parcelCar)
  await expect(trips.bookWith(rider, carType, {}, { paymentMode: 'card', ...given })).rejects.toMatchObject({
    key: 'deliveryDetailMissing',
  })
  await app.settings({ category: 'taxi' })
})

test('an unpaid booking ends by itself, and one that is paid and cancelled comes back into the wallet', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, carType } = await trips.cast(parcelCar)
  const order = { paymentMode: 'card' as const, ...delivery }
  const [late, paid] = [await trips.bookWith(rider, carType, {}, order), await trips.bookWith(rider, carType, {}, order)]
  await trips.pay(rider, paid.id)
  app.advance(16 * 60_000)
  await app.runJobs({ early: true })
  expect(await trips.get(rider, late.id)).toMatchObject({
    status: 'CANCELLED',
    reason: 'Incomplete booking',
    cancelledBy: 'system',
  })
  await trips.cancel(rider, paid.id)
  expect(await balance(rider)).toBe(paid.cardPaymentAmount)
  app.advance(-16 * 60_000)
  await app.settings({ category: 'taxi' })
  await booksBalance()
})

test('a parcel that was to be paid in cash is paid by card before it goes, whole', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, driver, carType } = await trips.cast(parcelCar)
  const booking = await trips.bookWith(rider, carType, {}, { paymentMode: 'cash', ...delivery })
  expect(booking).toMatchObject({ status: 'PAYMENT_PENDING', cashPaymentAmount: booking.payableAmount })
  const paid = await trips.pay(rider, booking.id)
  expect(paid).toMatchObject({ status: 'NEW', paymentMode: 'card', cardPaymentAmount: booking.payableAmount })
  expect(Number(paid.cashPaymentAmount)).toBe(0)
  await trips.run(paid, { rider, driver }, 'REACHED')
  expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'PAID' })
  expect(await balance(driver)).toBe(booking.driverShare)
  await app.settings({ category: 'taxi' })
  await booksBalance()
})

test('the test provider is not there in production', async () => {
  expect(await call(getProviders, {})).toEqual([{ name: 'test', link: '/pay/test' }])
  const config = { ...app.deps.config, isProduction: true, publicOrigin: 'https://taxi.example' }
  expect(await listProviders({ ...app.deps, config })).toEqual([])
})

test('a top-up keeps to the limits of the settings, and says which they are', async () => {
  await app.settings({ topUpMin: 50, topUpMax: 500.5 })
  const rider = await make.rider()
  const topUp = (amount: string) => call(topUpWallet, { amount, provider: 'test' }, { as: rider })
  for (const amount of ['49.99', '500.51', '60.001']) {
    const details = { min: '50.00', max: '500.50' }
    await expect(topUp(amount)).rejects.toMatchObject({ key: 'proper_amount', details })
  }
  expect((await topUp('50')).payment).toMatchObject({ amount: '50.00', status: 'open' })
  expect((await topUp('500.5')).payment).toMatchObject({ amount: '500.50' })
  expect(await app.db.selectFrom('payment').select('id').where('userId', '=', rider.id).execute()).toHaveLength(2)
})
