// Sends a campaign in batches: devices are claimed in one short transaction, contacted outside of any, and noted in another. A
// claimed device is never claimed again: it gets the notice at most once, however often a job runs or dies (decision 11).
import { type PushNotice, isOutage } from '../../adapters/ports.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { listKinds } from './commands-devices.ts'
import { deliverPush, forgetToken, recordSent } from './commands-push.ts'
import { presentCampaign } from './present-push.ts'
import { selectAudience } from './queries-campaigns.ts'
import type { WaitingDevice } from './queries-push.ts'

/** Devices per run of the job; after it other jobs get their turn. */
const atOnce = 100
/** Waits before an unreachable service is tried again (ms); after the last one the device counts as failed. */
const retriesAfterMs = [30_000, 120_000, 480_000, 1_800_000]
/** After this long without an answer (ms), the worker that claimed the devices is taken for dead. */
const patienceMs = 120_000
/** How often pages are informed of progress (ms). */
const tellEveryMs = 1000

type Taken = WaitingDevice & { tries: number }
type Run = { notice: PushNotice; devices: Taken[] }

/** Queues the next run; replaces a waiting one, so that only one waits. */
export const scheduleRun = (tx: Tx | Db, campaignId: string, runAt?: Date): Promise<void> =>
  enqueueJob(tx, 'notifications.campaign', { campaignId }, { jobKey: `campaign:${campaignId}`, runAt })

const deviceColumns = ['device.id', 'device.kind', 'device.token', 'device.p256dh', 'device.auth'] as const

const lockRunning = (tx: Tx, id: string) =>
  tx.selectFrom('campaign').selectAll().where('id', '=', id).where('state', '=', 'sending').forUpdate().executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

/** Claims devices that are due for another try; those that may no longer be reached are counted as failed. */
const takeDue = async (tx: Tx, deps: Deps, row: Row): Promise<Taken[]> => {
  const now = deps.now()
  const due = await tx
    .deleteFrom('campaignRetry')
    .where('campaignId', '=', row.id)
    .where('deviceId', 'in', (e) =>
      e
        .selectFrom('campaignRetry')
        .select('deviceId')
        .where('campaignId', '=', row.id)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(atOnce),
    )
    .returning(['deviceId', 'tries'])
    .execute()
  if (due.length === 0) return []
  const tries = new Map(due.map((one) => [one.deviceId, one.tries]))
  const devices = await selectAudience(tx, row, { now, kinds: listKinds(deps) })
    .select(deviceColumns)
    .where('device.id', 'in', [...tries.keys()])
    .execute()
  return devices.map((device) => ({ ...device, tries: tries.get(device.id) ?? 0 }))
}

/** Claims the next devices in id order, of those that existed when it was sent. */
const takeFresh = async (tx: Tx, deps: Deps, row: Row, room: number): Promise<Taken[]> => {
  if (room === 0) return []
  const devices = await selectAudience(tx, row, { now: deps.now(), kinds: listKinds(deps) })
    .select(deviceColumns)
    .where('device.id', '>', row.afterDevice)
    .where('device.createdAt', '<=', row.sentAt)
    .orderBy('device.id')
    .limit(room)
    .execute()
  return devices.map((device) => ({ ...device, tries: 0 }))
}

/** If there is nothing to claim: waits for devices that are due later or for answers, or ends the campaign. */
const endOrWait = async (tx: Tx, deps: Deps, row: Row): Promise<void> => {
  const next = await tx
    .selectFrom('campaignRetry')
    .select('dueAt')
    .where('campaignId', '=', row.id)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  if (next) return scheduleRun(tx, row.id, next.dueAt)
  const answeredBy = (row.takenAt?.getTime() ?? 0) + patienceMs
  if (row.inFlight > 0 && answeredBy > deps.now().getTime()) return scheduleRun(tx, row.id, new Date(answeredBy))
  await tx
    .updateTable('campaign')
    // devices without an answer, and those that were removed meanwhile
    .set((e) => ({
      state: 'sent',
      endedAt: deps.now(),
      inFlight: 0,
      devices: e.fn<number>('greatest', ['devices', e('delivered', '+', e.ref('failed'))]),
      failed: e.fn<number>('greatest', ['failed', e('devices', '-', e.ref('delivered'))]),
    }))
    .where('id', '=', row.id)
    .execute()
  await emitEvent(tx, { type: 'CampaignsChanged' })
}

const takeUp = (deps: Deps, id: string): Promise<Run | null> =>
  inTx(deps, async (tx) => {
    const row = await lockRunning(tx, id)
    if (!row) return null
    const again = await takeDue(tx, deps, row)
    const fresh = await takeFresh(tx, deps, row, atOnce - again.length)
    const devices = [...again, ...fresh]
    if (devices.length === 0) {
      await endOrWait(tx, deps, row)
      return null
    }
    await tx
      .updateTable('campaign')
      .set((e) => ({
        afterDevice: fresh.at(-1)?.id ?? row.afterDevice,
        inFlight: e('inFlight', '+', devices.length),
        takenAt: deps.now(),
      }))
      .where('id', '=', id)
      .execute()
    return { notice: presentCampaign(row), devices }
  })

type Outcome = 'delivered' | 'failed' | 'again'

const outcomeOf = async (deps: Deps, device: Taken, { notice, noticeId }: { notice: PushNotice; noticeId: string }) => {
  const answer = await deliverPush(deps, device, notice)
  if (isOutage(answer)) {
    const isForGood = answer.outage === 'refused' || device.tries >= retriesAfterMs.length
    if (isForGood) deps.log.warn({ err: answer, kind: device.kind }, 'a notice of the desk did not reach a device')
    return isForGood ? 'failed' : 'again'
  }
  if (answer.state === 'gone') {
    await forgetToken(deps, device)
    return 'failed'
  }
  // a service may report later that the device is gone
  if (answer.receipt !== undefined) await recordSent(deps, noticeId, device.id, answer.receipt)
  return 'delivered'
}

/** Sends to one device; an error does not affect the others. */
const reach = async (deps: Deps, device: Taken, given: { notice: PushNotice; noticeId: string }): Promise<Outcome> => {
  try {
    return await outcomeOf(deps, device, given)
  } catch (error) {
    deps.log.error({ err: error, kind: device.kind }, 'a notice of the desk could not be handed over')
    return 'failed'
  }
}

type Answer = { device: Taken; outcome: Outcome }

const planRetries = async (tx: Tx, deps: Deps, campaignId: string, again: readonly Taken[]): Promise<void> => {
  const now = deps.now().getTime()
  for (const { id, tries } of again) {
    const dueAt = new Date(now + (retriesAfterMs[tries] ?? 0))
    await tx
      .insertInto('campaignRetry')
      .columns(['campaignId', 'deviceId', 'tries', 'dueAt'])
      // the device may have been removed meanwhile
      .expression((e) =>
        e
          .selectFrom('pushDevice')
          .select([e.val(campaignId).as('campaignId'), 'id', e.val(tries + 1).as('tries'), e.val(dueAt).as('dueAt')])
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Notes the answers. They count after a stop as well; only further tries are then left out. */
const note = (deps: Deps, campaignId: string, answers: readonly Answer[]): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await tx.selectFrom('campaign').selectAll().where('id', '=', campaignId).forUpdate().executeTakeFirst()
    if (!row || row.state === 'sent') return
    const count = (outcome: Outcome): number => answers.filter((answer) => answer.outcome === outcome).length
    const again = answers.flatMap(({ device, outcome }) => (outcome === 'again' ? [device] : []))
    const isTold = row.state === 'sending' && (row.toldAt?.getTime() ?? 0) + tellEveryMs > deps.now().getTime()
    await tx
      .updateTable('campaign')
      .set({
        delivered: row.delivered + count('delivered'),
        failed: row.failed + count('failed'),
        inFlight: Math.max(0, row.inFlight - answers.length),
        ...(isTold ? {} : { toldAt: deps.now() }),
      })
      .where('id', '=', campaignId)
      .execute()
    if (!isTold) await emitEvent(tx, { type: 'CampaignsChanged' })
    if (row.state !== 'sending') return
    await planRetries(tx, deps, campaignId, again)
    await scheduleRun(tx, campaignId)
  })

export const runCampaign = async (deps: Deps, { campaignId }: { campaignId: string }): Promise<void> => {
  const run = await takeUp(deps, campaignId)
  if (!run) return
  const given = { notice: run.notice, noticeId: `notification:${campaignId}` }
  const answers = await Promise.all(run.devices.map(async (device) => ({ device, outcome: await reach(deps, device, given) })))
  await note(deps, campaignId, answers)
}

/** Restarts campaigns whose worker died; an extra run does no harm. */
export const restartCampaigns = async (deps: Deps): Promise<void> => {
  const stuck = await deps.db
    .selectFrom('campaign')
    .select('id')
    .where('state', '=', 'sending')
    .where('takenAt', '<', new Date(deps.now().getTime() - Math.max(...retriesAfterMs) - patienceMs))
    .execute()
  for (const { id } of stuck) await scheduleRun(deps.db, id)
}
