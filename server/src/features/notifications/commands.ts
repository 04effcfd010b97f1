// Sends messages by the configured service, or else into the dev inbox.
import { devInboxSize } from '@wayfare/contract/messages'
import type { Message } from '@wayfare/core/events'
import { isOutage } from '../../adapters/ports.ts'
import { getSite } from '../../config.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { getDelivery, openMessage } from '../../jobs/messages.ts'
import { renderMail, renderSms, type RenderedMessage } from './present-message.ts'
import * as queries from './queries.ts'

/** Accounts without an address have an internal one under .invalid, a top-level domain that never exists (RFC 2606). */
const isNowhere = (to: string): boolean => /\.invalid$/i.test(to.trim())

const isLate = ({ now }: Deps, message: Message): boolean =>
  message.kind === 'sms' && message.until !== undefined && message.until <= now().getTime()

const render = async (deps: Deps, message: Message): Promise<RenderedMessage> => {
  const bundle = await queries.findTexts(deps, message.locale)
  const { appName } = deps.settings()
  return message.kind === 'mail'
    ? renderMail(message, { ...bundle, appName, origin: getSite(deps.config) })
    : renderSms(message, { ...bundle, appName, origin: getSite(deps.config) })
}

/** Stores the message in the dev inbox once, however often the job runs; the oldest are deleted to make room. */
const keepForReading = (deps: Deps, messageKey: string, { kind, to }: Message, rendered: RenderedMessage): Promise<void> =>
  inTx(deps, async (tx) => {
    const { subject, text, html, direction } = rendered
    await tx
      .insertInto('devMessage')
      .values({ messageKey, kind, recipient: to, subject, body: text, html, direction, createdAt: deps.now() })
      .onConflict((conflict) => conflict.column('messageKey').doNothing())
      .execute()
    await tx
      .deleteFrom('devMessage')
      .where('id', '<=', (query) =>
        query.selectFrom('devMessage').select('id').orderBy('id', 'desc').offset(devInboxSize).limit(1),
      )
      .execute()
  })

const send = async ({ services }: Deps, message: Message, key: string, rendered: RenderedMessage): Promise<void> => {
  const { to, kind } = message
  const { subject, text } = rendered
  if (kind === 'mail') await services.mail?.send({ to, subject, text, html: rendered.html ?? '', key })
  else await services.sms?.send({ to, text, key })
}

/** Sends a message. One that can never be sent is dropped with a warning; a temporary failure makes the queue try again. */
export const deliverMessage = async (deps: Deps, sealed: string): Promise<void> => {
  const message = openMessage(deps, sealed)
  if (message === null) return deps.log.warn({}, 'a message was sealed under another secret and is dropped')
  const { kind, template } = message
  if (isNowhere(message.to)) return deps.log.debug({ kind, template }, 'a message to an account without address is not sent')
  // after a service that was down it would only make somebody type a code that is void, and it costs money
  if (isLate(deps, message)) return deps.log.warn({ kind, template }, 'a message is dropped: it is too late for it')
  const delivery = getDelivery(deps, kind)
  if (delivery === 'none') {
    return deps.log.warn({ kind, template }, 'a message is dropped: nothing is configured to send it by')
  }
  const key = deps.secrets.hash(sealed, 'message key')
  const rendered = await render(deps, message)
  if (delivery === 'dev_inbox') return keepForReading(deps, key, message, rendered)
  try {
    await send(deps, message, key, rendered)
  } catch (error) {
    if (!isOutage(error) || error.outage !== 'refused') throw error
    deps.log.warn({ kind, template, reason: error.message }, 'a message was refused for good and is dropped')
  }
}
