// The one next step of a trip, by its status.
import type { BookingView } from '@wayfare/contract/bookings'
import { headingOf, stopOf } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { driverMoveAt } from '@wayfare/core/lifecycle'
import type { DriverMove } from '@wayfare/core/lifecycle'

export type StepName = Exclude<DriverMove, 'pay'> | 'collectCash'

export const nextStep = ({ status }: BookingView): StepName | null => {
  const move = driverMoveAt(status)
  return move === 'pay' ? 'collectCash' : move
}

/** Where the driver goes now: to the pickup, then to the drop. */
export const nextStop = (booking: BookingView): (LatLng & { add: string }) | null => {
  const stop = stopOf(booking.status)
  return stop && booking[stop]
}

/** The leg that is driven: standing at the pickup or at the end, there is none. */
export const legOf = (booking: BookingView | null): { key: string; to: LatLng } | null => {
  const heading = booking && headingOf(booking.status)
  return heading && { key: `${booking.id}:${heading}`, to: booking[heading] }
}
