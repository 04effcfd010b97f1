import type { CarTypeId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { readTripWish } from './trip-wish.ts'

const journey = {
  pickup: { lat: 57.7, lng: 11.95, add: 'Järntorget' },
  drop: { lat: 57.697, lng: 11.986, add: 'Korsvägen' },
  carType: 'city' as CarTypeId,
  later: true,
}

const wishAt = (now: string, date: string) => readTripWish({ ...journey, date }, 'Europe/Stockholm', Date.parse(now))

test('on the night that has an hour twice, a time of the second one can be booked in it', () => {
  // 02:10 for the second time
  expect(wishAt('2026-10-25T01:10Z', '2026-10-25T02:45').ask?.tripDate).toBe(Date.parse('2026-10-25T01:45Z'))
  expect(wishAt('2026-10-25T00:10Z', '2026-10-25T02:45').ask?.tripDate).toBe(Date.parse('2026-10-25T00:45Z'))
  expect(wishAt('2026-10-25T01:10Z', '2026-10-25T02:20').problem).toBe('past_booking_error')
  // five minutes ahead is too soon, and not meant to be an hour later
  expect(wishAt('2026-10-25T00:40Z', '2026-10-25T02:45').problem).toBe('past_booking_error')
})
