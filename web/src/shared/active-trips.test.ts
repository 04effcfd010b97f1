import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { pickShownTrip, sortTrips } from './active-trips.ts'

const now = 1000
const booking = (id: string, fields: Partial<BookingView> = {}) =>
  ({ id, status: 'NEW', bookLater: false, bookingDate: 0, releaseAt: 0, tripdate: 0, ...fields }) as BookingView
const later = (id: string, tripdate: number) =>
  booking(id, { bookLater: true, releaseAt: tripdate - 100, tripdate, bookingDate: 900 })

const all = [
  booking('paid', { status: 'PAID', bookingDate: 950 }),
  later('in two days', 9000),
  later('tomorrow', 5000),
  booking('now', { bookingDate: 10 }),
  booking('newer', { status: 'ACCEPTED', bookingDate: 20 }),
]

test('what goes on comes first, newest first, then what is booked for later, next first, then what is paid', () => {
  expect(sortTrips(all, now).map(({ id }) => id)).toEqual(['newer', 'now', 'tomorrow', 'in two days', 'paid'])
})

test('a booking for later goes on as soon as drivers are asked', () => {
  expect(sortTrips(all, 5000)[0]?.id).toBe('tomorrow')
})

test('the trip one has chosen is shown, or else the first', () => {
  expect(pickShownTrip(all, { chosen: 'paid', last: 'now' }, now)?.id).toBe('paid')
  expect(pickShownTrip(all, { chosen: null, last: 'now' }, now)?.id).toBe('newer')
  expect(pickShownTrip([], { chosen: null, last: null }, now)).toBeNull()
})

test('a trip that was rated while it was shown stays, unless another goes on', () => {
  const ended = booking('rated', { status: 'COMPLETE' })
  const looked = { chosen: 'rated', last: 'rated', ended }
  expect(pickShownTrip([], looked, now)?.id).toBe('rated')
  expect(pickShownTrip([later('tomorrow', 5000), booking('paid', { status: 'PAID' })], looked, now)?.id).toBe('rated')
  expect(pickShownTrip(all, looked, now)?.id).toBe('newer')
})

test('a trip that was paid while it was shown stays, for its rating', () => {
  expect(pickShownTrip(all, { chosen: null, last: 'paid' }, now)?.id).toBe('paid')
})
