import { listAlerts } from '@wayfare/contract/desk'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { LATE_MS, SILENT_MS } from '@wayfare/core/alerts'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

const alertsFor = async (as: TestUser, id: string) => {
  const { alerts } = await call(listAlerts, {}, { as })
  return alerts.filter(({ bookingId }) => bookingId === id)
}

/** A booking accepted by a driver of this fleet. */
const accepted = async (fleetAdmin: TestUser) => {
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const booking = await trips.book(rider, carType)
  await trips.run(booking, { rider, driver }, 'ACCEPTED')
  return { booking, driver, rider }
}

test('a booking that everybody declined is an alert with its reason until somebody takes it', async () => {
  const admin = await make.admin()
  const { driver, id, carType } = await trips.trip('NEW').then(async (cast) => ({ ...cast, carType: cast.driver.carType }))
  await app.settle()
  expect(await alertsFor(admin, id)).toEqual([])
  await trips.decline(driver, id)
  expect(await alertsFor(admin, id)).toMatchObject([{ kind: 'noTaker', reason: 'all_declined', status: 'NEW', driver: null }])
  const other = await make.driver({ carType: carType ?? (await make.carType()), at: jarntorget })
  await trips.offer(id)
  await trips.accept(other, id)
  expect(await alertsFor(admin, id)).toEqual([])
})

test('a booking that nobody was asked for is an alert at once, until somebody is', async () => {
  const admin = await make.admin()
  await app.settings({ autoDispatch: false })
  const { carType, rider, driver } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  expect(await alertsFor(admin, id)).toMatchObject([{ kind: 'noTaker', reason: 'not_asked', status: 'NEW' }])
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  expect(await alertsFor(admin, id)).toEqual([])
  await app.settings({ autoDispatch: true })
})

test('a driver who is not heard of and a late pickup are alerts of the desk and of the driver’s own fleet admin', async () => {
  const [admin, mine, other] = [await make.admin(), await make.fleetAdmin(), await make.fleetAdmin()]
  const { booking, driver } = await accepted(mine)
  expect(await alertsFor(admin, booking.id)).toEqual([])
  app.advance(SILENT_MS + 1000)
  const [alert] = await alertsFor(admin, booking.id)
  expect(alert).toMatchObject({ kind: 'lostSignal', driver: driver.id, driverContact: driver.mobile, vehicleNumber: 'ABC 12D' })
  expect(alert?.customerContact).toBe(booking.customerContact)
  expect(await alertsFor(mine, booking.id)).toEqual([{ ...alert, customerContact: null }])
  expect(await alertsFor(other, booking.id)).toEqual([])
  await make.position(driver, jarntorget)
  expect(await alertsFor(admin, booking.id)).toEqual([])
  app.advance(LATE_MS.now)
  expect((await alertsFor(admin, booking.id)).map(({ kind }) => kind)).toEqual(['lostSignal', 'latePickup'])
  await make.position(driver, jarntorget)
  await trips.arrive(driver, booking.id)
  expect(await alertsFor(admin, booking.id)).toEqual([])
})

test('the most urgent alerts come first, of these the oldest; hidden contacts stay hidden', async () => {
  const admin = await make.admin()
  const { alerts } = await call(listAlerts, {}, { as: admin })
  const ranks = alerts.map(({ kind, since }) => [['noTaker', 'lostSignal', 'latePickup'].indexOf(kind), since] as const)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]))
  const { booking } = await accepted(await make.fleetAdmin())
  app.advance(SILENT_MS + 1000)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await alertsFor(admin, booking.id)).toMatchObject([{ driverContact: null, customerContact: null }])
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('riders and drivers read no alerts', async () => {
  for (const as of [await make.rider(), await make.driver()])
    expect(await refusal(listAlerts, {}, { as })).toMatchObject({ key: 'forbidden' })
})
