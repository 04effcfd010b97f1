// One plain sentence for each state of a trip, as the rider hears it. The map says the same in pictures.
import type { BookingView } from '@wayfare/contract/bookings'
import { isWaitingForDriver } from '@wayfare/core/booking'
import type { Format } from '@wayfare/core/format'

type Words = { key: string; params: Record<string, string | number> }
type TripFacts = {
  /** 0: the car is as good as there */
  etaS: number | null
  /** the server's clock (epoch ms) */
  now: number
  format: Pick<Format, 'duration' | 'exactMoney' | 'dateTime'>
}

/** A booking for later that no driver is asked for yet. */
export const isScheduled = (booking: Pick<BookingView, 'status' | 'bookLater' | 'releaseAt'>, now: number): boolean =>
  isWaitingForDriver(booking.status) && booking.bookLater && booking.releaseAt > now

const searching = (booking: BookingView, { now, format }: TripFacts): Words => {
  if (isScheduled(booking, now)) return { key: 'trip_scheduled', params: { time: format.dateTime(booking.tripdate) } }
  if (booking.noTaker === 'all_declined') return { key: 'trip_all_declined', params: {} }
  if (booking.noTaker === 'nobody_near') return { key: 'trip_nobody_near', params: {} }
  if (booking.noTaker === 'no_answer') return { key: 'trip_no_answer', params: {} }
  return booking.requestedCount > 0
    ? { key: 'trip_finding_driver', params: { count: booking.requestedCount } }
    : { key: 'trip_finding_driver_start', params: {} }
}

const coming = (booking: BookingView, { etaS, format }: TripFacts): Words => {
  const driver = booking.driverName ?? ''
  if (etaS === null) return { key: 'trip_driver_found', params: { driver } }
  if (etaS === 0) return { key: 'trip_driver_near', params: { driver } }
  return { key: 'trip_driver_on_the_way', params: { driver, time: format.duration(etaS) } }
}

const riding = ({ category }: BookingView, { etaS, format }: TripFacts): Words => {
  const isParcel = category === 'delivery'
  if (etaS === null) return { key: isParcel ? 'trip_parcel_moving' : 'trip_on_trip', params: {} }
  return { key: isParcel ? 'trip_parcel_moving_eta' : 'trip_on_trip_eta', params: { time: format.duration(Math.max(60, etaS)) } }
}

/** Cash is asked for first, then what is open on a card; a trip that is paid already has only arrived. */
const paying = (booking: BookingView, { format }: TripFacts): Words => {
  const { cashPaymentAmount: cash, cardPaymentAmount: card, prepaid, category } = booking
  if (Number(cash) > 0) return { key: 'trip_please_pay', params: { amount: format.exactMoney(cash) } }
  if (Number(card) > 0 && !prepaid) return { key: 'trip_please_pay_card', params: { amount: format.exactMoney(card) } }
  return { key: category === 'delivery' ? 'trip_parcel_there' : 'trip_arrived', params: {} }
}

const plain =
  (key: string, ofParcel = key) =>
  (booking: BookingView): Words => ({
    key: booking.category === 'delivery' ? ofParcel : key,
    params: { driver: booking.driverName ?? '', reason: booking.reason ?? '' },
  })

const words: Record<BookingView['status'], (booking: BookingView, facts: TripFacts) => Words> = {
  PAYMENT_PENDING: plain('trip_payment_pending'),
  NEW: searching,
  ACCEPTED: coming,
  ARRIVED: plain('trip_driver_here'),
  STARTED: riding,
  REACHED: paying,
  PENDING: paying,
  PAID: plain('trip_paid', 'trip_parcel_done'),
  COMPLETE: plain('trip_complete'),
  CANCELLED: plain('trip_cancelled'),
}

export const describeTrip = (booking: BookingView, facts: TripFacts): Words => words[booking.status](booking, facts)
