import type { Jobs } from '../../jobs/queue.ts'
import { completeBooking } from './commands.ts'

export const jobs: Jobs = {
  'bookings.complete': (deps, { bookingId }) => completeBooking(deps, bookingId),
}
