// The addresses outside the API: the card form, the return from a provider's page, and the providers' webhooks.
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import { isProviderName, type ProviderMode, type ProviderName } from '@wayfare/core/providers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOutage } from '../../adapters/ports.ts'
import type { RawRequest } from '../../adapters/ports-payments.ts'
import type { Deps } from '../../deps.ts'
import { findAsker, getUser, type SessionFinder } from '../../http/actor.ts'
import { readWantedLocale, type FrontFinder } from '../../http/front.ts'
import { getNetwork, type Limits } from '../../http/limits.ts'
import { checkOrigin, readOwnOrigin } from '../../http/origin.ts'
import { getStatus } from '../../http/refusals.ts'
import { readHeaders } from '../../http/serve.ts'
import { payOrder } from './commands.ts'
import { checkPayment } from './commands-check.ts'
import { receiveNotice } from './commands-notices.ts'
import { makePaymentPath } from './present.ts'
import { renderLeadingPage, renderPostingPage, renderRefusedPage, type Page } from './present-page.ts'
import { findWebhookMode } from './queries-keys.ts'
import { findPaymentRow } from './settle.ts'

type PayOptions = { deps: Deps; authenticate: SessionFinder; limits: Limits; findFront: FrontFinder }

/** Larger than any provider's notice. */
const mostBytes = 256 * 1024
const perMinute = { form: 30, return: 12, webhook: 3000 }

const line = z.string().trim().max(300).default('')

/** The ten fields of the specification. Only the order matters, and it is looked up; name and address fill in a form. */
const cardForm = z.object({
  order_id: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z_-]{1,40}$/),
  amount: line,
  currency: line,
  product_name: line,
  first_name: line,
  last_name: line,
  quantity: line,
  cust_id: line,
  mobile_no: line,
  email: line,
})

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

const readForm = (request: FastifyRequest): z.infer<typeof cardForm> => {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const parsed = cardForm.safeParse(Object.fromEntries(new URLSearchParams(bodyOf(request).toString('utf8'))))
  if (type !== 'application/x-www-form-urlencoded' || !parsed.success) throw new Refusal('bad_request')
  return parsed.data
}

const takeTurn = ({ limits }: PayOptions, what: keyof typeof perMinute, who: string): void => {
  const waitS = limits.take(`payments.${what}`, who, perMinute[what])
  if (waitS > 0) throw new Refusal('rate_limited', { retryAfterS: waitS })
}

const paramOf = (request: FastifyRequest, name: string): string => (request.params as Record<string, string>)[name] ?? ''

const providerOf = (request: FastifyRequest): ProviderName => {
  const name = paramOf(request, 'provider')
  if (!isProviderName(name)) throw new Refusal('not_found')
  return name
}

const send = (reply: FastifyReply, status: number, { html, policy }: Page): FastifyReply =>
  reply
    .status(status)
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' })
    .type('text/html; charset=utf-8')
    .send(html)

const prefillOf = ({ first_name, last_name, email, mobile_no }: z.infer<typeof cardForm>) => ({
  firstName: first_name,
  lastName: last_name,
  email: /^[^@\s]+@[^@\s]+$/.test(email) ? email : '',
  mobile: mobile_no,
})

const pay = async (options: PayOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { deps, findFront } = options
  checkOrigin(deps.config.publicOrigin, request)
  const { actor } = await findAsker(options.authenticate, readHeaders(request))
  const user = getUser(actor)
  takeTurn(options, 'form', user.id)
  const form = readForm(request)
  // the customer named in the form must be the one who is signed in
  if (form.cust_id !== '' && form.cust_id !== user.id) throw new Refusal('not_found')
  const origin = readOwnOrigin(deps.config.publicOrigin, request)
  const asking = { actor: user, origin, ip: request.ip, prefill: prefillOf(form) }
  const { checkout, payment } = await payOrder(deps, asking, { id: form.order_id, provider: providerOf(request) })
  if (payment.status !== 'open') return reply.redirect(makePaymentPath(payment.id), 303)
  if (checkout.kind === 'embed') return reply.redirect(checkout.page, 303)
  const front = await findFront(readWantedLocale(request), ['pay_redirecting', 'pay_continue'])
  if (checkout.kind === 'redirect') return send(reply, 200, renderLeadingPage(front, checkout.url))
  const provider = deps.services.payments.find(({ name }) => name === payment.provider)
  const hosts = provider?.browser[payment.mode].forms ?? []
  return send(reply, 200, renderPostingPage(front, { action: checkout.action, fields: checkout.fields, hosts }))
}

const keyOf = (error: unknown): MessageKey => (error instanceof Refusal ? error.key : 'server_error')

/** Answers a browser with a page, even for a refusal. */
const payOrSay = async (options: PayOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  try {
    return await pay(options, request, reply)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const key = keyOf(error)
    const front = await options.findFront(readWantedLocale(request), [key, 'back'])
    return send(reply, getStatus(key), renderRefusedPage(front, key, key === 'unauthorized' ? '/login' : '/'))
  }
}

const isPaymentId = (id: string): boolean => /^[0-9A-Za-z_-]{1,80}$/.test(id)

/** Trusts nothing that the browser brings back: the provider is asked, and the page shows what the database says. */
const comeBack = async (options: PayOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { deps, limits } = options
  const id = paramOf(request, 'paymentId')
  const row = isPaymentId(id) ? await findPaymentRow(deps.db, id) : undefined
  if (!row || row.provider !== providerOf(request)) throw new Refusal('not_found')
  const isTooOften = limits.take('payments.return', id, perMinute.return) > 0
  if (row.status !== 'paid' && !isTooOften) {
    await checkPayment(deps, id).catch((error: unknown) => {
      // the returning payer sees the page in any case; the job asks again
      deps.log.error({ err: error, paymentId: id, requestId: request.id }, 'a payment could not be looked at')
    })
  }
  return reply.header('referrer-policy', 'no-referrer').redirect(makePaymentPath(id), 303)
}

const rawOf = (request: FastifyRequest): RawRequest => {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    headers: Object.fromEntries(headers),
    body: bodyOf(request),
    ip: request.ip,
  }
}

const hear = async (options: PayOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { deps } = options
  const name = providerOf(request)
  const mode: ProviderMode | null = findWebhookMode(deps, name, paramOf(request, 'secret'))
  if (!mode) throw new Refusal('not_found')
  takeTurn(options, 'webhook', getNetwork(request.ip))
  try {
    const isGenuine = await receiveNotice(deps, { name, mode }, rawOf(request))
    return reply
      .status(isGenuine ? 200 : 400)
      .type('text/plain')
      .send(isGenuine ? 'OK' : 'not genuine')
  } catch (error) {
    if (!isOutage(error)) throw error
    // the notice could not be verified now: the provider will send it again
    deps.log.warn({ provider: name, mode, reason: error.message }, 'a payment notice could not be confirmed')
    return reply.status(503).header('retry-after', '30').type('text/plain').send('try again')
  }
}

export const registerPay = async (fastify: FastifyInstance, options: PayOptions): Promise<void> => {
  await fastify.register(
    async (pages) => {
      pages.removeAllContentTypeParsers()
      pages.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: string | Buffer) => body)
      const method = ['GET', 'POST']
      pages.post('/:provider', { bodyLimit: 16 * 1024 }, (request, reply) => payOrSay(options, request, reply))
      pages.route({
        method,
        url: '/:provider/return/:paymentId',
        bodyLimit: mostBytes,
        handler: (request, reply) => comeBack(options, request, reply),
      })
      pages.route({
        method,
        url: '/:provider/webhook/:secret',
        bodyLimit: mostBytes,
        handler: (request, reply) => hear(options, request, reply),
      })
    },
    { prefix: '/pay' },
  )
}
