import { changeTripDate } from '@wayfare/contract/bookings'
import { listAlerts } from '@wayfare/contract/desk'
import { assignDriver, listCandidates } from '@wayfare/contract/dispatch-assign'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { make } = app
const hour = 3_600_000

test('a code does not pay for a trip that is moved beyond its last moment', async () => {
  const { carType, rider } = await trips.cast()
  const now = app.deps.now().getTime()
  const promo = await make.promo({ validUntil: new Date(now + 24 * hour) })
  const far = now + 30 * 24 * hour
  // the promo is refused if the booking is made for that date
  expect((await trips.quote(carType, { promo, tripDate: far }, rider)).promo?.problem).toBe('promo_expired')
  const booking = await trips.bookWith(rider, carType, { promo, tripDate: now + 5 * hour })
  expect(Number(booking.discountAmount)).toBeGreaterThan(0)
  const { id } = booking
  expect((await app.refusal(changeTripDate, { id, tripDate: far }, { as: rider })).key).toBe('promo_expired')
  expect(await trips.get(rider, id)).toMatchObject({ tripdate: booking.tripdate, discountAmount: booking.discountAmount })
  const moved = await app.call(changeTripDate, { id, tripDate: now + 23 * hour }, { as: rider })
  expect(moved.discountAmount).toBe(booking.discountAmount)
})

test('who declined said no to the former time: after it is moved nobody reads that all have declined, and he can be asked', async () => {
  await app.settings({ autoDispatch: false })
  const admin = await make.admin()
  const { carType, rider, driver } = await trips.cast()
  const now = app.deps.now().getTime()
  const { id } = await trips.bookWith(rider, carType, { tripDate: now + 5 * hour })
  await app.call(assignDriver, { id, driver: driver.id }, { as: admin })
  await trips.decline(driver, id)
  expect((await trips.get(rider, id)).noTaker).toBe('all_declined')
  expect((await app.call(changeTripDate, { id, tripDate: now + 30 * hour }, { as: rider })).noTaker).toBeNull()
  await app.settle()
  const kinds = (await app.call(listAlerts, {}, { as: admin })).alerts.filter(({ bookingId }) => bookingId === id)
  expect(kinds).toEqual([])
  expect((await app.call(listCandidates, { id }, { as: admin })).candidates[0]?.state).toBeNull()
  // with auto dispatch on, he is asked as well; if nobody answers, rider and desk are notified again
  await app.settings({ autoDispatch: true })
  app.advance(29.9 * hour)
  await make.position(driver, jarntorget)
  await trips.offer(id)
  expect((await trips.get(admin, id)).requestedDrivers).toEqual([driver.id])
})
