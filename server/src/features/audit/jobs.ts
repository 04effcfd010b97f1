import type { Jobs } from '../../jobs/queue.ts'
import { planAuditProof, proveAudit } from './commands.ts'

export const jobs: Jobs = {
  // the next night first: one that fails does not end them
  'audit.prove': async (deps) => {
    await planAuditProof(deps)
    await proveAudit(deps, null)
  },
}
