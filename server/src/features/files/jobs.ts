import type { Jobs } from '../../jobs/queue.ts'
import { eraseUncopied } from './commands.ts'

export const jobs: Jobs = {
  'files.erase': (deps, { storageKeys }) => eraseUncopied(deps, storageKeys),
}
