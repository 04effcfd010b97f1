import type { Jobs } from '../../jobs/queue.ts'
import { proveAudit, scheduleAuditProof } from './commands.ts'

export const jobs: Jobs = {
  // schedules the next night first, so that a failure does not end the series
  'audit.prove': async (deps) => {
    await scheduleAuditProof(deps, { isAtWork: true })
    await proveAudit(deps, null)
  },
}
