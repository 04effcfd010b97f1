import type { Jobs } from '../../jobs/queue.ts'
import { completeBooking, expireBooking } from './commands.ts'

export const jobs: Jobs = {
  'bookings.complete': (deps, { bookingId }) => completeBooking(deps, bookingId),
  'bookings.expire': (deps, { bookingId }) => expireBooking(deps, bookingId),
}
