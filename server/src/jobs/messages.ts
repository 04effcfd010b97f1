// Promise: a mail or SMS is queued with the rows that cause it, and its links and codes lie in the queue sealed.
import type { Delivery } from '@wayfare/contract/messages'
import type { Message } from '@wayfare/core/events'
import type { Db, Deps, Tx } from '../deps.ts'
import { enqueueAll, enqueueJob } from './queue.ts'

const context = 'message'

/** By what messages of this kind leave. */
export const getDelivery = ({ config, services }: Pick<Deps, 'config' | 'services'>, kind: Message['kind']): Delivery => {
  if (services[kind] !== null) return 'service'
  return config.keepsMessages && !config.isProduction ? 'dev_inbox' : 'none'
}

/** A mail may wait for a mail server that is down for the night; a code is stale after minutes. */
const tries = { mail: 12, sms: 5 } as const

const sealed = ({ secrets }: Pick<Deps, 'secrets'>, message: Message) => ({
  sealed: secrets.seal(JSON.stringify(message), context),
})

export const sendMessage = (deps: Pick<Deps, 'secrets'>, tx: Tx | Db, message: Message): Promise<void> =>
  enqueueJob(tx, 'notifications.message', sealed(deps, message), { maxAttempts: tries[message.kind] })

export type Mail = Extract<Message, { kind: 'mail' }>

/** Mails to many. */
export const sendMails = (deps: Pick<Deps, 'secrets'>, tx: Tx | Db, mails: readonly Mail[]): Promise<void> => {
  const payloads = mails.map((mail) => sealed(deps, mail))
  return enqueueAll(tx, 'notifications.message', payloads, { maxAttempts: tries.mail })
}

/** The message that was queued; null when it was sealed under another secret. */
export const openMessage = (deps: Pick<Deps, 'secrets'>, sealed: string): Message | null => {
  const text = deps.secrets.open(sealed, context)
  return text === null ? null : (JSON.parse(text) as Message)
}
