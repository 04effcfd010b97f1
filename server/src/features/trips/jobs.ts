import type { Jobs } from '../../jobs/queue.ts'
import { measureAgain } from './commands-driven.ts'

export const jobs: Jobs = {
  'trips.measureAgain': (deps, { bookingId }) => measureAgain(deps, bookingId),
}
