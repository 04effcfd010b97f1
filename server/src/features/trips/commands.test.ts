import { getSession } from '@wayfare/contract/sign-in'
import { listBookingSteps } from '@wayfare/contract/bookings'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import { arriveAtPickup, collectCash, reachDrop, startTrip } from '@wayfare/contract/trips'
import { getEarnings, getWallet, proveLedger } from '@wayfare/contract/wallet'
import { decodePolyline, encodePolyline, measureLengthM } from '@wayfare/core/geo'
import type { UserId } from '@wayfare/core/ids'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, korsvagen, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { getIngest } from './ingest.ts'

const minute = 60_000

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

const meOf = async (as: Parameters<typeof trips.get>[0]) => (await call(getSession, {}, { as })).me

test('a trip goes from booking to rating, and the books balance', async () => {
  const { rider, driver, booking, id } = await trips.trip('COMPLETE')
  const done = await trips.get(rider, id)
  expect(done).toMatchObject({ status: 'COMPLETE', rating: 5, driver: driver.id, vehicleNumber: 'ABC 12D', noTaker: null })
  expect(done.version).toBeGreaterThan(booking.version)
  expect(done.payableAmount).toBe(done.cashPaymentAmount)

  const { steps } = await call(listBookingSteps, { id }, { as: rider })
  expect(steps.map(({ to, by }) => `${by} ${to}`)).toEqual([
    'rider NEW',
    'driver ACCEPTED',
    'driver ARRIVED',
    'driver STARTED',
    'driver REACHED',
    'driver PAID',
    'rider COMPLETE',
  ])

  const { balance, entries } = await call(getWallet, {}, { as: driver })
  expect(entries.map(({ type, amount, txRef }) => ({ type, amount, txRef }))).toEqual([
    { type: 'Debit', amount: done.tripCost, txRef: id },
    { type: 'Credit', amount: done.driverShare, txRef: id },
  ])
  expect(Number(balance)).toBeCloseTo(-Number(done.convenienceFees), 5)
  expect(entries[0]?.balanceAfter).toBe(balance)

  const proof = await call(proveLedger, {}, { as: await make.admin() })
  expect(proof).toMatchObject({ sum: '0.00', balancesAgree: true })
  expect(proof.accounts.find(({ owner }) => owner === driver.id)?.balance).toBe(balance)
  expect(await call(getEarnings, {}, { as: driver })).toEqual({
    trips: 1,
    driverShare: done.driverShare,
    tips: '0.00',
    cancelFees: '0.00',
    earned: done.driverShare,
    cashCollected: done.tripCost,
  })
})

test('the queue flag follows the trip', async () => {
  const { driver, id } = await trips.trip('ACCEPTED')
  expect((await meOf(driver))?.queue).toBe(true)
  const booking = await app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await trips.arrive(driver, id)
  await trips.start(driver, id, booking.otp)
  await trips.reach(driver, id)
  expect((await meOf(driver))?.queue).toBe(true)
  await trips.collect(driver, id)
  expect((await meOf(driver))?.queue).toBe(false)
})

test('the drop becomes where the driver is, and the fare is what was driven', async () => {
  const { rider, driver, booking, id } = await trips.trip('STARTED')
  const end = placeAway(korsvagen, 1500, 90)
  await make.position(driver, end)
  await trips.drivenFor(id, 10 * minute)
  const reached = await trips.reach(driver, id)
  expect(reached.drop.lat).toBeCloseTo(end.lat, 6)
  expect(reached.drop.add).toBe('Korsvägen, Göteborg')
  expect(reached.distance).toBeGreaterThan(booking.distance + 1000)
  expect(reached).toMatchObject({ distanceSource: 'partly_estimated', distanceEstimated: reached.distance })
  // 45 + 13/km + 320/h, at least 95; rounded to whole kronor
  const fare = Math.max(95, 45 + (13 * reached.distance) / 1000 + (320 * (reached.totalTripTime ?? 0)) / 3600)
  expect(Math.abs(Number(reached.lines.fare) - fare)).toBeLessThanOrEqual(1)
  expect(Number(reached.tripCost)).toBe(Number(reached.driverShare) + Number(reached.convenienceFees))
  expect(reached.estimate).toBe(booking.estimate)
  expect(reached.promised).toEqual({ drop: booking.drop, lines: booking.lines })
  expect(reached.totalTripTime).toBeGreaterThanOrEqual(0)
  expect(await trips.get(rider, id)).toMatchObject({ tripCost: reached.tripCost, cashPaymentAmount: reached.tripCost })
})

test('the fare is computed from the tariff that was promised', async () => {
  const { driver, booking, carType, id } = await trips.trip('STARTED')
  await app.db.updateTable('carType').set({ ratePerUnitDistanceMinor: 9_900_000n }).where('id', '=', carType).execute()
  await make.position(driver, korsvagen)
  expect((await trips.reach(driver, id)).tripCost).toBe(booking.tripCost)
})

test('a detour that was tracked is paid', async () => {
  const { driver, id } = await trips.trip('STARTED')
  const north = placeAway(jarntorget, 3000, 0)
  await trips.drivenFor(id, 10 * minute)
  const point = { bookingId: id, device: 'test-device', status: 'STARTED' as const, lat: north.lat, lng: north.lng }
  await app.db
    .insertInto('trackPoint')
    .values({ ...point, seq: 1n, at: new Date(app.deps.now().getTime() - 5 * minute) })
    .execute()
  await make.position(driver, korsvagen)
  expect((await trips.reach(driver, id)).distance).toBeGreaterThan(6000)
})

test('outside the map the way along the points counts', async () => {
  const { driver, booking, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 20 * minute)
  await make.position(driver, placeAway(jarntorget, 20_000, 90))
  const reached = await trips.reach(driver, id)
  expect(reached.distance).toBeGreaterThan(19_000)
  expect(reached.drop.add).toBe(booking.drop.add)
})

test('without a router a trip with a gap cannot end, and nothing changes', async () => {
  const { rider, driver, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 10 * minute)
  await make.position(driver, korsvagen)
  const before = await trips.get(rider, id)
  app.maps.isDown = true
  expect(await refusal(reachDrop, { id }, { as: driver })).toMatchObject({ key: 'place_to_coords_error', status: 422 })
  app.maps.isDown = false
  expect(await trips.get(rider, id)).toEqual(before)
  await trips.reach(driver, id)
})

type Place = { lat: number; lng: number; accuracy?: number }

/** Sends the positions of a drive over the API, one every 2 s up to now; null leaves one out. */
const sendDrive = async (driver: TestUser, places: readonly (Place | null)[], everyMs = 2000) => {
  // does what the reader of events would do at the start
  await getIngest(app.deps).handle({ type: 'UserChanged', userId: driver.id })
  const now = Date.now()
  const fixes = places.flatMap((place, i) =>
    place ? [{ accuracy: 5, ...place, seq: i + 1, at: now - (places.length - 1 - i) * everyMs }] : [],
  )
  return trips.tell(driver, { device: 'test-device', sentAt: now, fixes })
}

/** Sideways offset in metres, like a phone's noise, the same in each run. */
const scatter = (i: number): number => 4 * (Math.sin(i * 12.9898) + Math.sin(i * 78.233))

const waysTo = (metres: number, step: number, away = (_i: number) => 0) =>
  Array.from({ length: Math.floor(metres / step) + 1 }, (_each, i) => placeAway(placeAway(jarntorget, i * step), away(i), 0))

test('a phone cannot invent distance: points a millisecond apart on both sides of the river', async () => {
  const { driver, booking, id } = await trips.trip('STARTED')
  const across = Array.from({ length: 24 }, (_each, i) => ({ ...placeAway(jarntorget, (i % 2) * 3000, 0), accuracy: 499 }))
  await sendDrive(driver, across, 1)
  const reached = await trips.reach(driver, id)
  expect(reached.distance).toBeLessThanOrEqual(booking.estimateDistance)
  expect(Number(reached.tripCost)).toBeLessThanOrEqual(Number(booking.tripCost))
})

test('what was driven is measured along the smoothed positions, and everybody reads how', async () => {
  const { rider, driver, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 5 * minute)
  await sendDrive(driver, waysTo(2700, 20, scatter))
  app.maps.isDown = true
  const reached = await trips.reach(driver, id)
  app.maps.isDown = false
  expect(Math.abs(reached.distance / 2700 - 1)).toBeLessThan(0.02)
  await trips.collect(driver, id)
  const said = { distance: reached.distance, distanceSource: 'measured', distanceEstimated: 0 }
  expect(await trips.get(rider, id)).toMatchObject(said)
  expect(await call(getReceipt, { id }, { as: rider })).toMatchObject(said)
  expect(measureLengthM(decodePolyline(reached.coords)) / 2700).toBeCloseTo(1, 1)
})

test('over a gap the quickest way counts as estimated, and never a way that cannot have been driven in the time', async () => {
  const route = vi.spyOn(app.deps.maps.router, 'route')
  for (const [quickest, estimated] of [
    [1300, 1300],
    // nobody drives 9 km in 102 s: the straight line counts
    [9000, 1020],
  ] as const) {
    const { driver, id } = await trips.trip('STARTED')
    await trips.drivenFor(id, 5 * minute)
    await sendDrive(
      driver,
      waysTo(2600, 20).map((place, i) => (i > 50 && i < 101 ? null : place)),
    )
    route.mockImplementationOnce(async (points) => ({
      distanceM: quickest,
      durationS: 60,
      legs: [],
      approximate: false,
      polyline: encodePolyline(points),
    }))
    const { distance, distanceSource, distanceEstimated } = await trips.reach(driver, id)
    expect({ distanceSource, distanceEstimated }).toEqual({ distanceSource: 'partly_estimated', distanceEstimated: estimated })
    expect(Math.abs(distance - 1580 - estimated)).toBeLessThan(20)
  }
  route.mockRestore()
})

test('without positions the promised distance counts, and it is said', async () => {
  const { rider, driver, booking, id } = await trips.trip('STARTED')
  await app.db.deleteFrom('trackPoint').where('bookingId', '=', id).execute()
  await trips.reach(driver, id)
  await trips.collect(driver, id)
  const receipt = await call(getReceipt, { id }, { as: rider })
  expect(receipt).toMatchObject({ distance: booking.estimateDistance, distanceSource: 'promised' })
  expect((await trips.get(rider, id)).coords).toBe(booking.coords)
})

const savedBy = (as: { id: UserId }) =>
  app.db.selectFrom('savedAddress').select(['description', 'count']).where('userId', '=', as.id).execute()

test('the drop is saved as an address of the rider, and counted when it comes again within 100 metres', async () => {
  const { carType, rider, driver } = await trips.cast()
  const rideTo = async (drop: { lat: number; lng: number; add: string }) =>
    trips.run(await trips.book(rider, carType, { drop }), { rider, driver }, 'PAID')
  await rideTo(korsvagen)
  expect(await savedBy(rider)).toEqual([{ description: 'Korsvägen, Göteborg', count: 1 }])
  await make.position(driver, jarntorget)
  await rideTo({ ...placeAway(korsvagen, 90), add: 'Next door' })
  expect(await savedBy(rider)).toEqual([{ description: 'Korsvägen, Göteborg', count: 2 }])
  await make.position(driver, jarntorget)
  await rideTo({ ...placeAway(korsvagen, 110), add: 'Down the street' })
  expect((await savedBy(rider)).map(({ count }) => count).toSorted()).toEqual([1, 2])
})

test('a trip that ends where the map knows no name saves nothing under the name of the booked drop', async () => {
  const { rider, driver, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 20 * minute)
  await make.position(driver, placeAway(jarntorget, 20_000, 90))
  await trips.reach(driver, id)
  expect(await savedBy(rider)).toEqual([])
})

test('steps cannot be skipped, repeated or taken by others', async () => {
  const { driver, rider, carType, booking, id } = await trips.trip('ACCEPTED')
  const other = await make.driver({ carType, at: jarntorget })
  expect(await refusal(startTrip, { id, otp: booking.otp }, { as: driver })).toMatchObject({ key: 'wrong_step', status: 409 })
  expect(await refusal(reachDrop, { id }, { as: driver })).toMatchObject({ key: 'wrong_step' })
  expect(await refusal(collectCash, { id }, { as: driver })).toMatchObject({ key: 'wrong_step' })
  for (const endpoint of [arriveAtPickup, startTrip, reachDrop, collectCash]) {
    expect(await refusal(endpoint, { id }, { as: other })).toMatchObject({ key: 'not_found', status: 404 })
    expect(await refusal(endpoint, { id }, { as: rider })).toMatchObject({ key: 'forbidden', status: 403 })
    expect(await refusal(endpoint, { id }, {})).toMatchObject({ key: 'unauthorized', status: 401 })
  }
  await trips.arrive(driver, id)
  expect(await refusal(arriveAtPickup, { id }, { as: driver })).toMatchObject({ key: 'wrong_step' })
})

test('the trip starts with the code of the rider and no other', async () => {
  const { driver, booking, id } = await trips.trip('ARRIVED')
  const wrong = booking.otp === '12345' ? '54321' : '12345'
  expect(await refusal(startTrip, { id, otp: wrong }, { as: driver })).toMatchObject({ key: 'wrong_otp', status: 422 })
  expect(await refusal(startTrip, { id }, { as: driver })).toMatchObject({ key: 'wrong_otp' })
  expect((await trips.start(driver, id, booking.otp)).status).toBe('STARTED')
})

test('a repeated payment under the same key gets the first answer, and is posted once', async () => {
  const { driver, id } = await trips.trip('REACHED')
  const first = await call(collectCash, { id }, { as: driver, once: 'pay-1' })
  expect(await call(collectCash, { id }, { as: driver, once: 'pay-1' })).toEqual(first)
  expect((await call(getWallet, {}, { as: driver })).entries).toHaveLength(2)
})

test('no step shows the driver the code', async () => {
  const { driver, booking, id } = await trips.trip('ACCEPTED')
  const seen = [await trips.get(driver, id), await trips.arrive(driver, id), await trips.start(driver, id, booking.otp)]
  expect(booking.otp).toMatch(/^[1-9]\d{4}$/)
  for (const view of seen) expect(view).toMatchObject({ otp: null, otpSecure: true })
})
