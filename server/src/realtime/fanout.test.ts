import { getBooking, type BookingView } from '@wayfare/contract/bookings'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeConnect } from '../../test/live.ts'
import { jarntorget, type TestUser } from '../../test/make.ts'
import { makeTrips } from '../../test/trips.ts'

const app = await startApp()
const { make, call } = app
const trips = makeTrips(app)
const url = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => url)

/** A waiting booking, with everybody who may follow it. */
const bookWithFleet = async () => {
  const carType = await make.carType()
  const [admin, fleetAdmin, rider] = await Promise.all([make.admin(), make.fleetAdmin(), make.rider()])
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const booking = await trips.book(rider, carType)
  await trips.offer(booking.id)
  await app.settle()
  return { admin, fleetAdmin, rider, driver, booking }
}

const listen = async (reader: TestUser, topic: 'bookings' | `booking:${string}`) => {
  const client = await connect(reader)
  await client.subscribe(topic)
  const views = (): BookingView[] =>
    client.ofType('event').flatMap(({ event }) => (event.name === 'booking' ? [event.booking] : []))
  return { reader, client, views }
}

type Listener = Awaited<ReturnType<typeof listen>>

const expectOwnViews = async (listeners: readonly Listener[], booking: BookingView) => {
  for (const { reader, client, views } of listeners) {
    await expect.poll(() => views().at(-1)?.status).toBe('ARRIVED')
    expect(client.broken).toEqual([])
    expect(views().at(-1)).toEqual(await call(getBooking, { id: booking.id }, { as: reader }))
  }
}

const codesOf = ({ views }: Listener) => new Set(views().map(({ otp }) => otp))

it('shows each reader of a booking what that reader may see, whoever listened first', async () => {
  const { admin, fleetAdmin, rider, driver, booking } = await bookWithFleet()
  const desk = await listen(admin, 'bookings')
  const atRider = await listen(rider, 'bookings')
  const atDriver = await listen(driver, 'bookings')
  const atFleet = await listen(fleetAdmin, 'bookings')
  await trips.accept(driver, booking.id)
  await trips.arrive(driver, booking.id)
  await expectOwnViews([desk, atRider, atDriver, atFleet], booking)
  expect(codesOf(atRider)).toEqual(new Set([booking.otp]))
  expect(codesOf(atDriver)).toEqual(new Set([null]))
})

it('shows each reader of the topic of one booking what that reader may see, whoever listened first', async () => {
  const { admin, rider, driver, booking } = await bookWithFleet()
  await trips.accept(driver, booking.id)
  const topic = `booking:${booking.id}` as const
  const desk = await listen(admin, topic)
  const atRider = await listen(rider, topic)
  const atDriver = await listen(driver, topic)
  await trips.arrive(driver, booking.id)
  await expectOwnViews([desk, atRider, atDriver], booking)
  expect(codesOf(atRider)).toEqual(new Set([booking.otp]))
  expect(codesOf(atDriver)).toEqual(new Set([null]))
})
