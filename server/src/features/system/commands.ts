// Failed jobs that have used up their tries: retried, or dropped.
import type { UserActor } from '@wayfare/core/accounts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { forgetFailedJobs, retryFailedJobs } from '../../jobs/failed.ts'

export const retryJobs = (deps: Deps, actor: UserActor, { name }: { name: string }): Promise<{ count: number }> =>
  inTx(deps, async (tx) => {
    const count = await retryFailedJobs(tx, name)
    const object = { kind: 'job', id: name } as const
    if (count > 0) await recordAudit(tx, actor, { action: 'system.retryJobs', object, after: { count } })
    return { count }
  })

export const forgetJobs = (deps: Deps, actor: UserActor, { name }: { name: string }): Promise<{ count: number }> =>
  inTx(deps, async (tx) => {
    const count = await forgetFailedJobs(tx, name)
    const object = { kind: 'job', id: name } as const
    if (count > 0) await recordAudit(tx, actor, { action: 'system.forgetJobs', object, before: { count } })
    return { count }
  })
