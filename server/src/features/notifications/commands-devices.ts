// A device is registered for a session and removed with it, wherever the session ends.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/messages-push'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { isPushToken, mostDevices, pushKinds, type PushKind, type PushPlatform } from '@wayfare/core/push'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'

type Given = ParsedInputOf<typeof contract.registerDevice>

const refuse = (field: string, problem: string): never => {
  throw new Refusal('bad_request', { fields: [{ field, problem }] })
}

/** The kinds of devices that this server can reach. */
export const listKinds = ({ services }: Pick<Deps, 'services'>): PushKind[] =>
  pushKinds.filter((kind) => services.push[kind] !== null)

const platformOf = ({ kind, platform }: Given): PushPlatform => {
  if (kind === 'web') return platform === undefined || platform === 'WEB' ? 'WEB' : refuse('platform', 'a browser is WEB')
  if (kind === 'apns') return platform === undefined || platform === 'IOS' ? 'IOS' : refuse('platform', 'APNs is IOS')
  if (platform === 'ANDROID' || platform === 'IOS') return platform
  return refuse('platform', 'must be ANDROID or IOS')
}

const check = (deps: Deps, given: Given): { platform: PushPlatform; p256dh: string | null; auth: string | null } => {
  const { kind, token, keys } = given
  if (deps.services.push[kind] === null) throw new Refusal('not_configured')
  if (!isPushToken(kind, token, deps.config.push.hosts)) refuse('token', 'is none of this kind')
  if ((kind === 'web') !== (keys !== undefined)) refuse('keys', 'browsers have keys, others none')
  return { platform: platformOf(given), p256dh: keys?.p256dh ?? null, auth: keys?.auth ?? null }
}

/** Removes the oldest devices beyond the limit. */
const makeRoom = async (tx: Tx, userId: UserId): Promise<void> => {
  const rows = await tx
    .selectFrom('pushDevice')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('lastSeen', 'desc')
    .orderBy('id')
    .offset(mostDevices)
    .execute()
  const old = rows.map(({ id }) => id)
  if (old.length > 0) await tx.deleteFrom('pushDevice').where('id', 'in', old).execute()
}

/** Registers a device. A token registered before by somebody else belongs to a device that changed hands. */
export const registerDevice = (deps: Deps, actor: UserActor, sessionId: string, given: Given): Promise<{ done: true }> => {
  const device = check(deps, given)
  const { kind, token } = given
  const lastSeen = deps.now()
  return inTx(deps, async (tx) => {
    // one at a time per person, so that two tabs count each other
    await tx.selectFrom('appUser').select('id').where('id', '=', actor.id).forUpdate().execute()
    const other = await tx.selectFrom('pushDevice').select('userId').where('token', '=', token).executeTakeFirst()
    if (other && other.userId !== actor.id) await tx.deleteFrom('pushDevice').where('token', '=', token).execute()
    const fields = { ...device, kind, userId: actor.id, sessionId, lastSeen }
    await tx
      .insertInto('pushDevice')
      .values({ id: deps.newId(), token, createdAt: lastSeen, ...fields })
      .onConflict((conflict) => conflict.column('token').doUpdateSet(fields))
      .execute()
    await makeRoom(tx, actor.id)
    return { done: true }
  })
}

export const removeDevice = (deps: Deps, actor: UserActor, token: string): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    await tx.deleteFrom('pushDevice').where('token', '=', token).where('userId', '=', actor.id).execute()
    return { done: true }
  })
