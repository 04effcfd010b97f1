// Which of several active bookings is shown large.
import type { BookingView } from '@wayfare/contract/bookings'
import { isRatable } from '@wayfare/core/booking'
import { isScheduled } from './trip-words.ts'

/** What goes on comes first, then what is booked for later, then what is paid and waits for its rating. */
const rank = (booking: BookingView, now: number): number => {
  if (isRatable(booking.status)) return 2
  return isScheduled(booking, now) ? 1 : 0
}

/** The next of those for later comes first; of all others the newest. */
const byTime = (a: BookingView, b: BookingView, now: number): number =>
  isScheduled(a, now) ? a.tripdate - b.tripdate : b.bookingDate - a.bookingDate

export const sortTrips = (bookings: readonly BookingView[], now: number): BookingView[] =>
  bookings.toSorted((a, b) => rank(a, now) - rank(b, now) || byTime(a, b, now))

/** What one has looked at, by id: chosen by hand, or shown until now; `ended`: it is no more among those that go on. */
type Looked = { chosen: string | null; last: string | null; ended?: BookingView | null }

/** A trip that ends while one looks at it stays, also once it is rated; what goes on comes before one that is over. */
export const pickShownTrip = (
  bookings: readonly BookingView[],
  { chosen, last, ended = null }: Looked,
  now: number,
): BookingView | null => {
  const [first = null] = sortTrips(bookings, now)
  const isGoing = first !== null && rank(first, now) === 0
  return (
    bookings.find(({ id }) => id === chosen) ??
    bookings.find(({ id, status }) => id === last && isRatable(status)) ??
    (isGoing ? first : (ended ?? first))
  )
}
