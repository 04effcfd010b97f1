// The one next step of a trip, by its status.
import type { BookingView } from '@wayfare/contract/bookings'
import { findHeading, findTripEnd } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { driverMoveAt, type DriverMove } from '@wayfare/core/lifecycle'

export type StepName = Exclude<DriverMove, 'pay'> | 'collectCash'

export const findNextStep = ({ status }: BookingView): StepName | null => {
  const move = driverMoveAt(status)
  return move === 'pay' ? 'collectCash' : move
}

/** Where the driver goes now: to the pickup, then to the drop. */
export const findNextStop = (booking: BookingView): (LatLng & { add: string }) | null => {
  const stop = findTripEnd(booking.status)
  return stop && booking[stop]
}

/** The leg that is driven: standing at the pickup or at the end, there is none. */
export const findLeg = (booking: BookingView | null): { key: string; to: LatLng } | null => {
  const heading = booking && findHeading(booking.status)
  return heading && { key: `${booking.id}:${heading}`, to: booking[heading] }
}
