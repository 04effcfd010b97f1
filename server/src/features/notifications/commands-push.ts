// Notices to devices: queued with their cause or soon after; each device is reached once, however often a job runs.
import type { PushOrder } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { pushKinds } from '@wayfare/core/push'
import { isOutage, type Outage, type PushAnswer, type PushNotice } from '../../adapters/ports.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { enqueueAll, enqueueJob } from '../../jobs/queue.ts'
import { presentPush } from './present-push.ts'
import { findTexts } from './queries.ts'
import * as queries from './queries-push.ts'
import type { WaitingDevice } from './queries-push.ts'

/** How long a notice is useful (ms): that a driver arrived an hour ago is no news. */
const usefulMs = 60 * 60_000

/** Seven tries take about ten minutes. */
const tries = 7

/** Queues notices in one statement. */
export const queueNotices = (db: Tx | Db, pushes: readonly PushOrder[]): Promise<void> =>
  enqueueAll(db, 'notifications.send', pushes, { maxAttempts: tries, keyOf: ({ id, userId }) => `push:${id}:${userId}` })

/** Queues a notice in the transaction of its cause. */
export const queueNotice = (tx: Tx | Db, push: PushOrder): Promise<void> => queueNotices(tx, [push])

/** Queues a notice if the person has a device. */
export const orderPush = async (deps: Deps, push: PushOrder): Promise<void> => {
  if (await queries.hasDevice(deps.db, push.userId)) await queueNotice(deps.db, push)
}

/** Queues one job for all of them, so that the sender need not wait to find out who has a device. */
export const orderPushToMany = ({ db }: Deps, userIds: UserId[], push: Omit<PushOrder, 'userId'>): Promise<void> =>
  enqueueJob(db, 'notifications.sendToMany', { userIds, push }, { jobKey: `push:${push.id}` })

/** Queues the notice for everyone with a device; queueing twice does no harm, because what was sent is recorded. */
export const sendPushToMany = async (
  { db }: Deps,
  { userIds, push }: { userIds: readonly UserId[]; push: Omit<PushOrder, 'userId'> },
): Promise<void> => {
  const reached = await queries.listWithDevice(db, userIds)
  const orders = reached.map((userId) => ({ ...push, userId }))
  if (orders.length > 0) await enqueueAll(db, 'notifications.send', orders, { maxAttempts: tries })
}

export const recordSent = async (
  { db, now }: Deps,
  noticeId: string,
  deviceId: string,
  receipt: string | null,
): Promise<void> => {
  await db
    .insertInto('pushSent')
    .columns(['noticeId', 'deviceId', 'receipt', 'sentAt'])
    // the device may have been removed meanwhile
    .expression((e) =>
      e
        .selectFrom('pushDevice')
        .select([e.val(noticeId).as('noticeId'), 'id', e.val(receipt).as('receipt'), e.val(now()).as('sentAt')])
        .where('id', '=', deviceId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a device's token, unless it was renewed meanwhile. */
export const forgetToken = async ({ db }: Deps, { id, token }: Pick<WaitingDevice, 'id' | 'token'>): Promise<void> => {
  await db.deleteFrom('pushDevice').where('id', '=', id).where('token', '=', token).execute()
}

export const deliverPush = async (deps: Deps, device: WaitingDevice, notice: PushNotice): Promise<PushAnswer | Outage> => {
  const { kind, token, p256dh, auth } = device
  const service = deps.services.push[kind]
  if (service === null) return { state: 'taken' }
  try {
    return await service.send({ token, keys: p256dh !== null && auth !== null ? { p256dh, auth } : null }, notice)
  } catch (error) {
    if (isOutage(error)) return error
    throw error
  }
}

/** Sends to one device; returns the Outage if it has to be tried again. */
const reach = async (deps: Deps, { id }: PushOrder, device: WaitingDevice, notice: PushNotice): Promise<Outage | null> => {
  const answer = await deliverPush(deps, device, notice)
  const { kind } = device
  if (isOutage(answer)) {
    if (answer.outage !== 'refused') return answer
    deps.log.warn({ err: answer, kind }, 'a notice was refused for good and is dropped')
    await recordSent(deps, id, device.id, null)
  } else if (answer.state === 'gone') {
    deps.log.debug({ kind }, 'a device is gone and is forgotten')
    await forgetToken(deps, device)
  } else await recordSent(deps, id, device.id, answer.receipt ?? null)
  return null
}

/** Fails if a device could not be reached for now; the queue then tries those again. */
export const sendPush = async (deps: Deps, push: PushOrder): Promise<void> => {
  const leftMs = push.at + usefulMs - deps.now().getTime()
  if (leftMs <= 0) return deps.log.debug({ id: push.id }, 'a notice is of no use any more and is dropped')
  const devices = await queries.listWaiting(deps, push)
  const language = await queries.findLanguage(deps.db, push.userId)
  if (devices.length === 0 || language === null) return
  const bundle = await findTexts(deps, language)
  const notice = presentPush(push, { ...bundle, appName: deps.settings().appName }, Math.ceil(leftMs / 1000))
  const outages = await Promise.all(devices.map((device) => reach(deps, push, device, notice)))
  const outage = outages.find((one) => one !== null)
  if (outage) throw outage
}

/** When receipts are ready, and how many are requested at once. */
const receiptAfterMs = 15 * 60_000
const receiptsAtOnce = 300
/** Longer than events are kept, since those could be handled again. */
const keepMs = 8 * 86_400_000

const readReceipts = async (deps: Deps, kind: (typeof pushKinds)[number]): Promise<void> => {
  const read = deps.services.push[kind]?.readReceipts
  if (!read) return
  const rows = await deps.db
    .selectFrom('pushSent as sent')
    .innerJoin('pushDevice as device', 'device.id', 'sent.deviceId')
    .select(['sent.receipt', 'device.id', 'device.token'])
    .where('device.kind', '=', kind)
    .where('sent.receipt', 'is not', null)
    .where('sent.sentAt', '<', new Date(deps.now().getTime() - receiptAfterMs))
    .orderBy('sent.sentAt')
    .limit(receiptsAtOnce)
    .execute()
  if (rows.length === 0) return
  const receipts = rows.flatMap(({ receipt }) => receipt ?? [])
  const gone = new Set(await read(receipts))
  for (const row of rows) if (row.receipt !== null && gone.has(row.receipt)) await forgetToken(deps, row)
  await deps.db.updateTable('pushSent').set({ receipt: null }).where('receipt', 'in', receipts).execute()
}

/** Reads later receipts from the services, and deletes old records. */
export const prunePushes = async (deps: Deps): Promise<void> => {
  await deps.db
    .deleteFrom('pushSent')
    .where('sentAt', '<', new Date(deps.now().getTime() - keepMs))
    .execute()
  for (const kind of pushKinds) await readReceipts(deps, kind)
}
