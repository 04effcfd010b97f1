// PayPal as a merchant meets it: access tokens, orders and their page, captures, refunds, and events signed with a certificate.
import { createSign, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { makeIdentity, type Identity } from './certificates.ts'
import { buttonForm, makeNotices } from './notices.ts'
import {
  captureJson,
  orderJson,
  refundJson,
  type Amount,
  type Asking,
  type Dispute,
  type Order,
  type PaypalRefund,
} from './paypal-objects.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const paypalApp = {
  clientId: 'AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv57TL4POEEezGLdutcxnkJ',
  clientSecret: 'ECYYrrSHdKfk_Q0EdvzdGkzj58a66kKaUQ5dZAEv4HvvtDId2_DpSuYDB088BZxGuMji7G4OFUnPog6p',
  webhookId: '4JH86294D6297924G',
}

/** Keys take long to make: one for all stubs of a process. */
const identities = new Map<string, Identity>()
const identityOf = (name: string): Identity => {
  const identity = identities.get(name) ?? makeIdentity(name, new Date('2020-01-01'), new Date('2049-01-01'))
  identities.set(name, identity)
  return identity
}

const idOf = (): string => randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'X').toUpperCase()

const makeWorld = (now: () => Date) => ({
  now,
  notices: makeNotices(),
  endpoints: new Set<string>(),
  orders: new Map<string, Order>(),
  refunds: [] as PaypalRefund[],
  disputes: [] as Dispute[],
  /** the keys may not ask about disputes */
  isShy: false,
  tokens: new Set<string>(),
  answers: new Map<string, Answer>(),
  certificates: new Map<string, string>(),
  signer: identityOf('messageverificationcerts.sandbox.paypal.com'),
  /** events on their way */
  sending: [] as Promise<void>[],
  origin: '',
  refundStatus: 'COMPLETED',
})
type World = ReturnType<typeof makeWorld>

const refuse = (status: number, name: string, issue = name): Answer => ({
  status,
  json: { name, message: 'The requested action could not be performed.', details: [{ issue, description: issue }] },
})

const certificatePath = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'

/** The headers of an event as PayPal signs it. */
export const signEvent = (body: string, signer: Identity, given: { url: string; at: Date; webhookId?: string }) => {
  const id = `${randomBytes(4).toString('hex')}-fd74-11e4-8bf3-77339302725b`
  const time = given.at.toISOString().replace(/\.\d+Z$/, 'Z')
  const message = `${id}|${time}|${given.webhookId ?? paypalApp.webhookId}|${crc32(body)}`
  return {
    'content-type': 'application/json',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSign('sha256').update(message).sign(signer.privateKey, 'base64'),
    'paypal-cert-url': given.url,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

const deliver = async (world: World, type: string, resource: object): Promise<void> => {
  const { notices, endpoints, now, origin, signer } = world
  const event = { id: `WH-${idOf()}-${idOf()}`, create_time: now().toISOString(), event_version: '1.0', event_type: type }
  const body = JSON.stringify({ ...event, resource })
  const by = notices.tricks().badSignature ? identityOf('another') : signer
  for (const url of endpoints) {
    await notices.send({ url, headers: signEvent(body, by, { url: `${origin}${certificatePath}`, at: now() }), body })
  }
}

/** Events go out beside the answer, which does not wait for them. */
const tell = (world: World, type: string, resource: object): void => void world.sending.push(deliver(world, type, resource))

const createOrder = (world: World, { body }: Asked): Answer => {
  const asking = JSON.parse(body.toString()) as Asking
  const [{ amount }] = asking.purchase_units
  const isWhole = ['HUF', 'JPY', 'TWD'].includes(amount.currency_code)
  if (!(isWhole ? /^\d+$/ : /^\d+\.\d{2}$/).test(amount.value)) return refuse(422, 'UNPROCESSABLE_ENTITY', 'DECIMAL_PRECISION')
  if (!URL.canParse(asking.payment_source.paypal.experience_context.return_url)) return refuse(400, 'INVALID_REQUEST')
  const order: Order = { id: idOf(), asking, status: 'PAYER_ACTION_REQUIRED', isDeclined: false, capture: null }
  world.orders.set(order.id, order)
  return { json: orderJson(world, order) }
}

const captureOrder = (world: World, order: Order): Answer => {
  if (order.capture) return refuse(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return refuse(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
  if (order.isDeclined) return refuse(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
  const status = world.notices.tricks().pending ? 'PENDING' : 'COMPLETED'
  order.capture = { id: idOf(), status }
  order.status = 'COMPLETED'
  tell(world, `PAYMENT.CAPTURE.${status}`, captureJson(world, order))
  return { status: 201, json: orderJson(world, order) }
}

/** In hundredths of a unit, whatever the currency. */
const hundredths = (value: string): number => Math.round(Number(value) * 100)

const refundCapture = ({ orders, refunds, refundStatus }: World, captureId: string, { body }: Asked): Answer => {
  const order = [...orders.values()].find(({ capture }) => capture?.id === captureId)
  if (order?.capture?.status !== 'COMPLETED') return refuse(404, 'RESOURCE_NOT_FOUND')
  const { amount, custom_id: customId = null } = JSON.parse(body.toString()) as { amount: Amount; custom_id?: string }
  const asked = order.asking.purchase_units[0].amount
  const given = refunds.filter((refund) => refund.captureId === captureId).map(({ value }) => hundredths(value))
  const left = hundredths(asked.value) - given.reduce((sum, value) => sum + value, 0)
  if (amount.currency_code !== asked.currency_code) return refuse(422, 'UNPROCESSABLE_ENTITY', 'CURRENCY_MISMATCH')
  if (left === 0) return refuse(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
  if (hundredths(amount.value) > left) return refuse(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
  const refund: PaypalRefund = { id: idOf(), captureId, value: amount.value, status: refundStatus, customId }
  refunds.push(refund)
  return { status: 201, json: { id: refund.id, status: refund.status, amount } }
}

const findDispute = ({ disputes, isShy }: World, id: string): Answer => {
  if (isShy) return refuse(403, 'NOT_AUTHORIZED')
  const found = disputes.find((one) => one.dispute_id === id)
  return found ? { json: found } : refuse(404, 'RESOURCE_NOT_FOUND')
}

/** How one ended is not in the list. */
const listDisputes = ({ disputes, isShy }: World, { query }: Asked): Answer => {
  if (isShy) return refuse(403, 'NOT_AUTHORIZED')
  const of = query.get('disputed_transaction_id')
  const found = disputes.filter(({ disputed_transactions: [one] }) => one.seller_transaction_id === of)
  return {
    json: {
      items: found.map(({ dispute_id, reason, status, dispute_amount }) => ({ dispute_id, reason, status, dispute_amount })),
    },
  }
}

const giveToken = ({ tokens }: World, { headers, form }: Asked): Answer => {
  const basic = `Basic ${Buffer.from(`${paypalApp.clientId}:${paypalApp.clientSecret}`).toString('base64')}`
  if (headers.authorization !== basic || form.get('grant_type') !== 'client_credentials') {
    return { status: 401, json: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
  }
  const token = `A21AA${randomBytes(20).toString('hex')}`
  tokens.add(token)
  return { json: { access_token: token, token_type: 'Bearer', app_id: 'APP-80W284485P519543T', expires_in: 32_400 } }
}

const addEndpoint = ({ endpoints }: World, { body }: Asked): Answer => {
  const { url } = JSON.parse(body.toString()) as { url: string }
  endpoints.add(url)
  return { status: 201, json: { id: paypalApp.webhookId, url } }
}

const routes: readonly [RegExp, (world: World, asked: Asked, id: string) => Answer][] = [
  [/^POST \/v2\/checkout\/orders$/, createOrder],
  [/^POST \/v1\/notifications\/webhooks$/, addEndpoint],
  [/^GET \/v1\/customer\/disputes$/, listDisputes],
  [/^GET \/v1\/customer\/disputes\/([\w-]+)$/, (world, _asked, id) => findDispute(world, id)],
  [/^POST \/v2\/payments\/captures\/(\w+)\/refund$/, (world, asked, id) => refundCapture(world, id, asked)],
  [
    /^(?:GET|POST) \/v2\/checkout\/orders\/(\w+)(?:\/capture)?$/,
    (world, { method }, id) => {
      const order = world.orders.get(id)
      if (!order) return refuse(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
      return method === 'POST' ? captureOrder(world, order) : { json: orderJson(world, order) }
    },
  ],
]

/** One answer for each id of a request; a refund is told as it stands now, and a refusal is looked at anew. */
const answerOnce = (world: World, asked: Asked): Answer => {
  const { method, path, headers } = asked
  const found = routes.flatMap(([pattern, route]) => {
    const match = pattern.exec(`${method} ${path}`)
    return match ? [() => route(world, asked, match[1] ?? '')] : []
  })[0]
  if (!found) return refuse(404, 'RESOURCE_NOT_FOUND')
  const key = `${path} ${String(headers['paypal-request-id'])}`
  const known = headers['paypal-request-id'] === undefined ? undefined : world.answers.get(key)
  const refundId = (known?.json as { id?: string } | undefined)?.id
  const refund = world.refunds.find(({ id }) => id === refundId)
  if (known) return refund ? { json: { ...(known.json as object), status: refund.status } } : known
  const answer = found()
  if ((answer.status ?? 200) < 300) world.answers.set(key, answer)
  return answer
}

const askApi = (world: World, asked: Asked): Answer => {
  const { method, path, bearer } = asked
  if (path === '/v1/oauth2/token') return giveToken(world, asked)
  const pem = world.certificates.get(path)
  if (path.startsWith('/v1/notifications/certs/')) {
    return pem === undefined ? refuse(404, 'RESOURCE_NOT_FOUND') : { text: pem, type: 'application/x-pem-file' }
  }
  if (!world.tokens.has(bearer ?? ''))
    return { status: 401, json: { error: 'invalid_token', error_description: 'Token is gone' } }
  if (method === 'GET' && world.notices.tricks().brokenStatus) return refuse(500, 'INTERNAL_SERVER_ERROR')
  return answerOnce(world, asked)
}

/** The page on which the person approves, approves with a card without money, or goes back. */
const showPage = (world: World, { method, query, form }: Asked): Answer => {
  const order = world.orders.get(query.get('token') ?? '')
  if (order?.status !== 'PAYER_ACTION_REQUIRED') return { status: 404, html: page('Things do not appear to be working', '') }
  const [{ amount, description = '' }] = order.asking.purchase_units
  const { return_url: back, cancel_url: cancel } = order.asking.payment_source.paypal.experience_context
  if (method === 'POST') {
    order.status = 'APPROVED'
    order.isDeclined = form.get('says') !== 'pay'
    tell(world, 'CHECKOUT.ORDER.APPROVED', orderJson(world, order))
    const goTo = new URL(back)
    goTo.searchParams.set('token', order.id)
    goTo.searchParams.set('PayerID', 'QYR5Z8XDVJNXQ')
    return { goTo: String(goTo) }
  }
  const action = `/checkoutnow?token=${order.id}`
  const body =
    `<p>${escapeHtml(description)}: <b id="amount">${amount.value}</b> ${amount.currency_code}</p>` +
    buttonForm('pay', 'Pay now', action) +
    buttonForm('decline', 'Pay now with a card without money', action) +
    `<p><a id="cancel" href="${escapeHtml(cancel)}">Cancel and return</a></p>`
  return { html: page('PayPal', body) }
}

export const startPaypal = async (now = () => new Date()) => {
  const world = makeWorld(now)
  const stub = await startStub((asked) => (asked.path === '/checkoutnow' ? showPage(world, asked) : askApi(world, asked)))
  world.origin = `http://127.0.0.1:${stub.port}`
  world.certificates.set(certificatePath, world.signer.pem)
  const arrived = async (): Promise<void> => void (await Promise.all(world.sending.splice(0)))
  return {
    ...stub,
    app: paypalApp,
    origin: world.origin,
    notices: world.notices,
    signer: world.signer,
    certificateUrl: `${world.origin}${certificatePath}`,
    /** puts a certificate where PayPal keeps its own: its address */
    publish: (name: string, pem: string): string => {
      world.certificates.set(`/v1/notifications/certs/${name}`, pem)
      return `${world.origin}/v1/notifications/certs/${name}`
    },
    /** where events go to, as set up in the merchant's account; over HTTP: POST /v1/notifications/webhooks with `url` */
    listen: (url: string): void => void world.endpoints.add(url),
    /** waits until all events so far were delivered */
    arrived,
    payments: () => [...world.orders.values()],
    refunds: () => world.refunds,
    refundAs: (status: 'COMPLETED' | 'PENDING' | 'FAILED'): void => void (world.refundStatus = status),
    /** somebody gives money back on PayPal's own page */
    giveBack: async (captureId: string, value: string): Promise<void> => {
      const order = [...world.orders.values()].find(({ capture }) => capture?.id === captureId)
      if (!order?.capture) throw new Error('no such capture')
      const refund: PaypalRefund = { id: idOf(), captureId, value, status: 'COMPLETED', customId: null }
      world.refunds.push(refund)
      tell(world, 'PAYMENT.CAPTURE.REFUNDED', refundJson(world, order, refund))
      await arrived()
    },
    /** a dispute is opened, or the one of this name goes on */
    dispute: async (type: 'CREATED' | 'UPDATED' | 'RESOLVED', dispute: Dispute): Promise<void> => {
      world.disputes = [...world.disputes.filter((one) => one.dispute_id !== dispute.dispute_id), dispute]
      tell(world, `CUSTOMER.DISPUTE.${type}`, dispute)
      await arrived()
    },
    tell: (type: string, resource: object) => deliver(world, type, resource),
    beShy: (): void => void (world.isShy = true),
    /** no access token is good any more */
    forgetTokens: (): void => world.tokens.clear(),
    /** orders that nobody approved are forgotten */
    forgetOrders: (): void => world.orders.clear(),
    /** goes to the page and presses the button: the page, or where the browser is sent to */
    answer: async (url: string, says: 'pay' | 'decline' = 'pay') => {
      const next = await fetch(url, { method: 'POST', body: new URLSearchParams({ says }), redirect: 'manual' })
      await arrived()
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const order of world.orders.values()) {
        if (order.capture?.status !== 'PENDING') continue
        order.capture.status = 'COMPLETED'
        tell(world, 'PAYMENT.CAPTURE.COMPLETED', captureJson(world, order))
      }
      await arrived()
    },
  }
}
export type PaypalStub = Awaited<ReturnType<typeof startPaypal>>
