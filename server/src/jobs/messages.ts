// Promise: a mail or SMS is queued with the rows that cause it, and its links and codes lie in the queue sealed.
import type { Message } from '@wayfare/core/events'
import type { Db, Deps, Tx } from '../deps.ts'
import { enqueue } from './queue.ts'

const context = 'message'

/** A mail may wait for a mail server that is down for the night; a code is stale after minutes. */
const tries = { mail: 12, sms: 5 } as const

export const sendMessage = (deps: Pick<Deps, 'secrets'>, tx: Tx | Db, message: Message): Promise<void> =>
  enqueue(
    tx,
    'notifications.message',
    { sealed: deps.secrets.seal(JSON.stringify(message), context) },
    { maxAttempts: tries[message.kind] },
  )

/** The message that was queued; null when it was sealed under another secret. */
export const openMessage = (deps: Pick<Deps, 'secrets'>, sealed: string): Message | null => {
  const text = deps.secrets.open(sealed, context)
  return text === null ? null : (JSON.parse(text) as Message)
}
