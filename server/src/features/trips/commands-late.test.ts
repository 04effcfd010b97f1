import { listBookingSteps } from '@wayfare/contract/bookings'
import { arriveAtPickup, collectCash, reachDrop, startTrip } from '@wayfare/contract/trips'
import { measureDistanceM } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { getIngest } from './ingest.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call } = app

const minute = 60_000
/** Moves a booking's first steps into the past, as if the trip had begun earlier. */
const acceptedAgo = (id: BookingId, ms: number) =>
  app.db
    .updateTable('booking')
    .set({ acceptedAt: new Date(Date.now() - ms), createdAt: new Date(Date.now() - ms - minute) })
    .where('id', '=', id)
    .execute()

const arrivedAgo = (id: BookingId, ms: number) =>
  app.db
    .updateTable('booking')
    .set({ driverArriveAt: new Date(Date.now() - ms) })
    .where('id', '=', id)
    .execute()

const along = (share: number) => ({
  lat: jarntorget.lat + (korsvagen.lat - jarntorget.lat) * share,
  lng: jarntorget.lng + (korsvagen.lng - jarntorget.lng) * share,
})

test('steps that waited for the network carry the time they were done, in the timeline as well', async () => {
  const { rider, driver, booking, id } = await trips.trip('ACCEPTED')
  await acceptedAgo(id, 9 * minute)
  const now = Date.now()
  const [arrived, started, reached, paid] = [now - 8 * minute, now - 6 * minute, now - 3 * minute, now - 2 * minute]
  await call(arriveAtPickup, { id, at: arrived }, { as: driver })
  await call(startTrip, { id, otp: booking.otp, at: started }, { as: driver })
  await call(reachDrop, { id, at: reached }, { as: driver })
  const done = await call(collectCash, { id, at: paid }, { as: driver })
  expect(done).toMatchObject({
    status: 'PAID',
    driverArriveTime: arrived,
    tripStartTime: started,
    tripEndTime: reached,
    paidAt: paid,
    totalTripTime: 180,
  })
  const { steps } = await call(listBookingSteps, { id }, { as: rider })
  expect(steps.slice(-4).map(({ at }) => at)).toEqual([arrived, started, reached, paid])
})

test('a time before the step before, or one to come, is not believed', async () => {
  const { driver, booking, id } = await trips.trip('ACCEPTED')
  await acceptedAgo(id, 5 * minute)
  const early = await call(arriveAtPickup, { id, at: Date.now() - 60 * minute }, { as: driver })
  expect(early.driverArriveTime).toBe(early.acceptedAt)
  const before = Date.now()
  const late = await call(startTrip, { id, otp: booking.otp, at: Date.now() + 60 * minute }, { as: driver })
  expect(late.tripStartTime).toBeGreaterThanOrEqual(before - 1000)
  expect(late.tripStartTime).toBeLessThanOrEqual(Date.now())
})

test('what was driven before a late start was told counts, what came after a late end does not', async () => {
  const { driver, booking, id } = await trips.trip('ARRIVED')
  await acceptedAgo(id, 9 * minute)
  const now = Date.now()
  const start = now - 8 * minute
  await arrivedAgo(id, 9 * minute)
  // does what the reader of events would do after a step
  await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
  const fixes = [
    { seq: 1, at: start, ...along(0) },
    { seq: 2, at: start + minute, ...along(0.5) },
    { seq: 3, at: start + 2 * minute, ...along(0.9) },
    { seq: 4, at: start + 4 * minute, ...along(0.2) },
  ]
  const taken = await trips.tell(driver, { device: 'test-device', sentAt: Date.now(), fixes })
  expect(taken).toMatchObject({ taken: 4, refused: 0 })
  await call(startTrip, { id, otp: booking.otp, at: start }, { as: driver })
  const done = await call(reachDrop, { id, at: start + 2 * minute + 30_000 }, { as: driver })
  expect(done.drop.lat).toBeCloseTo(along(0.9).lat, 6)
  expect(done.distance / booking.estimateDistance).toBeCloseTo(0.9, 1)
})

test('a late step is done once under its key', async () => {
  const { driver, id } = await trips.trip('ACCEPTED')
  const input = { id, at: Date.now() }
  const first = await call(arriveAtPickup, input, { as: driver, once: 'tap-1' })
  const again = await app.raw(arriveAtPickup, input, { as: driver, once: 'tap-1' })
  expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first])
})

type Fixes = readonly { at: number; share: number }[]

/** Sends positions of a drive from the pickup (0) to the drop (1), received by the server this long ago. */
const sendAgo = async (driver: TestUser, id: BookingId, fixes: Fixes, receivedAgo = 0) => {
  await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
  const batch = fixes.map(({ at, share }, seq) => ({ seq: seq + 1, at, ...along(share) }))
  const taken = await trips.tell(driver, { device: 'test-device', sentAt: Date.now(), fixes: batch })
  expect(taken).toMatchObject({ taken: fixes.length, refused: 0 })
  await app.db
    .updateTable('trackPoint')
    .set({ receivedAt: new Date(Date.now() - receivedAgo) })
    .where('bookingId', '=', id)
    .where('receivedAt', 'is not', null)
    .execute()
}

/** The last step in the timeline. */
const lastStepFor = async (as: TestUser, id: BookingId) => (await call(listBookingSteps, { id }, { as })).steps.at(-1)

test('a phone that was online since is not believed: its start counts from when it told, and the desk reads both', async () => {
  const { rider, driver, booking, id } = await trips.trip('ARRIVED')
  const admin = await app.make.admin()
  await acceptedAgo(id, 9 * minute)
  const now = Date.now()
  await arrivedAgo(id, 8 * minute)
  const said = now - 7 * minute
  await sendAgo(driver, id, [{ at: now - 2 * minute, share: 0 }], 2 * minute)
  const started = await call(startTrip, { id, otp: booking.otp, at: said }, { as: driver })
  expect(started.tripStartTime).toBeGreaterThanOrEqual(now - 1000)
  const step = await lastStepFor(admin, id)
  expect(step).toMatchObject({ to: 'STARTED', at: started.tripStartTime, late: { said, isBelieved: false } })
  expect(step?.late?.told).toBe(step?.at)
  expect(await lastStepFor(rider, id)).toMatchObject({ to: 'STARTED', late: null })
})

test('a phone that has only just come back is believed, and the desk reads what was said and when it was told', async () => {
  const { driver, booking, id } = await trips.trip('ACCEPTED')
  const admin = await app.make.admin()
  await acceptedAgo(id, 9 * minute)
  const now = Date.now()
  await call(arriveAtPickup, { id, at: now - 8 * minute }, { as: driver })
  const said = now - 7 * minute
  // it was being sent when the network failed
  await sendAgo(driver, id, [{ at: said - 1000, share: 0 }], 7 * minute - 3000)
  await call(startTrip, { id, otp: booking.otp, at: said }, { as: driver })
  const step = await lastStepFor(admin, id)
  expect(step).toMatchObject({ to: 'STARTED', at: said, late: { said, isBelieved: true } })
  expect(step?.late?.told).toBeGreaterThanOrEqual(now)
})

test('the steps that a phone kept are believed one after the other, however long the first ones took', async () => {
  const { driver, booking, id } = await trips.trip('ACCEPTED')
  await acceptedAgo(id, 9 * minute)
  const now = Date.now()
  await call(arriveAtPickup, { id, at: now - 8 * minute }, { as: driver })
  await call(startTrip, { id, otp: booking.otp, at: now - 7 * minute }, { as: driver })
  // the positions arrived first, longer ago than a phone that is back may take; the earlier steps were sent since
  await sendAgo(driver, id, [{ at: now - 5 * minute, share: 1 }], 45_000)
  const reached = await call(reachDrop, { id, at: now - 4 * minute }, { as: driver })
  expect(reached.tripEndTime).toBe(now - 4 * minute)
})

test('the way to the pickup is not driven for the rider: a start is not believed where the positions are elsewhere', async () => {
  const { driver, booking, id } = await trips.trip('ACCEPTED')
  await acceptedAgo(id, 9 * minute)
  await app.db.deleteFrom('trackPoint').where('bookingId', '=', id).execute()
  const now = Date.now()
  await sendAgo(driver, id, [
    { at: now - 8 * minute, share: 1 },
    { at: now - 6 * minute, share: 0 },
  ])
  await call(arriveAtPickup, { id, at: now - 8.5 * minute }, { as: driver })
  const started = await call(startTrip, { id, otp: booking.otp, at: now - 8 * minute }, { as: driver })
  expect(started.tripStartTime).toBeGreaterThanOrEqual(now - 1000)
})

test('whoever says far from the pickup that he has arrived is not refused, and the desk reads how far it was', async () => {
  const { rider, driver, id } = await trips.trip('ACCEPTED')
  const admin = await app.make.admin()
  await app.make.position(driver, placeAway(jarntorget, 1200))
  await call(arriveAtPickup, { id }, { as: driver })
  expect(await lastStepFor(admin, id)).toMatchObject({ to: 'ARRIVED', awayM: 1200, late: null })
  expect(await lastStepFor(rider, id)).toMatchObject({ to: 'ARRIVED', awayM: null })
  const near = await trips.trip('ARRIVED')
  expect(await lastStepFor(admin, near.id)).toMatchObject({ to: 'ARRIVED', awayM: null })
})

test('a late arrival is measured from where the phone was at that moment', async () => {
  const { driver, id } = await trips.trip('ACCEPTED')
  const admin = await app.make.admin()
  await acceptedAgo(id, 9 * minute)
  const said = Date.now() - 8 * minute
  await sendAgo(driver, id, [
    { at: said, share: 1 },
    { at: said + 5 * minute, share: 0 },
  ])
  await call(arriveAtPickup, { id, at: said }, { as: driver })
  const away = (await lastStepFor(admin, id))?.awayM ?? 0
  expect(Math.abs(away - measureDistanceM(jarntorget, korsvagen))).toBeLessThan(2)
})

test('an end that is said to be with the start earns no promised distance', async () => {
  const { driver, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 5 * minute)
  await app.db.deleteFrom('trackPoint').where('bookingId', '=', id).execute()
  const reached = await call(reachDrop, { id, at: Date.now() - 20 * minute }, { as: driver })
  expect(reached).toMatchObject({ distance: 0, distanceSource: 'promised', totalTripTime: 0 })
})
