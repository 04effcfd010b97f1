import { getBooking } from '@wayfare/contract/bookings'
import { getBookingRecord } from '@wayfare/contract/bookings-desk'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import { assignDriver, assignNearest, listCandidates, withdrawOffer } from '@wayfare/contract/dispatch-assign'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { autoDispatch: false } })
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

test('the desk sees who could come, the soonest first, and asks one of them', async () => {
  const { rider, driver, carType } = await trips.cast()
  const far = await make.driver({ carType, at: placeAway(jarntorget, 3000) })
  await make.driver({ carType, at: jarntorget, queue: true })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  const { candidates } = await call(listCandidates, { id }, { as: admin })
  expect(candidates.map((one) => one.driver)).toEqual([driver.id, far.id])
  expect(candidates[1]).toMatchObject({ vehicleNumber: 'ABC 12D', state: null })
  expect(candidates[1]?.etaS).toBeGreaterThan(200)
  const asked = await call(assignDriver, { id, driver: far.id }, { as: admin })
  expect(asked.requestedDrivers).toEqual([far.id])
  expect((await call(listTasks, {}, { as: far })).tasks.map(({ bookingId }) => bookingId)).toEqual([id])
  expect((await call(listTasks, {}, { as: driver })).tasks).toEqual([])
  expect((await trips.accept(far, id)).status).toBe('ACCEPTED')
})

test('the pick list keeps drivers who are approved, active, somewhere and not busy', async () => {
  const { rider, driver, carType } = await trips.cast()
  const at = jarntorget
  await make.driver({ carType, at, approved: false })
  await make.position(await make.driver({ carType, driverActiveStatus: false }), at)
  await make.driver({ carType, driverActiveStatus: true })
  await make.driver({ carType, at, queue: true })
  await make.driver({ carType, at, removedAt: new Date() })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  const { candidates } = await call(listCandidates, { id }, { as: admin })
  expect(candidates.map((one) => one.driver)).toEqual([driver.id])
})

test('a driver who declined can be asked once more', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  await trips.decline(driver, id)
  expect((await call(listCandidates, { id }, { as: admin })).candidates[0]?.state).toBe('declined')
  expect((await call(assignDriver, { id, driver: driver.id }, { as: admin })).requestedCount).toBe(1)
})

test('nobody is assigned who is not ready, to a booking that does not wait, or while drivers are asked by themselves', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const offline = await make.driver({ carType })
  expect((await refusal(assignDriver, { id, driver: offline.id }, { as: admin })).key).toBe('driver_not_ready')
  await app.settings({ autoDispatch: true })
  expect((await refusal(assignDriver, { id, driver: driver.id }, { as: admin })).key).toBe('wrong_step')
  await app.settings({ autoDispatch: false })
  await call(assignDriver, { id, driver: driver.id }, { as: admin })
  await trips.accept(driver, id)
  expect((await refusal(assignDriver, { id, driver: driver.id }, { as: admin })).key).toBe('wrong_step')
  expect((await refusal(listCandidates, { id }, { as: rider })).status).toBe(403)
})

test('asking says the same again when it is repeated, also when the driver has declined since', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const once = 'the-same-tap'
  const first = await call(assignDriver, { id, driver: driver.id }, { as: admin, once })
  await trips.decline(driver, id)
  expect(await call(assignDriver, { id, driver: driver.id }, { as: admin, once })).toEqual(first)
  expect((await call(listTasks, {}, { as: driver })).tasks).toEqual([])
})

test('the nearest by driving time is asked, then the next; with nobody left it says so', async () => {
  const { rider, driver, carType } = await trips.cast()
  const far = await make.driver({ carType, at: placeAway(jarntorget, 3000) })
  const { id } = await trips.book(rider, carType)
  const first = await call(assignNearest, { id }, { as: admin })
  expect(first).toMatchObject({ driver: driver.id, driverName: expect.any(String), etaS: expect.any(Number) })
  expect((await call(listTasks, {}, { as: driver })).tasks.map(({ bookingId }) => bookingId)).toEqual([id])
  expect((await call(assignNearest, { id }, { as: admin })).driver).toBe(far.id)
  await trips.decline(far, id)
  // the shortcut never assigns a driver who declined: that must be done in the list
  expect((await refusal(assignNearest, { id }, { as: admin })).key).toBe('nobody_to_assign')
  await app.settings({ autoDispatch: true })
  const near = await make.driver({ carType, at: jarntorget })
  expect((await refusal(assignNearest, { id }, { as: admin })).key).toBe('wrong_step')
  await app.settings({ autoDispatch: false })
  expect((await call(assignNearest, { id }, { as: admin })).driver).toBe(near.id)
  expect((await refusal(assignNearest, { id }, { as: rider })).status).toBe(403)
})

test('asking the nearest says the same again when it is repeated, also with nobody left to ask', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  const once = 'the-same-key'
  const first = await call(assignNearest, { id }, { as: admin, once })
  expect(first.driver).toBe(driver.id)
  expect(await call(assignNearest, { id }, { as: admin, once })).toEqual(first)
})

test('while the map looks for the ways no connection is held, and who is asked by then is not asked twice', async () => {
  const { rider, driver, carType } = await trips.cast()
  const far = await make.driver({ carType, at: placeAway(jarntorget, 3000) })
  const { id } = await trips.book(rider, carType)
  const { router } = app.deps.maps
  const begun: (() => void)[] = []
  vi.spyOn(router, 'durationsTo').mockImplementation(async () => {
    await new Promise<void>((resolve) => void begun.push(resolve))
    return [60, 600]
  })
  const asking = [0, 1].map(() => call(assignNearest, { id }, { as: admin }))
  await expect.poll(() => begun.length).toBe(2)
  const open = `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  expect((await app.database.directPool.query(open)).rows).toEqual([{ n: 0 }])
  for (const answer of begun) answer()
  const asked = await Promise.all(asking)
  vi.restoreAllMocks()
  expect(asked.map((one) => one.driver).toSorted()).toEqual([driver.id, far.id].toSorted())
})

test('what the desk asked is taken back: the driver’s task is gone, and he can be asked again', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await call(assignNearest, { id }, { as: admin })
  const open = await call(withdrawOffer, { id, driver: driver.id }, { as: admin })
  expect([open.status, open.requestedDrivers, open.noTaker]).toEqual(['NEW', [], null])
  expect((await call(listTasks, {}, { as: driver })).tasks).toEqual([])
  expect((await refusal(acceptTask, { id }, { as: driver })).key).toBe('not_found')
  expect((await refusal(withdrawOffer, { id, driver: driver.id }, { as: admin })).key).toBe('not_found')
  const { deeds } = await call(getBookingRecord, { id }, { as: admin })
  expect(deeds.slice(-2).map(({ what }) => what)).toEqual(['assigned', 'withdrawn'])
  expect((await call(assignNearest, { id }, { as: admin })).driver).toBe(driver.id)
})

test('a driver who was faster than the undo gives the booking back, and is free', async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id, otp } = await trips.book(rider, carType)
  await call(assignNearest, { id }, { as: admin })
  await trips.accept(driver, id)
  const other = await make.driver({ carType, at: jarntorget })
  expect((await refusal(withdrawOffer, { id, driver: other.id }, { as: admin })).key).toBe('wrong_step')
  const open = await call(withdrawOffer, { id, driver: driver.id }, { as: admin })
  expect([open.status, open.driver]).toEqual(['NEW', null])
  expect((await call(getBooking, { id }, { as: rider })).otp).toBe(otp)
  const { queue } = await app.db.selectFrom('appUser').select('queue').where('id', '=', driver.id).executeTakeFirstOrThrow()
  expect(queue).toBe(false)
  // once the trip has begun, the assignment cannot be withdrawn
  await call(assignDriver, { id, driver: other.id }, { as: admin })
  await trips.run(open, { rider, driver: other }, 'STARTED')
  expect((await refusal(withdrawOffer, { id, driver: other.id }, { as: admin })).key).toBe('wrong_step')
})
