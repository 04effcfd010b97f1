// A notice that somebody sends to a device by its token: only to permitted recipients, and distinguishable from our own notices.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/messages-push'
import type { UserActor } from '@wayfare/core/accounts'
import { cleanMessage } from '@wayfare/core/chat'
import { Refusal } from '@wayfare/core/errors'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { queueNotice } from './commands-push.ts'
import * as queries from './queries-push.ts'

type Given = ParsedInputOf<typeof contract.sendNotification>

/** Prefixes the sender's name to notices by riders and drivers, to tell them from the platform's. */
const titleOf = async (tx: Tx, actor: UserActor, title: string): Promise<string> =>
  actor.role === 'rider' || actor.role === 'driver' ? `${await queries.findFirstName(tx, actor.id)}: ${title}` : title

/** Sends the notice. Does not reveal whether the token is unknown or not permitted. */
export const sendNotification = (deps: Deps, actor: UserActor, given: Given): Promise<{ done: true }> => {
  const { token, screen, params = {} } = given
  const [title, msg] = [given.title, given.msg].map((text) => cleanMessage(text).replaceAll('\n', ' '))
  if (!title || !msg) throw new Refusal('bad_request')
  return inTx(deps, async (tx) => {
    const device = await queries.findDevice(tx, token)
    if (!device || !(await queries.mayNotify(tx, actor, device))) throw new Refusal('not_found')
    const id = `written:${deps.newId()}`
    const words = { title: await titleOf(tx, actor, title), msg, deviceId: device.id }
    await queueNotice(tx, { userId: device.userId, id, at: deps.now().getTime(), screen, params, collapse: id, words })
    const object = { kind: 'person', id: device.userId } as const
    await recordAudit(tx, actor, { action: 'messages.sendNotification', object, after: { title: words.title, msg } })
    return { done: true }
  })
}
