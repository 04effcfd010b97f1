// The one next step of a trip, by its status.
import type { BookingView } from '@wayfare/contract/bookings'
import type { LatLng } from '@wayfare/core/geo'

export type StepName = 'arrive' | 'start' | 'reach' | 'collectCash'

const steps: Partial<Record<BookingView['status'], StepName>> = {
  ACCEPTED: 'arrive',
  ARRIVED: 'start',
  STARTED: 'reach',
  REACHED: 'collectCash',
}

export const nextStep = (booking: BookingView): StepName | null => steps[booking.status] ?? null

/** Where the driver goes now: to the pickup, then to the drop. */
export const nextStop = (booking: BookingView): (LatLng & { add: string }) | null => {
  if (booking.status === 'ACCEPTED' || booking.status === 'ARRIVED') return booking.pickup
  return booking.status === 'STARTED' || booking.status === 'REACHED' ? booking.drop : null
}

/** The leg that is driven: standing at the pickup or at the end, there is none. */
export const legOf = (booking: BookingView | null): { key: string; to: LatLng } | null => {
  if (booking?.status === 'ACCEPTED') return { key: `${booking.id}:pickup`, to: booking.pickup }
  return booking?.status === 'STARTED' ? { key: `${booking.id}:drop`, to: booking.drop } : null
}
