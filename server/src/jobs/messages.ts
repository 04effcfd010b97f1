// Queues mail and SMS in the transaction that causes them. They are sealed, since they contain links and codes.
import type { Delivery } from '@wayfare/contract/messages'
import type { Message } from '@wayfare/core/events'
import type { Db, Deps, Tx } from '../deps.ts'
import { enqueueAll, enqueueJob } from './queue.ts'

const context = 'message'

/** How messages of this kind are sent. */
export const getDelivery = ({ config, services }: Pick<Deps, 'config' | 'services'>, kind: Message['kind']): Delivery => {
  if (services[kind] !== null) return 'service'
  return config.keepsMessages && !config.isProduction ? 'dev_inbox' : 'none'
}

/** Attempts: mail may wait for a mail server that is down overnight, but a code expires after minutes. */
const tries = { mail: 12, sms: 5 } as const

const sealed = ({ secrets }: Pick<Deps, 'secrets'>, message: Message) => ({
  sealed: secrets.seal(JSON.stringify(message), context),
})

export const sendMessage = (deps: Pick<Deps, 'secrets'>, tx: Tx | Db, message: Message): Promise<void> =>
  enqueueJob(tx, 'notifications.message', sealed(deps, message), { maxAttempts: tries[message.kind] })

export type Mail = Extract<Message, { kind: 'mail' }>

/** Queues mails to many recipients. */
export const sendMails = (deps: Pick<Deps, 'secrets'>, tx: Tx | Db, mails: readonly Mail[]): Promise<void> => {
  const payloads = mails.map((mail) => sealed(deps, mail))
  return enqueueAll(tx, 'notifications.message', payloads, { maxAttempts: tries.mail })
}

/** Opens a queued message; null if it was sealed with another secret. */
export const openMessage = (deps: Pick<Deps, 'secrets'>, sealed: string): Message | null => {
  const text = deps.secrets.open(sealed, context)
  return text === null ? null : (JSON.parse(text) as Message)
}
