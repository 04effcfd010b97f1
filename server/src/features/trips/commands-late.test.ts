import { listBookingSteps } from '@wayfare/contract/bookings'
import { arriveAtPickup, collectCash, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { ingestOf } from './ingest.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call } = app

const minute = 60_000
/** Puts the times of a booking's first steps back, as if the trip had begun earlier. */
const acceptedAgo = (id: string, ms: number) =>
  app.db
    .updateTable('booking')
    .set({ acceptedAt: new Date(Date.now() - ms), createdAt: new Date(Date.now() - ms - minute) })
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
  await app.db
    .updateTable('booking')
    .set({ driverArriveAt: new Date(start - minute) })
    .where('id', '=', id)
    .execute()
  // as the reader of events would do for a step that was told
  await ingestOf(app.deps).handle({ type: 'UserChanged', userId: driver.id })
  const fixes = [
    { seq: 1, at: start, ...along(0) },
    { seq: 2, at: start + minute, ...along(0.5) },
    { seq: 3, at: start + 2 * minute, ...along(0.9) },
    { seq: 4, at: start + 4 * minute, ...along(0.2) },
  ]
  const taken = await call(sendPositions, { device: 'test-device', sentAt: Date.now(), fixes }, { as: driver })
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
