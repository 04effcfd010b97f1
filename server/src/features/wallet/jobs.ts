import type { Jobs } from '../../jobs/queue.ts'
import { proveBooks, scheduleProof } from './commands-books.ts'

export const jobs: Jobs = {
  // the next night first: one that fails does not end them
  'wallet.proveBooks': async (deps) => {
    await scheduleProof(deps, { isAtWork: true })
    await proveBooks(deps, null)
  },
}
