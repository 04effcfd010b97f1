// Which of several active bookings is shown large.
import type { BookingView } from '@wayfare/contract/bookings'

const isOver = (booking: BookingView): boolean => booking.status === 'PAID'

/** Trips still going on come first, newest first; paid ones wait for their rating behind them. */
export const inOrder = (bookings: readonly BookingView[]): BookingView[] =>
  bookings.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.bookingDate - a.bookingDate)

export const shownTrip = (bookings: readonly BookingView[], chosen: string | null): BookingView | null =>
  bookings.find(({ id }) => id === chosen) ?? inOrder(bookings)[0] ?? null
