import type { Jobs } from '../../jobs/queue.ts'
import { warnUntaken } from './commands-offers.ts'
import * as commands from './commands.ts'

export const jobs: Jobs = {
  'dispatch.offer': (deps, { bookingId }) => commands.offerBooking(deps, bookingId),
  'dispatch.warn': (deps, { bookingId }) => warnUntaken(deps, bookingId),
  'dispatch.offerToDriver': (deps, { driverId }) => commands.offerToDriver(deps, driverId),
}
