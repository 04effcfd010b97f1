// A notice that somebody writes to a device whose token he knows: only to whom he has a right to, and told apart from our own.
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

/** What a rider or a driver writes is told apart from what the platform says by the name in front. */
const titleOf = async (tx: Tx, actor: UserActor, title: string): Promise<string> =>
  actor.role === 'rider' || actor.role === 'driver' ? `${await queries.findFirstName(tx, actor.id)}: ${title}` : title

/** Whether there is no such token or no right to it is not told. */
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
