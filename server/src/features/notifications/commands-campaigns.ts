// Campaigns: the desk's notices to many. Drafts can be changed and removed; a draft is sent once, and then stays as it was.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/messages-campaigns'
import type { UserActor } from '@wayfare/core/accounts'
import { cleanMessage } from '@wayfare/core/chat'
import { Refusal } from '@wayfare/core/errors'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { scheduleRun } from './commands-campaign-run.ts'
import { listKinds } from './commands-devices.ts'
import { queueNotice } from './commands-push.ts'
import * as queries from './queries-campaigns.ts'
import { listOwnDevices } from './queries-push.ts'

type Fields = ParsedInputOf<typeof contract.addCampaign>
type Words = ParsedInputOf<typeof contract.testCampaign>

/** The words without invisible characters; a title is one line. */
const cleanWords = (given: Words): Words => {
  const title = cleanMessage(given.title).replaceAll('\n', ' ')
  const body = cleanMessage(given.body)
  const empty = Object.entries({ title, body }).flatMap(([field, text]) => (text === '' ? [field] : []))
  if (empty.length > 0) throw new Refusal('bad_request', { fields: empty.map((field) => ({ field, problem: 'is empty' })) })
  return { title, body }
}

const columnsOf = ({ deviceType, userType, ...words }: Fields) => ({ deviceType, userType, ...cleanWords(words) })

const lockCampaign = async (tx: Tx, id: string) => {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const lockDraft = async (tx: Tx, id: string) => {
  const row = await lockCampaign(tx, id)
  if (row.state !== 'draft') throw new Refusal('notification_sent')
  return row
}

const wordsOf = ({ deviceType, userType, title, body }: Fields): Fields => ({ deviceType, userType, title, body })

type Deed = Omit<Parameters<typeof recordAudit>[2], 'object'>

/** Makes pages reload the list, and writes the audit entry. */
const publish = async (tx: Tx, actor: UserActor, id: string, deed: Deed): Promise<void> => {
  await emitEvent(tx, { type: 'CampaignsChanged' })
  await recordAudit(tx, actor, { ...deed, object: { kind: 'campaign', id } })
}

export const addCampaign = (deps: Deps, actor: UserActor, fields: Fields) =>
  inTx(deps, async (tx) => {
    const id = deps.newId()
    const columns = columnsOf(fields)
    await tx
      .insertInto('campaign')
      .values({ id, ...columns, createdAt: deps.now(), createdBy: actor.id })
      .execute()
    await publish(tx, actor, id, { action: 'messages.addCampaign', after: columns })
    return queries.getCampaign(tx, id)
  })

export const changeCampaign = (
  deps: Deps,
  actor: UserActor,
  { id, version, ...fields }: ParsedInputOf<typeof contract.changeCampaign>,
) =>
  inTx(deps, async (tx) => {
    const before = await lockDraft(tx, id)
    checkVersion(before, version)
    const columns = columnsOf(fields)
    await tx
      .updateTable('campaign')
      .set({ ...columns, ...nextVersion })
      .where('id', '=', id)
      .execute()
    await publish(tx, actor, id, { action: 'messages.changeCampaign', before: wordsOf(before), after: columns })
    return queries.getCampaign(tx, id)
  })

export const removeCampaign = (deps: Deps, actor: UserActor, id: string): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    const before = await lockDraft(tx, id)
    await tx.deleteFrom('campaign').where('id', '=', id).execute()
    await publish(tx, actor, id, { action: 'messages.removeCampaign', before: wordsOf(before) })
    return { done: true }
  })

/** Sends a draft. A second request gets notification_sent; if nobody can be reached, nothing is stored as sent. */
export const sendCampaign = (deps: Deps, actor: UserActor, { id, version }: ParsedInputOf<typeof contract.sendCampaign>) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const draft = await lockDraft(tx, id)
    checkVersion(draft, version)
    const now = deps.now()
    const { recipients, devices } = await queries.countAudience(tx, draft, { now, kinds: listKinds(deps) })
    if (recipients === 0) throw new Refusal('no_user_match')
    const all = devices.ANDROID + devices.IOS + devices.WEB
    await tx
      .updateTable('campaign')
      .set({ state: 'sending', sentAt: now, sentBy: actor.id, recipients, devices: all, toldAt: now })
      .where('id', '=', id)
      .execute()
    await scheduleRun(tx, id)
    await publish(tx, actor, id, { action: 'messages.sendCampaign', after: { ...wordsOf(draft), recipients, devices: all } })
    return queries.getCampaign(tx, id)
  })

/** Stops a campaign. What was already handed over stays sent, and is still counted. */
export const stopCampaign = (deps: Deps, actor: UserActor, id: string) =>
  inTx(deps, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state !== 'sending') throw new Refusal('notification_not_running')
    await tx.deleteFrom('campaignRetry').where('campaignId', '=', id).execute()
    await tx.updateTable('campaign').set({ state: 'stopped', endedAt: deps.now() }).where('id', '=', id).execute()
    await publish(tx, actor, id, { action: 'messages.stopCampaign', before: { state: 'sending' }, after: { state: 'stopped' } })
    return queries.getCampaign(tx, id)
  })

/** Sends the notice to the author's own devices. */
export const testCampaign = (deps: Deps, actor: UserActor, given: Words): Promise<{ devices: number }> => {
  const { title, body } = cleanWords(given)
  return inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const devices = await listOwnDevices(tx, actor.id, { now: deps.now(), kinds: listKinds(deps) })
    if (devices.length === 0) throw new Refusal('no_own_device')
    const test = `test:${deps.newId()}`
    const at = deps.now().getTime()
    for (const deviceId of devices) {
      const id = `${test}:${deviceId}`
      const words = { title, msg: body, deviceId }
      await queueNotice(tx, { userId: actor.id, id, at, screen: 'home', params: {}, collapse: test, words })
    }
    return { devices: devices.length }
  })
}
