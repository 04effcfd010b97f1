// PayFast as a merchant meets it: the page that takes a signed form, notices (ITN) and their confirmation, history and refunds.
import { createHash } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

/** The sandbox merchant that PayFast publishes. */
export const payfastApp = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' }

type Payment = {
  id: string
  form: URLSearchParams
  status: 'OPEN' | 'PENDING' | 'COMPLETE' | 'FAILED'
  /** when it was made, by the clock of South Africa */
  at: string
  /** cents given back */
  refunded: number
  /** nothing of it can be given back any more, whatever went back before */
  isTooOld: boolean
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1).replaceAll('*', '%2A')
const join = (pairs: [string, string][]): string => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')
const signWith = (pairs: [string, string][], passphrase: string): string => md5(`${join(pairs)}&passphrase=${encode(passphrase)}`)

const makeWorld = (now: () => Date) => ({
  now,
  notices: makeNotices(),
  payments: new Map<string, Payment>(),
  /** every string that was sent to a merchant: what /eng/query/validate knows */
  told: new Set<string>(),
  nextId: 1_579_137,
})
type World = ReturnType<typeof makeWorld>

const required = ['merchant_id', 'merchant_key', 'amount', 'item_name', 'return_url', 'cancel_url', 'notify_url', 'm_payment_id']

/** What the real page finds wrong with a form; null: nothing. */
const faultOf = (form: URLSearchParams): string | null => {
  const pairs = [...form].filter(([name]) => name !== 'signature')
  if (form.get('merchant_id') !== payfastApp.merchantId || form.get('merchant_key') !== payfastApp.merchantKey) {
    return 'merchant_id: The merchant does not exist.'
  }
  const missing = required.find((name) => !form.get(name))
  if (missing !== undefined) return `${missing}: This field is required.`
  if (!/^\d+\.\d{2}$/.test(form.get('amount') ?? '')) return 'amount: The amount is not in a valid format.'
  if (form.get('signature') !== signWith(pairs, payfastApp.passphrase)) {
    return 'signature: Generated signature does not match submitted signature.'
  }
  return null
}

/** POST /eng/process: the page on which the person pays, declines or goes back. */
const processForm = (world: World, { form }: Asked): Answer => {
  const fault = faultOf(form)
  if (fault !== null) return { status: 400, html: page('The supplied variables are not according to specification', fault) }
  const at = new Date(world.now().getTime() + 7_200_000).toISOString().slice(0, 19).replace('T', ' ')
  const payment: Payment = { id: String(world.nextId), form, status: 'OPEN', at, refunded: 0, isTooOld: false }
  world.nextId += 1
  world.payments.set(payment.id, payment)
  const action = `/eng/process/payment/${payment.id}`
  const body =
    `<p>${escapeHtml(form.get('item_name') ?? '')}: R <b id="amount">${form.get('amount')}</b></p>` +
    buttonForm('pay', 'Pay', action) +
    buttonForm('decline', 'Decline', action) +
    `<p><a id="cancel" href="${escapeHtml(form.get('cancel_url') ?? '')}">Cancel</a></p>`
  return { html: page('PayFast', body) }
}

const noticeOf = ({ id, form, status }: Payment, amount: string): [string, string][] => {
  const get = (name: string): string => form.get(name) ?? ''
  const customs = ['str', 'int'].flatMap((kind) => [1, 2, 3, 4, 5].map((at): [string, string] => [`custom_${kind}${at}`, '']))
  return [
    ['m_payment_id', get('m_payment_id')],
    ['pf_payment_id', id],
    ['payment_status', status],
    ['item_name', get('item_name')],
    ['item_description', ''],
    ['amount_gross', amount],
    ['amount_fee', '-2.30'],
    ['amount_net', (Number(amount) - 2.3).toFixed(2)],
    ...customs,
    ['name_first', get('name_first')],
    ['name_last', get('name_last')],
    ['email_address', get('email_address')],
    ['merchant_id', payfastApp.merchantId],
  ]
}

const tell = async ({ notices, told }: World, payment: Payment): Promise<void> => {
  const { amount, badSignature } = notices.tricks()
  const pairs = noticeOf(payment, amount ?? payment.form.get('amount') ?? '')
  const signature = signWith(pairs, badSignature ? 'another' : payfastApp.passphrase)
  told.add(join(pairs))
  await notices.send({ url: payment.form.get('notify_url') ?? '', body: `${join(pairs)}&signature=${signature}` })
}

/** A button of the page was pressed. */
const decide = async (world: World, payment: Payment, says: string | null): Promise<Answer> => {
  if (payment.status !== 'OPEN') return { html: page('This payment was dealt with', '') }
  if (says !== 'pay') {
    payment.status = 'FAILED'
    await tell(world, payment)
    const back = escapeHtml(payment.form.get('cancel_url') ?? '')
    return { html: page('Payment failed', `<p><a id="cancel" href="${back}">Return to the merchant</a></p>`) }
  }
  payment.status = world.notices.tricks().pending ? 'PENDING' : 'COMPLETE'
  await tell(world, payment)
  return { goTo: payment.form.get('return_url') ?? '' }
}

const header =
  '"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance","M Payment ID","PF Payment ID"'

const withCommas = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',')

const rowOf = ({ form, id, at }: Payment, amount: string, currency: string): string => {
  const gross = /\d{4}/.test(amount) ? `"${withCommas(amount)}"` : amount
  const name = (form.get('item_name') ?? '').replaceAll('"', '""')
  return `"${at}",FUNDS_RECEIVED,CREDIT,"Test, User 01","${name}",,${currency},CC,${gross},-2.30,1.00,"22,574.02",${form.get('m_payment_id')},${id}`
}

const isOurs = ({ headers, query, form }: Asked): boolean => {
  const signed: Record<string, string> = {
    ...Object.fromEntries(query),
    ...Object.fromEntries(form),
    passphrase: payfastApp.passphrase,
  }
  delete signed['testing']
  for (const name of ['merchant-id', 'version', 'timestamp']) signed[name] = String(headers[name])
  if (signed['merchant-id'] !== payfastApp.merchantId || !/T\d\d:\d\d:\d\d\+02:00$/.test(signed['timestamp'] ?? '')) return false
  const names = Object.keys(signed).toSorted()
  return headers['signature'] === md5(join(names.map((name) => [name, signed[name] ?? ''])))
}

const envelope = (response: unknown, code = 200): Answer => ({
  status: code,
  json: { code, status: code === 200 ? 'success' : 'failed', data: { response, message: code === 200 ? 'Success' : 'Failure' } },
})

const history = ({ payments, notices }: World, { query }: Asked): Answer => {
  const { amount, currency } = notices.tricks()
  const day = (name: string): string => query.get(name) ?? ''
  const rows = [...payments.values()]
    .filter(({ status, at }) => status === 'COMPLETE' && at.slice(0, 10) >= day('from') && at.slice(0, 10) <= day('to'))
    .map((payment) => rowOf(payment, amount ?? payment.form.get('amount') ?? '', currency ?? 'ZAR'))
  const [limit, offset] = [Number(query.get('limit') ?? 1000), Number(query.get('offset') ?? 0)]
  return { text: [header, ...rows.slice(offset, offset + limit), ''].join('\r\n'), type: 'text/csv' }
}

const centsOf = ({ form }: Payment): number => Math.round(Number(form.get('amount')) * 100)

const refundable = (payment: Payment): Answer => {
  const [all, left] = [centsOf(payment), payment.isTooOld ? 0 : centsOf(payment) - payment.refunded]
  const [full, part] = left === all ? ['PAYMENT_SOURCE', 'BANK_PAYOUT'] : ['NOT_AVAILABLE', 'NOT_AVAILABLE']
  const ways = { refund_full: { method: full }, refund_partial: { method: part }, bank_names: [] }
  const status = payment.isTooOld ? 'NOT_AVAILABLE' : left === 0 ? 'COMPLETED' : 'REFUNDABLE'
  const amounts = { amount_original: all, amount_available_for_refund: left }
  return { json: { token: 'a3b3ae55', funding_type: 'Debit Card', ...amounts, status, errors: [], ...ways } }
}

const refund = (payment: Payment, { form }: Asked): Answer => {
  const amount = Number(form.get('amount'))
  if (!Number.isInteger(amount) || amount <= 0 || amount > centsOf(payment) - payment.refunded) return envelope(false, 400)
  payment.refunded += amount
  return envelope(true)
}

const askApi = (world: World, asked: Asked): Answer => {
  if (!isOurs(asked)) return envelope('Merchant authorisation failed', 401)
  if (world.notices.tricks().brokenStatus) return envelope('Application Error', 500)
  if (asked.path === '/transactions/history') return history(world, asked)
  const payment = world.payments.get(asked.path.split('/').at(-1) ?? '')
  // refunds are not there in the sandbox
  if (payment?.status !== 'COMPLETE' || asked.query.get('testing') === 'true') return envelope(false, 400)
  return asked.method === 'GET' ? refundable(payment) : refund(payment, asked)
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, form, body } = asked
  if (method === 'POST' && path === '/eng/process') return processForm(world, asked)
  if (method === 'POST' && path === '/eng/query/validate') {
    const isKnown = world.told.has(body.toString().replace(/&signature=[0-9a-f]{32}$/, ''))
    return { text: isKnown ? 'VALID' : 'INVALID', type: 'text/html' }
  }
  const payment = path.startsWith('/eng/process/payment/') ? world.payments.get(path.slice('/eng/process/payment/'.length)) : null
  if (payment && method === 'POST') return decide(world, payment, form.get('says'))
  if (/^\/(transactions\/history|refunds\/)/.test(path)) return askApi(world, asked)
  return { status: 404, html: page('Not found', '') }
}

export const startPayfast = async (now: () => Date = () => new Date()) => {
  const world = makeWorld(now)
  const stub = await startStub((asked) => answer(world, asked))
  const origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: payfastApp,
    origin,
    notices: world.notices,
    /** all payments, and what became of them */
    payments: () => [...world.payments.values()],
    /** posts the form as a browser does and presses the button: the page, or where the browser is sent to */
    answer: async (fields: Iterable<readonly [string, string]>, says: 'pay' | 'decline' = 'pay') => {
      const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
      const shown = await fetch(`${origin}/eng/process`, { method: 'POST', body })
      const html = await shown.text()
      const action = /action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return { status: shown.status, html, goTo: null }
      const pressed = new URLSearchParams({ says })
      const next = await fetch(`${origin}${action}`, { method: 'POST', body: pressed, redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const payment of world.payments.values()) {
        if (payment.status !== 'PENDING') continue
        payment.status = 'COMPLETE'
        await tell(world, payment)
      }
    },
  }
}
export type PayfastStub = Awaited<ReturnType<typeof startPayfast>>
