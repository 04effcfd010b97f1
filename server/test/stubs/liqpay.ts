// LiqPay as a shop meets it: the page that takes signed data, callbacks, and the API for status and refund.
import { createHash } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const liqpayApp = { publicKey: 'sandbox_i55104021203', privateKey: 'sandbox_8Ln3Vd1mF0yB6QcXw9TzK2uRjH7sEaPg' }

type Fields = Record<string, unknown>
type Status = 'open' | 'success' | 'sandbox' | 'failure' | 'processing' | 'wait_compensation' | 'wait_reserve' | 'reversed'
type Payment = { id: number; fields: Fields; status: Status; refunds: number }
type Way = 'sha1' | 'sha3-256'

const sign = (way: Way, key: string, data: string): string =>
  createHash(way)
    .update(key + data + key)
    .digest('base64')

const makeWorld = (app: typeof liqpayApp) => ({
  app,
  notices: makeNotices(),
  payments: new Map<number, Payment>(),
  nextId: 2_412_345_678,
  /** how callbacks are signed */
  way: 'sha3-256' as Way,
  /** how a payment that went well is called */
  paidAs: 'success' as Status,
  /** the shop's account holds too little for refunds */
  isEmpty: false,
})
type World = ReturnType<typeof makeWorld>

/** The signed content of a form; null when the signature or the shop is wrong. */
const open = ({ app }: World, form: URLSearchParams): Fields | null => {
  const data = form.get('data') ?? ''
  const isSigned = (['sha1', 'sha3-256'] as const).some((way) => form.get('signature') === sign(way, app.privateKey, data))
  const fields = isSigned ? (JSON.parse(Buffer.from(data, 'base64').toString()) as Fields) : null
  return fields?.['public_key'] === app.publicKey ? fields : null
}

const required = ['version', 'action', 'amount', 'currency', 'description', 'order_id']
const textOf = (fields: Fields, name: string): string => String(fields[name] ?? '')

const showPage = (world: World, { form }: Asked): Answer => {
  const fields = open(world, form)
  const missing = fields && required.find((name) => textOf(fields, name) === '')
  if (!fields || missing) return { status: 400, html: page('Error', missing ? `invalid ${missing}` : 'invalid signature') }
  const payment: Payment = { id: world.nextId, fields, status: 'open', refunds: 0 }
  world.nextId += 1
  world.payments.set(payment.id, payment)
  const action = `/api/3/checkout/${payment.id}`
  const what = `<p>${escapeHtml(textOf(fields, 'description'))}: <b id="amount">${textOf(fields, 'amount')}</b></p>`
  const back = `<p><a id="cancel" href="${escapeHtml(textOf(fields, 'result_url'))}">Back to the shop</a></p>`
  return { html: page('LiqPay', what + buttonForm('pay', 'Pay', action) + buttonForm('decline', 'Decline', action) + back) }
}

const saidOf = ({ app, notices }: World, { id, fields, status }: Payment): object => {
  const { amount, currency } = notices.tricks()
  return {
    result: 'ok',
    payment_id: id,
    action: 'pay',
    status,
    version: fields['version'],
    type: 'buy',
    paytype: 'card',
    public_key: app.publicKey,
    acq_id: 414_963,
    order_id: fields['order_id'],
    liqpay_order_id: `LQ${id}`,
    description: fields['description'],
    sender_card_mask2: '424242*42',
    amount: Number(amount ?? fields['amount']),
    currency: currency ?? fields['currency'],
    sender_commission: 0,
    create_date: 1_763_816_400_000,
    transaction_id: id,
  }
}

const tell = async (world: World, payment: Payment): Promise<void> => {
  const data = Buffer.from(JSON.stringify(saidOf(world, payment))).toString('base64')
  const key = world.notices.tricks().badSignature ? 'another' : world.app.privateKey
  const body = new URLSearchParams({ data, signature: sign(world.way, key, data) })
  await world.notices.send({ url: textOf(payment.fields, 'server_url'), body: body.toString() })
}

const decide = async (world: World, payment: Payment, says: string | null): Promise<Answer> => {
  if (payment.status !== 'open') return { html: page('This payment was dealt with', '') }
  if (says === 'pay') payment.status = world.notices.tricks().pending ? 'processing' : world.paidAs
  else payment.status = 'failure'
  await tell(world, payment)
  return { goTo: textOf(payment.fields, 'result_url') }
}

const refuse = (code: string): Answer => ({
  json: { result: 'error', status: 'error', code, err_code: code, err_description: 'No.' },
})

const refund = async (world: World, payment: Payment): Promise<Answer> => {
  if (payment.status === 'reversed') return refuse('payment_reversed')
  if (!['success', 'sandbox', 'wait_compensation'].includes(payment.status)) return refuse('payment_not_success')
  payment.refunds += 1
  payment.status = world.isEmpty ? 'wait_reserve' : 'reversed'
  await tell(world, payment)
  const { id, status } = payment
  return { json: { result: 'ok', action: 'refund', payment_id: id, status, wait_amount: world.isEmpty } }
}

const askApi = (world: World, { form }: Asked): Answer | Promise<Answer> => {
  const fields = open(world, form)
  if (!fields) return refuse('invalid_signature')
  if (world.notices.tricks().brokenStatus) return { status: 500, json: {} }
  const payment = [...world.payments.values()].findLast(
    ({ fields: { order_id }, status }) => order_id === fields['order_id'] && status !== 'open',
  )
  if (!payment) return refuse('payment_not_found')
  if (fields['action'] === 'status') return { json: saidOf(world, payment) }
  return fields['action'] === 'refund' ? refund(world, payment) : refuse('invalid_action')
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, form } = asked
  if (method === 'POST' && path === '/api/3/checkout') return showPage(world, asked)
  const payment = path.startsWith('/api/3/checkout/') ? world.payments.get(Number(path.split('/').at(-1))) : undefined
  if (method === 'POST' && payment) return decide(world, payment, form.get('says'))
  if (method === 'POST' && path === '/api/request') return askApi(world, asked)
  return { status: 404, html: page('Not found', '') }
}

export const startLiqpay = async (app = liqpayApp) => {
  const world = makeWorld(app)
  const stub = await startStub((asked) => answer(world, asked))
  const origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app,
    origin,
    notices: world.notices,
    payments: () => [...world.payments.values()],
    /** how callbacks are signed from now on */
    signBy: (way: Way): void => void (world.way = way),
    /** how a payment that went well is called from now on */
    payAs: (status: Status): void => void (world.paidAs = status),
    /** refunds wait for money on the shop's account, or no longer */
    empty: (isEmpty = true): void => {
      world.isEmpty = isEmpty
      for (const payment of world.payments.values()) if (payment.status === 'wait_reserve') payment.status = 'reversed'
    },
    /** posts the form as a browser does and presses the button: the page, or where the browser is sent to */
    answer: async (fields: Iterable<readonly [string, string]>, says: 'pay' | 'decline' = 'pay') => {
      const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
      const shown = await fetch(`${origin}/api/3/checkout`, { method: 'POST', body })
      const html = await shown.text()
      const action = /action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return { status: shown.status, html, goTo: null }
      const pressed = new URLSearchParams({ says })
      const next = await fetch(origin + action, { method: 'POST', body: pressed, redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const payment of world.payments.values()) {
        if (payment.status !== 'processing') continue
        payment.status = world.paidAs
        await tell(world, payment)
      }
    },
  }
}
export type LiqpayStub = Awaited<ReturnType<typeof startLiqpay>>
