import type { Jobs } from '../../jobs/queue.ts'
import { proveAudit, scheduleAuditProof } from './commands.ts'

export const jobs: Jobs = {
  // the next night first: one that fails does not end them
  'audit.prove': async (deps) => {
    await scheduleAuditProof(deps, { isAtWork: true })
    await proveAudit(deps, null)
  },
}
