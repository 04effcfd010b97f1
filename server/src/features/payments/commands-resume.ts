// After new keys were saved: asks again, in batches, about the payments and refunds that were waiting for working keys.
import type { JobPayloads } from '@wayfare/core/events'
import { isKeyProblem, paymentProblems } from '@wayfare/core/payments'
import type { ProviderMode } from '@wayfare/core/providers'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { scheduleCheck } from './commands-check.ts'
import { scheduleRefund } from './commands-refunds.ts'

type Resume = JobPayloads['payments.resume']

const atOnce = 100
/** Pause between two batches, to spare the provider. */
const pauseMs = 10_000

const keyProblems = paymentProblems.filter(isKeyProblem)

const planResume = (tx: Tx, resume: Resume, runAt?: Date): Promise<void> =>
  enqueueJob(tx, 'payments.resume', resume, { jobKey: `resume:${resume.what}:${resume.provider}:${resume.mode}`, runAt })

/** Schedules the first batch of checks and of refunds, however many wait; each batch schedules the next one. */
export const resumeAll = async (tx: Tx, provider: string, mode: ProviderMode): Promise<void> => {
  for (const what of ['checks', 'refunds'] as const) await planResume(tx, { what, provider, mode, after: '' })
}

const checksAfter = (tx: Tx, { provider, mode, after }: Resume) =>
  tx
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('problem', 'in', keyProblems)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()

const refundsAfter = (tx: Tx, { provider, mode, after }: Resume) =>
  tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select('refund.id')
    .where('payment.provider', '=', provider)
    .where('payment.mode', '=', mode)
    .where('refund.state', '=', 'pending')
    .where('refund.problem', 'in', keyProblems)
    .where('refund.id', '>', after)
    .orderBy('refund.id')
    .limit(atOnce)
    .execute()

/** The job: runs one batch and schedules the next. */
export const resumeSome = (deps: Deps, resume: Resume): Promise<void> =>
  inTx(deps, async (tx) => {
    const isOfChecks = resume.what === 'checks'
    const rows = await (isOfChecks ? checksAfter : refundsAfter)(tx, resume)
    for (const { id } of rows) await (isOfChecks ? scheduleCheck : scheduleRefund)(tx, id)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    await planResume(tx, { ...resume, after: last.id }, new Date(deps.now().getTime() + pauseMs))
  })
