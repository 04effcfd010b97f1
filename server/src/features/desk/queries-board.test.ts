import { getBoard } from '@wayfare/contract/desk-board'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { SILENT_MS } from '@wayfare/core/alerts'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { autoDispatch: false } })
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

const boardFor = (as: TestUser) => call(getBoard, {}, { as })
const jobOf = async (as: TestUser, id: string) => (await boardFor(as)).jobs.find(({ bookingId }) => bookingId === id)

test('a job goes from heading to heading, and is on the board once', async () => {
  const { rider, driver, carType } = await trips.cast()
  const before = (await boardFor(admin)).counts
  const booking = await trips.book(rider, carType)
  const { id } = booking
  const later = await trips.bookWith(rider, carType, { tripDate: Date.now() + 24 * 3_600_000 })
  await app.settle()
  expect(await jobOf(admin, id)).toMatchObject({
    stage: 'waiting',
    since: booking.releaseAt,
    asked: { count: 0, names: [], declined: 0 },
    alerts: [{ kind: 'noTaker', reason: 'not_asked' }],
  })
  expect(await jobOf(admin, later.id)).toMatchObject({ stage: 'scheduled', since: later.tripdate, alerts: [], asked: null })
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  const asked = await jobOf(admin, id)
  expect([asked?.asked?.count, asked?.asked?.names.length, asked?.alerts]).toEqual([1, 1, []])
  await trips.accept(driver, id)
  const coming = await jobOf(admin, id)
  expect(coming).toMatchObject({ stage: 'coming', driver: driver.id, asked: null, vehicleNumber: 'ABC 12D' })
  await trips.arrive(driver, id)
  await trips.start(driver, id, booking.otp)
  expect((await jobOf(admin, id))?.stage).toBe('onTrip')
  const { jobs, counts } = await boardFor(admin)
  expect(jobs.filter(({ bookingId }) => bookingId === id)).toHaveLength(1)
  expect(counts).toEqual({ ...before, onTrip: before.onTrip + 1, scheduled: before.scheduled + 1 })
  await app.db.updateTable('booking').set({ status: 'PAID' }).where('id', '=', id).execute()
  expect(await jobOf(admin, id)).toBeUndefined()
})

test('problems come first, then whoever waits longest', async () => {
  const { rider, driver, carType } = await trips.cast()
  const [first, second] = [await trips.book(rider, carType), await trips.book((await trips.cast()).rider, carType)]
  for (const { id } of [second, first]) await call(assignDriver, { id, driver: driver.id }, { as: admin })
  const alone = await trips.book((await trips.cast()).rider, carType)
  const order = async () =>
    (await boardFor(admin)).jobs.map(({ bookingId }) => bookingId).filter((id) => [first.id, second.id, alone.id].includes(id))
  expect(await order()).toEqual([alone.id, first.id, second.id])
  expect((await boardFor(admin)).counts.problems).toBeGreaterThan(0)
})

test('a fleet admin has the jobs of the own drivers, and no contacts while they are hidden', async () => {
  const [mine, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
  const { carType, rider } = await trips.cast()
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: mine.id })
  const booking = await trips.book(rider, carType)
  expect(await jobOf(mine, booking.id)).toBeUndefined()
  await call(assignDriver, { id: booking.id, driver: driver.id }, { as: admin })
  await trips.accept(driver, booking.id)
  expect((await boardFor(mine)).jobs.map(({ bookingId }) => bookingId)).toEqual([booking.id])
  expect((await boardFor(mine)).counts).toEqual({ waiting: 0, coming: 1, onTrip: 0, scheduled: 0, problems: 0 })
  expect((await boardFor(other)).jobs).toEqual([])
  app.advance(SILENT_MS + 1000)
  // their own driver's number, and not the rider's
  expect(await jobOf(mine, booking.id)).toMatchObject({
    alerts: [{ kind: 'lostSignal' }],
    driverContact: driver.mobile,
    customerContact: null,
  })
  expect((await jobOf(admin, booking.id))?.customerContact).toBe(booking.customerContact)
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await jobOf(admin, booking.id)).toMatchObject({ customerContact: null, driverContact: null })
  await app.settings({ allowCriticalEditsAdmin: true })
  expect((await refusal(getBoard, {}, { as: rider })).status).toBe(403)
})
