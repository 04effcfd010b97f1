// Stripe as a merchant meets it: checkout sessions and their hosted page, signed events to endpoints, idempotency keys, refunds.
import { createHmac, randomBytes } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { chargeJson, disputeJson, faultOf, refundJson, refuse, type StripeDispute, type StripeRefund } from './stripe-objects.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const stripeApp = {
  secretKey: 'sk_test_51WayfareStub0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdefghijklmnopqrstuv',
}

type Intent = 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'

type Session = {
  id: string
  form: URLSearchParams
  status: 'open' | 'complete' | 'expired'
  payment: 'unpaid' | 'paid'
  /** null until somebody pays */
  intent: { id: string; status: Intent } | null
}

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const makeWorld = (now: () => Date) => ({
  now,
  notices: makeNotices(),
  endpoints: new Set<string>(),
  sessions: new Map<string, Session>(),
  refunds: [] as StripeRefund[],
  disputes: [] as StripeDispute[],
  /** what was answered under an idempotency key, and to what */
  answers: new Map<string, { body: string; answer: Answer }>(),
  origin: '',
  /** what becomes of the next refunds */
  refundStatus: 'succeeded' as StripeRefund['status'],
})
type World = ReturnType<typeof makeWorld>

const amountOf = ({ form }: Session): number => Number(form.get('line_items[0][price_data][unit_amount]'))
const currencyOf = ({ form }: Session): string => form.get('line_items[0][price_data][currency]') ?? ''

const intentJson = ({ refunds }: World, { id, status }: NonNullable<Session['intent']>, taken: number): object => {
  const given = refunds.filter((refund) => refund.intent === id && refund.status !== 'failed')
  const isRefunded = given.reduce((sum, { amount }) => sum + amount, 0) >= taken
  return {
    id,
    object: 'payment_intent',
    status,
    latest_charge: { id: id.replace('pi', 'ch'), object: 'charge', refunded: isRefunded },
  }
}

const sessionJson = (world: World, session: Session, isExpanded = false): object => {
  const { notices, origin } = world
  const { id, form, status, payment, intent } = session
  const { amount, currency } = notices.tricks()
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: form.get('adaptive_pricing[enabled]') !== 'false' },
    amount_subtotal: amountOf(session),
    amount_total: amount === null ? amountOf(session) : Number(amount),
    cancel_url: form.get('cancel_url'),
    client_reference_id: form.get('client_reference_id'),
    currency: currency ?? currencyOf(session),
    customer_email: form.get('customer_email'),
    livemode: false,
    metadata: {},
    mode: form.get('mode'),
    payment_intent: isExpanded && intent ? intentJson(world, intent, amountOf(session)) : (intent?.id ?? null),
    payment_status: payment,
    status,
    success_url: form.get('success_url'),
    url: status === 'open' ? `${origin}/c/pay/${id}` : null,
  }
}

const createSession = (world: World, { form }: Asked): Answer => {
  const fault = faultOf(form)
  if (fault) return fault
  const session: Session = { id: idOf('cs_test'), form, status: 'open', payment: 'unpaid', intent: null }
  world.sessions.set(session.id, session)
  return { json: sessionJson(world, session) }
}

/** Sends the event to every endpoint, signed for it. */
const tell = async (world: World, type: string, object: object): Promise<void> => {
  const { notices, endpoints, now } = world
  const created = Math.floor(now().getTime() / 1000)
  const event = { id: idOf('evt'), object: 'event', api_version: '2025-04-30.basil', created, livemode: false, type }
  const body = JSON.stringify({ ...event, data: { object } }, null, 2)
  const secret = notices.tricks().badSignature ? 'whsec_another' : stripeApp.webhookSecret
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${created},v1=${signature},v0=${'0'.repeat(64)}`,
  }
  for (const url of endpoints) await notices.send({ url, headers, body })
}

const hostedPage = (session: Session): Answer => {
  if (session.status !== 'open') return { status: 404, html: page('This page has expired or was completed', '') }
  const action = `/c/pay/${session.id}`
  const name = escapeHtml(session.form.get('line_items[0][price_data][product_data][name]') ?? '')
  const body =
    `<p>${name}: <b id="amount">${amountOf(session)}</b> ${currencyOf(session)}</p>` +
    buttonForm('pay', 'Pay', action) +
    buttonForm('decline', 'Pay with a card that is declined', action) +
    `<p><a id="cancel" href="${escapeHtml(session.form.get('cancel_url') ?? '')}">Cancel</a></p>`
  return { html: page('Stripe checkout', body) }
}

/** A button of the page was pressed; after a declined card the page stays open for another. */
const decide = async (world: World, session: Session, says: string | null): Promise<Answer> => {
  if (session.status !== 'open') return hostedPage(session)
  session.intent ??= { id: idOf('pi'), status: 'requires_payment_method' }
  if (says !== 'pay') {
    const { html = '' } = hostedPage(session)
    return { html: html.replace('</h1>', '</h1><p role="alert">Your card was declined.</p>') }
  }
  const isLater = world.notices.tricks().pending
  session.status = 'complete'
  session.payment = isLater ? 'unpaid' : 'paid'
  session.intent.status = isLater ? 'processing' : 'succeeded'
  await tell(world, 'checkout.session.completed', sessionJson(world, session))
  return { goTo: session.form.get('success_url') ?? '' }
}

const createRefund = ({ sessions, refunds, refundStatus }: World, { form }: Asked): Answer => {
  const intent = form.get('payment_intent') ?? ''
  const session = [...sessions.values()].find((session) => session.intent?.id === intent)
  if (session?.payment !== 'paid') return refuse(`No such payment_intent: '${intent}'`, 404, 'resource_missing')
  const given = refunds.filter((refund) => refund.intent === intent && refund.status !== 'failed')
  const left = amountOf(session) - given.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Number(form.get('amount') ?? left)
  if (left === 0) return refuse('Charge has already been refunded.', 400, 'charge_already_refunded')
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    return refuse(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
  }
  const refund: StripeRefund = { id: idOf('re'), intent, amount, refundId: form.get('metadata[refund_id]'), status: refundStatus }
  refunds.push(refund)
  return { json: refundJson(refund, currencyOf(session)) }
}

/** The session that an intent took the money of. */
const sessionOf = ({ sessions }: World, intent: string): Session => {
  const session = [...sessions.values()].find((one) => one.intent?.id === intent)
  if (!session) throw new Error(`No such payment_intent: ${intent}`)
  return session
}

const listOf = (asked: Asked, data: object[]): Answer => ({ json: { object: 'list', data, has_more: false, url: asked.path } })
const isAsked = ({ query }: Asked, { intent }: { intent: string }): boolean => intent === query.get('payment_intent')

const listRefunds = (world: World, asked: Asked): Answer =>
  listOf(
    asked,
    world.refunds.filter((one) => isAsked(asked, one)).map((one) => refundJson(one, currencyOf(sessionOf(world, one.intent)))),
  )

const listDisputes = (world: World, asked: Asked): Answer =>
  listOf(
    asked,
    world.disputes.filter((one) => isAsked(asked, one)).map((one) => disputeJson(one, currencyOf(sessionOf(world, one.intent)))),
  )

/** Somebody refunds on Stripe's own dashboard. */
const giveBack = async (world: World, intent: string, amount: number): Promise<void> => {
  const session = sessionOf(world, intent)
  world.refunds.push({ id: idOf('re'), intent, amount, refundId: null, status: 'succeeded' })
  const refunded = world.refunds.filter((one) => one.intent === intent).reduce((sum, one) => sum + one.amount, 0)
  const given = { amount: amountOf(session), refunded, currency: currencyOf(session), form: session.form }
  await tell(world, 'charge.refunded', chargeJson(intent, given))
}

/** The bank opens a dispute, or the one there is goes on. */
const dispute = async (world: World, intent: string, given: Partial<StripeDispute>): Promise<void> => {
  const known = world.disputes.find((one) => one.intent === intent)
  const amount = amountOf(sessionOf(world, intent))
  const now = known ?? { id: idOf('dp'), intent, amount, status: 'needs_response', reason: 'fraudulent', dueBy: 1_798_156_799 }
  if (!known) world.disputes.push(now)
  Object.assign(now, given)
  const isOver = ['won', 'lost', 'warning_closed'].includes(now.status)
  const type = known ? (isOver ? 'closed' : 'updated') : 'created'
  await tell(world, `charge.dispute.${type}`, disputeJson(now, currencyOf(sessionOf(world, intent))))
}

const findSession = (world: World, { path, query }: Asked): Answer => {
  const session = world.sessions.get(path.slice('/v1/checkout/sessions/'.length))
  if (world.notices.tricks().brokenStatus) return refuse('An unknown error occurred', 500, 'api_error')
  if (!session) return refuse('No such checkout.session', 404, 'resource_missing')
  return { json: sessionJson(world, session, query.getAll('expand[]').includes('payment_intent.latest_charge')) }
}

const addEndpoint = ({ endpoints }: World, { form }: Asked): Answer => {
  const url = form.get('url') ?? ''
  if (!URL.canParse(url)) return refuse('Invalid URL: An explicit scheme must be provided.', 400, 'url_invalid')
  endpoints.add(url)
  return { json: { id: idOf('we'), object: 'webhook_endpoint', secret: stripeApp.webhookSecret, status: 'enabled', url } }
}

const routes: Record<string, (world: World, asked: Asked) => Answer> = {
  'POST /v1/checkout/sessions': createSession,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/disputes': listDisputes,
  'POST /v1/webhook_endpoints': addEndpoint,
}

const askApi = (world: World, asked: Asked): Answer => {
  const { method, path, bearer, headers, body } = asked
  if (bearer !== stripeApp.secretKey) return refuse('Invalid API Key provided', 401, 'api_key_invalid')
  if (method === 'GET' && path.startsWith('/v1/checkout/sessions/')) return findSession(world, asked)
  const route = routes[`${method} ${path}`]
  if (!route) return refuse(`Unrecognized request URL (${method}: ${path})`, 404, 'url_unknown')
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  if (typeof key !== 'string') return route(world, asked)
  const known = world.answers.get(key)
  if (known && known.body !== body.toString())
    return refuse('Keys for idempotent requests can only be used once', 400, 'idempotency_error')
  const answer = known?.answer ?? route(world, asked)
  world.answers.set(key, { body: body.toString(), answer })
  return answer
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, form } = asked
  if (path.startsWith('/v1/')) return askApi(world, asked)
  const session = path.startsWith('/c/pay/') ? world.sessions.get(path.slice('/c/pay/'.length)) : null
  if (!session) return { status: 404, html: page('Not found', '') }
  return method === 'POST' ? decide(world, session, form.get('says')) : hostedPage(session)
}

export const startStripe = async (now = () => new Date()) => {
  const world = makeWorld(now)
  const stub = await startStub((asked) => answer(world, asked))
  world.origin = `http://127.0.0.1:${stub.port}`
  const settle = async (payment: 'paid' | 'unpaid'): Promise<void> => {
    for (const session of world.sessions.values()) {
      if (session.intent?.status !== 'processing') continue
      session.payment = payment
      session.intent.status = payment === 'paid' ? 'succeeded' : 'requires_payment_method'
      await tell(
        world,
        `checkout.session.async_payment_${payment === 'paid' ? 'succeeded' : 'failed'}`,
        sessionJson(world, session),
      )
    }
  }
  return {
    ...stub,
    app: stripeApp,
    origin: world.origin,
    notices: world.notices,
    /** where events go to, as set up in the merchant's account; over HTTP: POST /v1/webhook_endpoints with `url` */
    listen: (url: string): void => void world.endpoints.add(url),
    /** all sessions, and what became of them */
    payments: () => [...world.sessions.values()],
    refunds: () => world.refunds,
    /** refunds end like this from now on */
    refundAs: (status: StripeRefund['status']): void => void (world.refundStatus = status),
    giveBack: (intent: string, amount: number) => giveBack(world, intent, amount),
    dispute: (intent: string, given: Partial<StripeDispute> = {}) => dispute(world, intent, given),
    /** any event of the account, signed as all are */
    tell: (type: string, object: object) => tell(world, type, object),
    /** goes to the hosted page and presses the button: the page, or where the browser is sent to */
    answer: async (url: string, says: 'pay' | 'decline' = 'pay') => {
      const shown = await stub.visit(url)
      const action = /action="([^"]+)"/.exec(shown.html)?.[1]
      if (action === undefined) return { ...shown, goTo: null }
      const body = new URLSearchParams({ says })
      const next = await fetch(`${world.origin}${action}`, { method: 'POST', body, redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: () => settle('paid'),
    /** what was pending failed */
    fail: () => settle('unpaid'),
    /** nobody paid for a day */
    expire: async (): Promise<void> => {
      for (const session of world.sessions.values()) {
        if (session.status !== 'open') continue
        session.status = 'expired'
        await tell(world, 'checkout.session.expired', sessionJson(world, session))
      }
    },
  }
}
export type StripeStub = Awaited<ReturnType<typeof startStripe>>
