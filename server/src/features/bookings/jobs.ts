import type { Jobs } from '../../jobs/queue.ts'
import { lapseClaim } from './commands-claims.ts'
import { completeBooking, expireBooking } from './commands.ts'

export const jobs: Jobs = {
  'bookings.complete': (deps, { bookingId }) => completeBooking(deps, bookingId),
  'bookings.expire': (deps, { bookingId }) => expireBooking(deps, bookingId),
  'bookings.lapseClaim': (deps, { bookingId }) => lapseClaim(deps, bookingId),
}
