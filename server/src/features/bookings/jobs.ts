import type { Jobs } from '../../jobs/queue.ts'
import { lapseClaim } from './commands-claims.ts'
import { erasePersonFromBookings } from './commands-people.ts'
import { completeBooking, expireBooking } from './commands.ts'

export const jobs: Jobs = {
  'bookings.complete': (deps, { bookingId }) => completeBooking(deps, bookingId),
  'bookings.expire': (deps, { bookingId }) => expireBooking(deps, bookingId),
  'bookings.erasePerson': erasePersonFromBookings,
  'bookings.lapseClaim': (deps, { bookingId }) => lapseClaim(deps, bookingId),
}
