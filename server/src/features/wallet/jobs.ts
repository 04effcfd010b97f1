import type { Jobs } from '../../jobs/queue.ts'
import { proveBooks, scheduleProof } from './commands-books.ts'

export const jobs: Jobs = {
  // schedules the next night first, so that a failure does not end the series
  'wallet.proveBooks': async (deps) => {
    await scheduleProof(deps, { isAtWork: true })
    await proveBooks(deps, null)
  },
}
