// One plain sentence for each state of a trip, as the rider hears it. The map says the same in pictures.
import type { BookingView } from '@wayfare/contract/bookings'
import type { Format } from '../i18n/format.ts'

export type Words = { key: string; params: Record<string, string | number> }
export type TripFacts = { etaS: number | null; format: Pick<Format, 'duration' | 'money'> }

const searching = (booking: BookingView): Words => {
  if (booking.noTaker === 'all_declined') return { key: 'trip_all_declined', params: {} }
  if (booking.noTaker === 'nobody_near') return { key: 'trip_nobody_near', params: {} }
  return booking.requestedCount > 0
    ? { key: 'trip_finding_driver', params: { count: booking.requestedCount } }
    : { key: 'trip_finding_driver_start', params: {} }
}

const coming = (booking: BookingView, { etaS, format }: TripFacts): Words =>
  etaS === null
    ? { key: 'trip_driver_found', params: { driver: booking.driverName ?? '' } }
    : { key: 'trip_driver_on_the_way', params: { driver: booking.driverName ?? '', time: format.duration(etaS) } }

const riding = (_booking: BookingView, { etaS, format }: TripFacts): Words =>
  etaS === null ? { key: 'trip_on_trip', params: {} } : { key: 'trip_on_trip_eta', params: { time: format.duration(etaS) } }

const paying = (booking: BookingView, { format }: TripFacts): Words => ({
  key: 'trip_please_pay',
  params: { amount: format.money(booking.payableAmount) },
})

const plain =
  (key: string) =>
  (booking: BookingView): Words => ({ key, params: { driver: booking.driverName ?? '', reason: booking.reason ?? '' } })

const words: Record<BookingView['status'], (booking: BookingView, facts: TripFacts) => Words> = {
  PAYMENT_PENDING: plain('trip_payment_pending'),
  NEW: searching,
  ACCEPTED: coming,
  ARRIVED: plain('trip_driver_here'),
  STARTED: riding,
  REACHED: paying,
  PENDING: paying,
  PAID: plain('trip_paid'),
  COMPLETE: plain('trip_complete'),
  CANCELLED: plain('trip_cancelled'),
}

export const tripWords = (booking: BookingView, facts: TripFacts): Words => words[booking.status](booking, facts)
