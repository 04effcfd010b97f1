import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makePayments } from '../../../test/payments.ts'
import { expireBooking } from '../bookings/commands.ts'

const fake = makeFakeProvider()
const app = await startApp({ services: { payments: [fake.provider] }, config: { payments: { stripe: fakeKeys } } })
const { make, settle } = app
const { trips, drivenTrip, parcel, begin, notify, balance, booksBalance, stateOf } = makePayments(app, await make.admin())

const isBusy = async ({ id }: TestUser) =>
  (await app.db.selectFrom('appUser').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue

test('a card that pays late does not free the driver, who is on the next trip', async () => {
  const { rider, driver, carType, booking } = await drivenTrip()
  const payment = await begin(rider, booking)
  expect([booking.status, await isBusy(driver)]).toEqual(['PENDING', false])
  const other = await make.rider()
  const [next, waiting] = [await trips.book(other, carType), await trips.book(await make.rider(), carType)]
  for (const { id } of [next, waiting]) await trips.offer(id)
  await trips.accept(driver, next.id)
  fake.control.said.set(payment.id, { state: 'paid' })
  await notify({ payment: payment.id })
  await settle()
  expect((await trips.get(rider, booking.id)).status).toBe('PAID')
  expect(await isBusy(driver)).toBe(true)
  await expect(trips.accept(driver, waiting.id)).rejects.toMatchObject({ key: 'driver_busy' })
  expect(await trips.get(other, next.id)).toMatchObject({ status: 'ACCEPTED', driver: driver.id })
  expect(await balance(driver)).toBe(booking.driverShare)
  await booksBalance()
})

/** Makes it look as if all of it was an hour ago, and no job had run since. */
const makeOld = async () => {
  for (const [table, column] of [
    ['booking', 'pay_by'],
    ['payment', 'next_check_at'],
    ['payment', 'created_at'],
  ])
    await sql`update ${sql.table(table ?? '')} set ${sql.ref(column ?? '')} = ${sql.ref(column ?? '')} - interval '1 hour'`.execute(
      app.db,
    )
}

test('a parcel that was paid while the server was off for an hour is not cancelled when it is back', async () => {
  await app.settings({ category: 'delivery' })
  const { rider, booking } = await parcel()
  const [payment, other] = [await begin(rider, booking), await parcel()]
  const unpaid = await begin(other.rider, other.booking)
  fake.control.said.set(payment.id, { state: 'paid' })
  await makeOld()
  for (const { id } of [booking, other.booking]) await expireBooking(app.deps, id)
  await settle()
  expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'NEW', prepaid: true })
  // according to its provider, nobody paid the other one
  expect((await stateOf(unpaid.id)).status).toBe('open')
  await expireBooking(app.deps, other.booking.id)
  expect((await trips.get(other.rider, other.booking.id)).status).toBe('CANCELLED')
})

test.each(['unavailable', 'forbidden'] as const)(
  'nor is it where the provider cannot be asked when the server is back (%s)',
  async (outage) => {
    const { rider, booking } = await parcel()
    const payment = await begin(rider, booking)
    fake.control.said.set(payment.id, { state: 'paid' })
    await makeOld()
    fake.control.outages.set('fetchStatus', outage)
    for (let minute = 0; minute < 3; minute++) {
      await expireBooking(app.deps, booking.id)
      await settle()
    }
    expect((await trips.get(rider, booking.id)).status).toBe('PAYMENT_PENDING')
    fake.control.outages.clear()
    await app.db.updateTable('payment').set({ nextCheckAt: app.deps.now() }).where('id', '=', payment.id).execute()
    await expireBooking(app.deps, booking.id)
    await settle()
    expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'NEW', prepaid: true })
  },
)

test('nor is one whose rider tries another card on the page where the first was declined', async () => {
  const { rider, booking } = await parcel()
  const payment = await begin(rider, booking)
  fake.control.said.set(payment.id, { state: 'failed' })
  await notify({ event: 'declined', payment: payment.id })
  await settle()
  expect((await stateOf(payment.id)).status).toBe('failed')
  fake.control.said.set(payment.id, { state: 'paid' })
  await makeOld()
  await expireBooking(app.deps, booking.id)
  await settle()
  expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'NEW', prepaid: true })
})
