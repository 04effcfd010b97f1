// PayU Latam as a merchant meets it: the page that takes a signed form, confirmations, reports by reference, and refunds.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

/** The sandbox merchant that PayU publishes, with its account for Colombia. */
export const payulatamApp = {
  merchantId: '508029',
  accountId: '512321',
  apiLogin: 'pRRXKOl8ikMmt9u',
  apiKey: '4Vj8eK4rloUd272L48hsrarnUA',
  secretKey: 'test123',
}

type Refund = { id: string; state: 'PENDING' | 'APPROVED' | 'DECLINED'; isManual: boolean }
type Order = {
  id: number
  transactionId: string
  form: URLSearchParams
  state: 'OPEN' | 'PENDING' | 'APPROVED' | 'DECLINED' | 'EXPIRED'
  refunds: Refund[]
}

type Way = 'MD5' | 'SHA' | 'SHA256' | 'HMAC-SHA256'
const sign = (way: Way, key: string, values: string[]): string => {
  const text = [key, ...values].join('~')
  if (way === 'HMAC-SHA256') return createHmac('sha256', payulatamApp.secretKey).update(text).digest('hex')
  return createHash({ MD5: 'md5', SHA: 'sha1', SHA256: 'sha256' }[way]).update(text).digest('hex')
}

const makeWorld = () => ({
  notices: makeNotices(),
  orders: new Map<number, Order>(),
  nextId: 857_695_047,
  /** how this account signs its confirmations */
  way: 'MD5' as Way,
  /** refunds wait for PayU's people */
  isReviewing: false,
})
type World = ReturnType<typeof makeWorld>

const gateway = '/ppp-web-gateway-payu/'
const statePol: Record<string, string> = { APPROVED: '4', EXPIRED: '5', DECLINED: '6', PENDING: '7' }

const faultOf = (form: URLSearchParams): string | null => {
  const get = (name: string): string => form.get(name) ?? ''
  if (get('merchantId') !== payulatamApp.merchantId || get('accountId') !== payulatamApp.accountId) return 'merchantId'
  const way = (form.get('algorithmSignature') ?? 'MD5') as Way
  const values = [get('merchantId'), get('referenceCode'), get('amount'), get('currency')]
  if (get('signature') !== sign(way, payulatamApp.apiKey, values)) return 'signature'
  if (!/^\d+(\.\d{1,2})?$/.test(get('amount'))) return 'amount'
  return (
    ['description', 'buyerEmail', 'tax', 'taxReturnBase', 'responseUrl', 'confirmationUrl'].find((name) => !get(name)) ?? null
  )
}

/** The page on which the person pays, declines or goes back. */
const showPage = (world: World, { form }: Asked): Answer => {
  const fault = faultOf(form)
  if (fault !== null) return { status: 400, html: page('Error', `The parameter ${fault} is invalid.`) }
  const order: Order = { id: world.nextId, transactionId: randomUUID(), form, state: 'OPEN', refunds: [] }
  world.nextId += 1
  world.orders.set(order.id, order)
  const action = `${gateway}app/${order.id}`
  const amount = `<p>${escapeHtml(form.get('description') ?? '')}: <b id="amount">${form.get('amount')}</b></p>`
  const back = `<p><a id="cancel" href="${escapeHtml(form.get('responseUrl') ?? '')}">Return to the shop</a></p>`
  return { html: page('PayU', amount + buttonForm('pay', 'Pay', action) + buttonForm('decline', 'Decline', action) + back) }
}

const twoDecimals = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

const confirmationOf = ({ notices, way }: World, order: Order): URLSearchParams => {
  const { amount, currency, badSignature } = notices.tricks()
  const get = (name: string): string => order.form.get(name) ?? ''
  const value = twoDecimals(amount ?? get('amount'))
  const fields = {
    merchant_id: payulatamApp.merchantId,
    reference_sale: get('referenceCode'),
    currency: currency ?? get('currency'),
    state_pol: statePol[order.state] ?? '7',
  }
  const signed = [fields.merchant_id, fields.reference_sale, value.replace(/0$/, ''), fields.currency, fields.state_pol]
  return new URLSearchParams({
    response_code_pol: order.state === 'APPROVED' ? '1' : '4',
    test: get('test'),
    transaction_date: '2026-11-22 13:07:35',
    description: get('description'),
    value,
    payment_method_type: '2',
    email_buyer: get('buyerEmail'),
    response_message_pol: order.state,
    transaction_id: order.transactionId,
    sign: sign(way, badSignature ? 'another' : payulatamApp.apiKey, signed),
    reference_pol: String(order.id),
    ...fields,
  })
}

const tell = (world: World, order: Order): Promise<void> =>
  world.notices.send({ url: order.form.get('confirmationUrl') ?? '', body: confirmationOf(world, order).toString() })

const decide = async (world: World, order: Order, says: string | null): Promise<Answer> => {
  if (order.state !== 'OPEN') return { html: page('This order was dealt with', '') }
  if (says === 'pay') order.state = world.notices.tricks().pending ? 'PENDING' : 'APPROVED'
  else order.state = 'DECLINED'
  // of what is pending it tells only how it ended
  if (order.state !== 'PENDING') await tell(world, order)
  const query = { transactionState: statePol[order.state] ?? '', referenceCode: order.form.get('referenceCode') ?? '' }
  return { goTo: `${order.form.get('responseUrl')}?${new URLSearchParams(query)}` }
}

const success = (json: object): Answer => ({ json: { code: 'SUCCESS', error: null, ...json } })
const failure = (error: string): Answer => ({ json: { code: 'ERROR', error, result: null, transactionResponse: null } })

const reportOf = ({ notices }: World, order: Order): object => {
  const { amount, currency } = notices.tricks()
  const get = (name: string): string => order.form.get(name) ?? ''
  const values = { TX_VALUE: { value: Number(amount ?? get('amount')), currency: currency ?? get('currency') } }
  const sale = { id: order.transactionId, type: 'AUTHORIZATION_AND_CAPTURE', additionalValues: values, extraParameters: null }
  const refunds = order.refunds.map(({ id, state, isManual }) => ({
    id,
    type: 'REFUND',
    additionalValues: values,
    extraParameters: isManual ? { MANUAL_REFUND: 'TRUE' } : null,
    transactionResponse: { state },
  }))
  const isRefunded = order.refunds.some(({ state }) => state === 'APPROVED')
  return {
    id: order.id,
    accountId: Number(payulatamApp.accountId),
    status: isRefunded ? 'REFUNDED' : 'CAPTURED',
    referenceCode: get('referenceCode'),
    isTest: get('test') === '1',
    transactions: [...refunds, { ...sale, transactionResponse: { state: order.state } }],
    additionalValues: values,
  }
}

type Command = {
  command?: string
  merchant?: { apiLogin?: string; apiKey?: string }
  details?: { referenceCode?: string }
  transaction?: { order?: { id?: string }; type?: string; parentTransactionId?: string }
}

const report = (world: World, { details }: Command): Answer => {
  const found = [...world.orders.values()].filter(
    ({ form, state }) => state !== 'OPEN' && form.get('referenceCode') === details?.referenceCode,
  )
  return success({ result: found.length > 0 ? { payload: found.map((order) => reportOf(world, order)) } : null })
}

const refund = (world: World, { transaction }: Command): Answer => {
  const order = world.orders.get(Number(transaction?.order?.id))
  const isRight = transaction?.type === 'REFUND' && transaction.parentTransactionId === order?.transactionId
  if (order?.state !== 'APPROVED' || !isRight) return failure('The order or the transaction does not exist')
  if (order.refunds.some(({ state }) => state === 'APPROVED')) return failure('The order was refunded')
  const state = world.isReviewing ? 'PENDING' : 'APPROVED'
  const id = randomUUID()
  order.refunds.push({ id, state, isManual: false })
  return success({ transactionResponse: { orderId: order.id, transactionId: id, state } })
}

const askApi = (world: World, { path, body }: Asked): Answer => {
  const command = JSON.parse(body.toString()) as Command
  const { apiLogin, apiKey } = command.merchant ?? {}
  if (world.notices.tricks().brokenStatus) return { status: 500, json: {} }
  if (apiLogin !== payulatamApp.apiLogin || apiKey !== payulatamApp.apiKey) return failure('Invalid credentials')
  if (path.startsWith('/reports-api') && command.command === 'ORDER_DETAIL_BY_REFERENCE_CODE') return report(world, command)
  if (path.startsWith('/payments-api') && command.command === 'SUBMIT_TRANSACTION') return refund(world, command)
  return failure('Unknown command')
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, form } = asked
  if (method === 'POST' && path === gateway) return showPage(world, asked)
  const order = path.startsWith(`${gateway}app/`) ? world.orders.get(Number(path.slice(`${gateway}app/`.length))) : undefined
  if (method === 'POST' && order) return decide(world, order, form.get('says'))
  if (method === 'POST' && path.endsWith('-api/4.0/service.cgi')) return askApi(world, asked)
  return { status: 404, html: page('Not found', '') }
}

export const startPayulatam = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  const origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: payulatamApp,
    origin,
    notices: world.notices,
    orders: () => [...world.orders.values()],
    /** how confirmations are signed from now on */
    signBy: (way: Way): void => void (world.way = way),
    /** refunds wait for PayU's people from now on */
    review: (): void => void (world.isReviewing = true),
    /** PayU's people decide on the refunds that wait */
    settleRefunds: (state: 'APPROVED' | 'DECLINED'): void => {
      for (const refund of [...world.orders.values()].flatMap(({ refunds }) => refunds)) {
        if (refund.state === 'PENDING') Object.assign(refund, { state, isManual: true })
      }
    },
    /** posts the form as a browser does and presses the button: the page, or where the browser is sent to */
    answer: async (fields: Iterable<readonly [string, string]>, says: 'pay' | 'decline' = 'pay') => {
      const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
      const shown = await fetch(origin + gateway, { method: 'POST', body })
      const html = await shown.text()
      const action = /action="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return { status: shown.status, html, goTo: null }
      const pressed = new URLSearchParams({ says })
      const next = await fetch(origin + action, { method: 'POST', body: pressed, redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending ends, as paid unless told otherwise */
    clear: async (state: 'APPROVED' | 'EXPIRED' = 'APPROVED'): Promise<void> => {
      for (const order of world.orders.values()) {
        if (order.state !== 'PENDING') continue
        order.state = state
        await tell(world, order)
      }
    },
  }
}
export type PayulatamStub = Awaited<ReturnType<typeof startPayulatam>>
