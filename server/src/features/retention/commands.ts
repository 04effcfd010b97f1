// What is older than the settings keep it is let go at night: in batches, kind after kind, a few seconds a job, so that a server that
// stops or fails loses no more than one batch and the next one goes on where it was.
import type { RetentionTurn } from '@wayfare/core/events'
import { computeKeptSince, findNextStep, nightSteps, type NightStep } from '@wayfare/core/retention'
import type { Deps } from '../../deps.ts'
import type { Expired, Expiring } from '../../jobs/expiring.ts'
import { planNight } from '../../jobs/nightly.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { expireAudit } from '../audit/commands-retention.ts'
import { expirePhotos, expireTracks, packTracks } from '../bookings/commands-retention.ts'
import { expireMessages } from '../chat/commands-retention.ts'
import { expireInbox, expireNotices } from '../notifications/commands-retention.ts'

/** After the proofs of the night. */
const nightly = '04:00'
/** So long one job works (ms). */
const turnMs = 5000
/** Of its jobs one runs at a time, whichever process has it. */
const queue = 'retention'

const expirers: Record<NightStep, (deps: Deps, from: Expiring) => Promise<Expired>> = {
  pack: packTracks,
  track: expireTracks,
  chat: expireMessages,
  photo: expirePhotos,
  notice: expireNotices,
  inbox: expireInbox,
  audit: expireAudit,
}

/** A night that was missed, or failed, still waits beside the next one. */
export const scheduleExpiry = (deps: Deps, { isAtWork = false } = {}): Promise<void> =>
  planNight({ deps, at: nightly, isAtWork, name: 'retention.expire', payload: { turn: null }, key: 'expireOld', queue })

/** One batch, and where the night is then; null when it is over. */
const takeStep = async (
  deps: Deps,
  { step, after, removed }: RetentionTurn,
): Promise<{ removed: RetentionTurn['removed']; next: RetentionTurn | null }> => {
  const since = computeKeptSince(step, deps.settings(), deps.now().getTime())
  const done: Expired =
    since === null ? { removed: 0, after: null } : await expirers[step](deps, { before: new Date(since), after })
  const counts = { ...removed, [step]: (removed[step] ?? 0) + done.removed }
  if (done.after !== null) return { removed: counts, next: { step, after: done.after, removed: counts } }
  const next = findNextStep(step)
  return { removed: counts, next: next && { step: next, after: '', removed: counts } }
}

/** Works for a while, and leaves the rest to the next job. What fails is tried again from where this job began. */
export const expireOld = async (deps: Deps, given: RetentionTurn | null, workMs = turnMs): Promise<void> => {
  const since = performance.now()
  let turn: RetentionTurn = given ?? { step: nightSteps[0], after: '', removed: {} }
  do {
    const { removed, next } = await takeStep(deps, turn)
    if (next === null) return deps.log.info({ removed }, 'what is older than it is kept was let go')
    turn = next
  } while (performance.now() - since < workMs)
  await enqueueJob(deps.db, 'retention.expire', { turn }, { queue })
}
