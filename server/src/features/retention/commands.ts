// Deletes what is older than the retention settings, at night: kind after kind in batches, a few seconds per job, so that a
// server that stops or fails loses at most one batch, and the next job continues there.
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

/** Runs after the nightly proofs. */
const nightly = '04:00'
/** How long one job works (ms). */
const turnMs = 5000
/** Only one of its jobs runs at a time, in whichever process. */
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

/** Schedules the nightly run; a missed or failed night keeps its own job beside the next one. */
export const scheduleExpiry = (deps: Deps, { isAtWork = false } = {}): Promise<void> =>
  planNight({ deps, at: nightly, isAtWork, name: 'retention.expire', payload: { turn: null }, key: 'expireOld', queue })

/** Does one batch and returns the position after it; null when the night's work is done. */
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

/** Works for a while and leaves the rest to the next job. After a failure, it starts again where this job began. */
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
