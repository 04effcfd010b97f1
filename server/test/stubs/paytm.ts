// Paytm as a merchant meets it: tokens, the page that takes them, the form it sends back, its notices, orders and refunds.
import { createCipheriv, createDecipheriv, createHash, randomUUID } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const paytmApp = { merchantId: 'WAYFRE76900000009383', merchantKey: 'kbzk1DSbJiV_O3p5', websiteName: 'WEBSTAGING' }

type Refund = { refId: string; refundId: string; amount: number; status: 'PENDING' | 'TXN_SUCCESS' | 'TXN_FAILURE' }
type Order = {
  body: Fields
  token: string
  txnId: string
  status: 'OPEN' | 'PENDING' | 'TXN_SUCCESS' | 'TXN_FAILURE'
  refunds: Refund[]
}
type Fields = Record<string, unknown>

const iv = '@@@@&&&&####$$$$'
const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

const sign = (text: string, key: string): string => {
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([cipher.update(`${sha(`${text}|aB3d`)}aB3d`), cipher.final()]).toString('base64')
}

const isSigned = (text: string, checksum: string): boolean => {
  try {
    const cipher = createDecipheriv('aes-128-cbc', paytmApp.merchantKey, iv)
    const held = Buffer.concat([cipher.update(checksum, 'base64'), cipher.final()]).toString()
    return held === sha(`${text}|${held.slice(-4)}`) + held.slice(-4)
  } catch {
    return false
  }
}

const makeWorld = () => ({
  notices: makeNotices(),
  orders: new Map<string, Order>(),
  /** where notices go: in life a field of the dashboard */
  notifyUrl: '',
  /** refunds take days */
  isSlow: false,
})
type World = ReturnType<typeof makeWorld>

const result = (resultStatus: string, resultCode: string, more: object = {}): Answer => ({
  json: { head: { version: 'v1' }, body: { resultInfo: { resultStatus, resultCode, resultMsg: resultStatus }, ...more } },
})

const orderIdOf = (body: Fields): string => (typeof body['orderId'] === 'string' ? body['orderId'] : '')
const amountOf = ({ body }: Order): string => (body['txnAmount'] as { value: string }).value

/** What is wrong with a new order; null: nothing. */
const faultOf = (body: Fields): string | null => {
  const { value = '', currency } = (body['txnAmount'] ?? {}) as { value?: string; currency?: string }
  if (body['requestType'] !== 'Payment' || body['websiteName'] !== paytmApp.websiteName) return '2007'
  if (!/^\d+\.\d{2}$/.test(value) || currency !== 'INR') return '2007'
  const user = (body['userInfo'] ?? {}) as { custId?: string }
  return orderIdOf(body) === '' || !user.custId || !body['callbackUrl'] ? '2007' : null
}

const initiate = ({ orders }: World, body: Fields): Answer => {
  const fault = faultOf(body)
  if (fault !== null) return result('F', fault)
  const known = orders.get(orderIdOf(body))
  if (known) {
    const isSame = known.status === 'OPEN' && JSON.stringify(known.body) === JSON.stringify(body)
    return isSame ? result('S', '0002', { txnToken: known.token }) : result('F', '325')
  }
  const [token, txnId] = [randomUUID().replaceAll('-', ''), `2026112211121280011016847010150${orders.size}`]
  orders.set(orderIdOf(body), { body, token, txnId, status: 'OPEN', refunds: [] })
  return result('S', '0000', { txnToken: token })
}

/** The page on which the person pays or declines; a token opens it once. */
const showPage = ({ orders }: World, { form, query }: Asked): Answer => {
  const order = orders.get(form.get('orderId') ?? '')
  const isRight = order?.token === form.get('txnToken') && query.get('orderId') === form.get('orderId')
  if (order?.status !== 'OPEN' || !isRight || form.get('mid') !== paytmApp.merchantId) {
    return { status: 400, html: page('Session has expired', '') }
  }
  const action = `/theia/pay/${orderIdOf(order.body)}`
  const what = `<p>Rs. <b id="amount">${amountOf(order)}</b></p>`
  return { html: page('Paytm', what + buttonForm('pay', 'Pay', action) + buttonForm('decline', 'Decline', action)) }
}

/** The form that goes to the site with the browser, and as a notice. */
const formOf = ({ notices }: World, order: Order): URLSearchParams => {
  const { amount, currency, badSignature } = notices.tricks()
  const fields: Record<string, string> = {
    BANKNAME: 'null',
    BANKTXNID: '777001',
    CURRENCY: currency ?? 'INR',
    GATEWAYNAME: 'WALLET',
    MID: paytmApp.merchantId,
    ORDERID: orderIdOf(order.body),
    PAYMENTMODE: 'PPI',
    RESPCODE: order.status === 'TXN_SUCCESS' ? '01' : '227',
    RESPMSG: 'Txn & more',
    STATUS: order.status,
    TXNAMOUNT: amount ?? amountOf(order),
    TXNDATE: '2026-11-22 11:11:21.0',
    TXNID: order.txnId,
  }
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => (fields[name] === 'null' ? '' : fields[name]))
    .join('|')
  return new URLSearchParams({ ...fields, CHECKSUMHASH: sign(text, badSignature ? 'AnotherKey123456' : paytmApp.merchantKey) })
}

const tell = async (world: World, order: Order): Promise<void> => {
  if (world.notifyUrl !== '') await world.notices.send({ url: world.notifyUrl, body: formOf(world, order).toString() })
}

/** A page whose form the browser posts to the site by itself. */
const decide = async (world: World, order: Order, says: string | null): Promise<Answer> => {
  if (order.status !== 'OPEN') return { html: page('This order was dealt with', '') }
  if (says === 'pay') order.status = world.notices.tricks().pending ? 'PENDING' : 'TXN_SUCCESS'
  else order.status = 'TXN_FAILURE'
  await tell(world, order)
  const inputs = [...formOf(world, order)].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const action = escapeHtml(String(order.body['callbackUrl']))
  const form = `<form id="back" method="post" action="${action}">${inputs.join('')}<button>Back to the shop</button></form>`
  return { html: page('Paytm', `${form}<script>document.getElementById('back').submit()</script>`) }
}

const status = ({ orders, notices }: World, body: Fields): Answer => {
  if (notices.tricks().brokenStatus) return { status: 500, json: {} }
  const order = orders.get(orderIdOf(body))
  if (!order || order.status === 'OPEN') return result('TXN_FAILURE', '334')
  const code = { PENDING: '402', TXN_SUCCESS: '01', TXN_FAILURE: '227' }[order.status]
  const txnAmount = notices.tricks().amount ?? amountOf(order)
  const { txnId } = order
  return result(order.status, code, { txnId, txnAmount, orderId: orderIdOf(body), mid: paytmApp.merchantId, txnType: 'SALE' })
}

const refundAnswer = ({ refId, refundId, status }: Refund): Answer =>
  result(status, { PENDING: '601', TXN_SUCCESS: '10', TXN_FAILURE: '600' }[status], { refId, refundId })

const refundStatus = ({ orders }: World, body: Fields): Answer => {
  const refund = orders.get(orderIdOf(body))?.refunds.find(({ refId }) => refId === body['refId'])
  return refund ? refundAnswer(refund) : result('TXN_FAILURE', '631')
}

const applyRefund = ({ orders, isSlow }: World, body: Fields): Answer => {
  const order = orders.get(orderIdOf(body))
  if (order?.status !== 'TXN_SUCCESS' || body['txnId'] !== order.txnId || body['txnType'] !== 'REFUND')
    return result('TXN_FAILURE', '627')
  if (order.refunds.some(({ refId }) => refId === body['refId'])) return result('TXN_FAILURE', '617')
  const amount = Number(body['refundAmount'])
  const given = order.refunds.filter(({ status }) => status !== 'TXN_FAILURE').reduce((sum, refund) => sum + refund.amount, 0)
  if (!(amount > 0) || given + amount > Number(amountOf(order)) + 0.001) return result('TXN_FAILURE', '619')
  const refId = String(body['refId'])
  const refund: Refund = { refId, refundId: `RF${refId}`, amount, status: isSlow ? 'PENDING' : 'TXN_SUCCESS' }
  order.refunds.push(refund)
  return refundAnswer(refund)
}

const api: Record<string, (world: World, body: Fields) => Answer> = {
  '/theia/api/v1/initiateTransaction': initiate,
  '/v3/order/status': status,
  '/refund/apply': applyRefund,
  '/v2/refund/status': refundStatus,
}

const askApi = (world: World, { path, body }: Asked): Answer => {
  const text = body.toString()
  const { head, body: fields } = JSON.parse(text) as { head?: { signature?: string }; body?: Fields }
  // the checksum is of the characters as they came
  const signed = /"body":(.*)\}$/s.exec(text)?.[1] ?? ''
  const isRight = fields?.['mid'] === paytmApp.merchantId && isSigned(signed, head?.signature ?? '')
  return isRight && fields ? (api[path]?.(world, fields) ?? result('F', '501')) : result('F', '2005')
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, form } = asked
  if (method === 'POST' && path === '/theia/api/v1/showPaymentPage') return showPage(world, asked)
  const order = path.startsWith('/theia/pay/') ? world.orders.get(path.slice('/theia/pay/'.length)) : undefined
  if (method === 'POST' && order) return decide(world, order, form.get('says'))
  if (method === 'POST' && path in api) return askApi(world, asked)
  return { status: 404, html: page('Not found', '') }
}

export const startPaytm = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  const origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: paytmApp,
    origin,
    notices: world.notices,
    orders: () => [...world.orders.values()],
    /** what the merchant entered in the dashboard */
    notify: (url: string): void => void (world.notifyUrl = url),
    /** refunds take days, or are through by now */
    slow: (isSlow = true, end: Refund['status'] = 'TXN_SUCCESS'): void => {
      world.isSlow = isSlow
      const waiting = [...world.orders.values()].flatMap(({ refunds }) => refunds).filter(({ status }) => status === 'PENDING')
      for (const refund of waiting) refund.status = end
    },
    /** posts the form as a browser does and presses the button: the page that it then sees */
    answer: async (action: string, fields: Iterable<readonly [string, string]>, says: 'pay' | 'decline' = 'pay') => {
      const body = new URLSearchParams([...fields].map(([name, value]) => [name, value]))
      const shown = await fetch(action, { method: 'POST', body })
      const html = await shown.text()
      const next = /action="([^"]+)"/.exec(html)?.[1]
      if (next === undefined) return { status: shown.status, html }
      const pressed = await fetch(origin + next, { method: 'POST', body: new URLSearchParams({ says }) })
      return { status: pressed.status, html: await pressed.text() }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const order of world.orders.values()) {
        if (order.status !== 'PENDING') continue
        order.status = 'TXN_SUCCESS'
        await tell(world, order)
      }
    },
  }
}
export type PaytmStub = Awaited<ReturnType<typeof startPaytm>>
