import type { Jobs } from '../../jobs/queue.ts'
import { planProof, proveBooks } from './commands-books.ts'

export const jobs: Jobs = {
  // the next night first: one that fails does not end them
  'wallet.proveBooks': async (deps) => {
    await planProof(deps)
    await proveBooks(deps, null)
  },
}
