import { changeTripDate } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
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
  // refused when it is booked for then
  expect((await trips.quote(carType, { promo, tripDate: far }, rider)).promo?.problem).toBe('promo_expired')
  const booking = await trips.bookWith(rider, carType, { promo, tripDate: now + 5 * hour })
  expect(Number(booking.discountAmount)).toBeGreaterThan(0)
  const { id } = booking
  expect((await app.refusal(changeTripDate, { id, tripDate: far }, { as: rider })).key).toBe('promo_expired')
  expect(await trips.get(rider, id)).toMatchObject({ tripdate: booking.tripdate, discountAmount: booking.discountAmount })
  const moved = await app.call(changeTripDate, { id, tripDate: now + 23 * hour }, { as: rider })
  expect(moved.discountAmount).toBe(booking.discountAmount)
})
