// Mercado Pago as a merchant meets it: preferences and their page, signed notices, payments by id and by reference, refunds.
import { createHmac, randomUUID } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const mercadopagoApp = {
  accessToken: 'APP_USR-7434000000000000-112211-0123456789abcdef0123456789abcdef-31410000',
  webhookSecret: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

type Preference = {
  id: string
  items: { title: string; quantity: number; unit_price: number; currency_id: string }[]
  external_reference: string
  back_urls: { success: string; pending: string; failure: string }
  notification_url: string
}
type Payment = {
  id: number
  preference: Preference
  status: 'approved' | 'in_process' | 'rejected' | 'refunded'
  refunds: { id: number; amount: number; status: string }[]
}

const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU']

const makeWorld = (now: () => Date) => ({
  now,
  notices: makeNotices(),
  preferences: new Map<string, Preference>(),
  payments: [] as Payment[],
  chargebacks: [] as ({ id: string; payments: [number] } & Record<string, unknown>)[],
  /** answers by idempotency key */
  answered: new Map<string, Answer>(),
  refundStatus: 'approved',
  liveMode: true,
  /** no payment is found by its reference yet */
  searchLags: false,
  nextNotice: 112_233_445_566,
})
type World = ReturnType<typeof makeWorld>

const refuse = (status: number, message: string): Answer => ({
  status,
  json: { message, error: 'bad_request', status, cause: [] },
})

const totalOf = ({ items }: Preference): number => items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0)

const faultOf = ({ items, back_urls }: Preference): string | null => {
  const [item] = items ?? []
  if (!item?.title || item.quantity !== 1) return 'items needed'
  if (typeof item.unit_price !== 'number' || !(item.unit_price > 0)) return 'unit_price invalid'
  if (!currencies.includes(item.currency_id)) return 'currency_id invalid'
  if (['CLP', 'COP'].includes(item.currency_id) && !Number.isInteger(item.unit_price)) return 'unit_price must be an integer'
  return back_urls?.success ? null : 'auto_return invalid. back_url.success must be defined'
}

const show = (preference: Preference, host: string): object => ({
  ...preference,
  init_point: `http://${host}/checkout/v1/redirect?pref_id=${preference.id}`,
  sandbox_init_point: `http://${host}/checkout/v1/redirect?pref_id=${preference.id}&sandbox=1`,
})

const createPreference = (world: World, asked: Asked): Answer => {
  const preference: Preference = { ...JSON.parse(asked.body.toString()), id: `31410000-${randomUUID()}` }
  const fault = faultOf(preference)
  if (fault !== null) return refuse(400, fault)
  world.preferences.set(preference.id, preference)
  return { status: 201, json: show(preference, asked.host) }
}

/** The page on which the person pays or is declined; it can be tried again. */
const checkoutPage = ({ preferences }: World, { query }: Asked): Answer => {
  const preference = preferences.get(query.get('pref_id') ?? '')
  if (!preference) return { status: 404, html: page('Algo salió mal', '') }
  const [item] = preference.items
  const action = `/checkout/v1/payment/${preference.id}`
  const body =
    `<p>${escapeHtml(item?.title ?? '')}: ${item?.currency_id} <b id="amount">${totalOf(preference)}</b></p>` +
    buttonForm('pay', 'Pagar', action) +
    buttonForm('decline', 'Rechazar', action) +
    `<p><a id="cancel" href="${escapeHtml(preference.back_urls.failure)}">Volver</a></p>`
  return { html: page('Mercado Pago', body) }
}

/** The signature of a notice, `ts` in seconds or milliseconds; a request id that is not there is left out. */
export const signNotice = (id: string, requestId: string, ts: string, secret: string): string => {
  const text = `id:${id};${requestId === '' ? '' : `request-id:${requestId};`}ts:${ts};`
  return `ts=${ts},v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

const tell = async (world: World, { id, preference }: Payment, action: string): Promise<void> => {
  const url = new URL(preference.notification_url)
  url.searchParams.set('data.id', String(id))
  url.searchParams.set('type', 'payment')
  const requestId = randomUUID()
  const secret = world.notices.tricks().badSignature ? 'another' : mercadopagoApp.webhookSecret
  const signature = signNotice(String(id), requestId, String(world.now().getTime()), secret)
  world.nextNotice += 1
  const body = {
    id: world.nextNotice,
    live_mode: world.liveMode,
    type: 'payment',
    api_version: 'v1',
    action,
    data: { id: String(id) },
  }
  await world.notices.send({
    url: url.toString(),
    headers: { 'content-type': 'application/json', 'x-signature': signature, 'x-request-id': requestId },
    body: JSON.stringify(body),
  })
}

/** A button of the page was pressed. */
const decide = async (world: World, id: string, says: string | null): Promise<Answer> => {
  const preference = world.preferences.get(id)
  if (!preference) return { status: 404, html: page('Algo salió mal', '') }
  const paid = world.notices.tricks().pending ? 'in_process' : 'approved'
  const status = says === 'pay' ? paid : 'rejected'
  const payment: Payment = { id: 1_316_500_000_000 + world.payments.length, preference, status, refunds: [] }
  world.payments.push(payment)
  await tell(world, payment, 'payment.created')
  const back = { approved: 'success', in_process: 'pending', rejected: 'failure' } as const
  const goTo = new URL(preference.back_urls[back[status]])
  const query = {
    collection_id: String(payment.id),
    status,
    external_reference: preference.external_reference,
    preference_id: id,
  }
  for (const [name, value] of Object.entries(query)) goTo.searchParams.set(name, value)
  return { goTo: goTo.toString() }
}

const paymentJson = ({ notices, liveMode }: World, { id, preference, status, refunds }: Payment): object => ({
  id,
  status,
  status_detail: {
    approved: 'accredited',
    in_process: 'pending_contingency',
    rejected: 'cc_rejected_other_reason',
    refunded: 'refunded',
  }[status],
  live_mode: liveMode,
  operation_type: 'regular_payment',
  external_reference: preference.external_reference,
  transaction_amount: Number(notices.tricks().amount ?? totalOf(preference)),
  transaction_amount_refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
  currency_id: notices.tricks().currency ?? preference.items[0]?.currency_id,
  refunds: refunds.map((one) => ({ ...one, payment_id: id, source: { type: 'collector' } })),
})

const refund = (world: World, payment: Payment, { body }: Asked): Answer => {
  const { amount } = JSON.parse(body.toString() || '{}') as { amount?: number }
  const left = totalOf(payment.preference) - payment.refunds.reduce((sum, one) => sum + one.amount, 0)
  if (payment.status !== 'approved') return refuse(400, 'The action requested is not valid for the current payment state')
  if (amount === undefined || amount <= 0 || amount > left + 1e-9)
    return refuse(400, 'Amount to refund is bigger than what is left')
  const made = { id: 9_876_543_210 + payment.refunds.length, amount, status: world.refundStatus }
  payment.refunds.push(made)
  if (Math.abs(left - amount) < 1e-9) payment.status = 'refunded'
  return { status: 201, json: { ...made, payment_id: payment.id } }
}

const once = (world: World, { headers, path }: Asked, make: () => Answer): Answer => {
  const key = headers['x-idempotency-key']
  if (typeof key !== 'string') return refuse(400, 'Header X-Idempotency-Key can’t be null')
  const answer = world.answered.get(`${path} ${key}`) ?? make()
  world.answered.set(`${path} ${key}`, answer)
  return answer
}

const askPayments = (world: World, asked: Asked): Answer => {
  if (world.notices.tricks().brokenStatus) return { status: 500, json: { message: 'internal_error' } }
  const [id, action] = asked.path.slice('/v1/payments/'.length).split('/')
  if (id === 'search') {
    const reference = asked.query.get('external_reference')
    const found = world.payments.filter(({ preference }) => preference.external_reference === reference)
    const results = world.searchLags ? [] : found.toReversed().map((payment) => paymentJson(world, payment))
    return { json: { results, paging: { total: results.length, limit: 50, offset: 0 } } }
  }
  const payment = world.payments.find((one) => String(one.id) === id)
  if (!payment) return refuse(404, 'Payment not found')
  if (asked.method === 'POST' && action === 'refunds') return once(world, asked, () => refund(world, payment, asked))
  return { json: paymentJson(world, payment) }
}

/** By the id of one, or searched for by the payment. */
const askChargebacks = ({ chargebacks }: World, { path, query }: Asked): Answer => {
  const found = chargebacks.find(({ id }) => path === `/v1/chargebacks/${id}`)
  if (found) return { json: found }
  return { json: { results: chargebacks.filter(({ payments }) => String(payments[0]) === query.get('payment_id')) } }
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, bearer, form } = asked
  if (path === '/checkout/v1/redirect') return checkoutPage(world, asked)
  const pressed = /^\/checkout\/v1\/payment\/(.+)$/.exec(path)?.[1]
  if (pressed !== undefined && method === 'POST') return decide(world, pressed, form.get('says'))
  if (bearer !== mercadopagoApp.accessToken) return refuse(401, 'invalid_token')
  if (method === 'POST' && path === '/checkout/preferences') return once(world, asked, () => createPreference(world, asked))
  const preference = world.preferences.get(path.slice('/checkout/preferences/'.length))
  if (preference && path.startsWith('/checkout/preferences/')) return { json: show(preference, asked.host) }
  if (path.startsWith('/v1/chargebacks/')) return askChargebacks(world, asked)
  return path.startsWith('/v1/payments/') ? askPayments(world, asked) : refuse(404, 'resource not found')
}

export const startMercadopago = async (now: () => Date = () => new Date()) => {
  const world = makeWorld(now)
  const stub = await startStub((asked) => answer(world, asked))
  const origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: mercadopagoApp,
    origin,
    notices: world.notices,
    preferences: () => [...world.preferences.values()],
    payments: () => world.payments,
    chargebacks: () => world.chargebacks,
    /** what is not named stays as it is */
    be: (given: Partial<Pick<World, 'refundStatus' | 'liveMode' | 'searchLags'>>): void => void Object.assign(world, given),
    /** opens the page as a browser does and presses the button: where the browser is sent to */
    answer: async (url: string, says: 'pay' | 'decline' = 'pay') => {
      const { status, html } = await stub.visit(url)
      const action = /action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return { status, html, goTo: null }
      const body = new URLSearchParams({ says })
      const next = await fetch(`${origin}${action}`, { method: 'POST', body, redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const payment of world.payments) {
        if (payment.status !== 'in_process') continue
        payment.status = 'approved'
        await tell(world, payment, 'payment.updated')
      }
    },
  }
}
export type MercadopagoStub = Awaited<ReturnType<typeof startMercadopago>>
