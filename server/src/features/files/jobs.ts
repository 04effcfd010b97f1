import type { Jobs } from '../../jobs/queue.ts'
import { eraseFiles } from './commands.ts'

export const jobs: Jobs = {
  'files.erase': (deps, { storageKeys }) => eraseFiles(deps, storageKeys),
}
