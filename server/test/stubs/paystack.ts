// Paystack as a merchant meets it: transactions and their hosted page, signed events, verification and refunds.
import { createHmac, randomBytes } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const paystackApp = { secretKey: 'sk_test_0123456789abcdef0123456789abcdef01234567' }

type Asking = {
  email: string
  amount: string
  currency: string
  reference: string
  callback_url: string
  metadata: { cancel_action: string }
}

type Transaction = {
  id: number
  code: string
  asking: Asking
  status: 'abandoned' | 'ongoing' | 'success' | 'failed' | 'reversed'
  /** nobody opened the page: the API does not know it */
  isSeen: boolean
}

export type PaystackRefund = { id: number; transaction: number; amount: number; merchant_note: string | null; status: string }

const makeWorld = () => ({
  notices: makeNotices(),
  endpoints: new Set<string>(),
  transactions: new Map<string, Transaction>(),
  refunds: [] as PaystackRefund[],
  disputes: [] as ({ id: number; transaction: { id: number; reference: string } } & Record<string, unknown>)[],
  origin: '',
  nextId: 4_099_260_516,
  refundStatus: 'processed',
})
type World = ReturnType<typeof makeWorld>

const refuse = (message: string, status = 400): Answer => ({ status, json: { status: false, message } })
const agree = (message: string, data: unknown, status = 200): Answer => ({ status, json: { status: true, message, data } })

const transactionJson = ({ notices }: World, { id, asking, status }: Transaction): object => {
  const { amount, currency } = notices.tricks()
  return {
    id,
    domain: 'test',
    status,
    reference: asking.reference,
    receipt_number: null,
    amount: Number(amount ?? asking.amount),
    message: null,
    gateway_response: status === 'success' ? 'Successful' : 'The transaction was not completed',
    channel: 'card',
    currency: currency ?? asking.currency,
    metadata: asking.metadata,
    requested_amount: Number(asking.amount),
    customer: { id: 181_873_746, email: asking.email },
  }
}

const initialize = (world: World, { body }: Asked): Answer => {
  const asking = JSON.parse(body.toString()) as Asking
  if (!asking.email?.includes('@')) return refuse('Invalid Email Address Passed')
  if (!/^[1-9]\d*$/.test(asking.amount)) return refuse('Invalid Amount Sent')
  if (!['NGN', 'GHS', 'ZAR', 'KES', 'USD', 'XOF'].includes(asking.currency)) return refuse('Currency not supported by merchant')
  if (asking.currency === 'XOF' && !asking.amount.endsWith('00')) return refuse('Invalid Amount Sent')
  if (!/^[-.=A-Za-z0-9]+$/.test(asking.reference)) return refuse('Invalid character in transaction reference')
  if (world.transactions.has(asking.reference)) return refuse('Duplicate Transaction Reference')
  const code = randomBytes(8).toString('hex')
  world.transactions.set(asking.reference, { id: world.nextId, code, asking, status: 'abandoned', isSeen: false })
  world.nextId += 1
  const data = { authorization_url: `${world.origin}/${code}`, access_code: code, reference: asking.reference }
  return agree('Authorization URL created', data)
}

const verify = (world: World, { path }: Asked): Answer => {
  if (world.notices.tricks().brokenStatus) return { status: 500, json: { status: false, message: 'Server error' } }
  const transaction = world.transactions.get(decodeURIComponent(path.slice('/transaction/verify/'.length)))
  if (!transaction?.isSeen) return refuse('Transaction reference not found.')
  return agree('Verification successful', transactionJson(world, transaction))
}

const tell = async (world: World, transaction: Transaction): Promise<void> => {
  await send(world, { event: 'charge.success', data: transactionJson(world, transaction) })
}

const send = async (world: World, event: object): Promise<void> => {
  const body = JSON.stringify(event)
  const key = world.notices.tricks().badSignature ? 'sk_test_another' : paystackApp.secretKey
  const headers = {
    'content-type': 'application/json',
    'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
  }
  for (const url of world.endpoints) await world.notices.send({ url, headers, body })
}

const showPage = (transaction: Transaction): Answer => {
  const { asking, code, status } = transaction
  transaction.isSeen = true
  if (status === 'success') return { html: page('Payment successful', '') }
  const body =
    `<p>${asking.currency} <b id="amount">${asking.amount}</b></p>` +
    buttonForm('pay', 'Pay', `/${code}`) +
    buttonForm('decline', 'Pay with a card that is declined', `/${code}`) +
    `<p><a id="cancel" href="${escapeHtml(asking.metadata.cancel_action)}">Cancel payment</a></p>`
  return { html: page('Paystack checkout', body) }
}

/** A button of the page was pressed; after a declined card the page stays open for another. */
const decide = async (world: World, transaction: Transaction, says: string | null): Promise<Answer> => {
  if (transaction.status === 'success') return showPage(transaction)
  if (says !== 'pay') {
    transaction.status = 'failed'
    const { html = '' } = showPage(transaction)
    return { html: html.replace('</h1>', '</h1><p role="alert">Declined</p>') }
  }
  const { reference, callback_url: back } = transaction.asking
  transaction.status = world.notices.tricks().pending ? 'ongoing' : 'success'
  if (transaction.status === 'success') await tell(world, transaction)
  const goTo = new URL(back)
  goTo.searchParams.set('trxref', reference)
  goTo.searchParams.set('reference', reference)
  return { goTo: String(goTo) }
}

const createRefund = ({ transactions, refunds, refundStatus }: World, { body }: Asked): Answer => {
  const asked = JSON.parse(body.toString()) as { transaction: string; amount: string; merchant_note?: string }
  const found = [...transactions.values()].find(({ id, asking }) => [String(id), asking.reference].includes(asked.transaction))
  if (found?.status !== 'success') return refuse('Transaction not found', 404)
  const given = refunds.filter(({ transaction, status }) => transaction === found.id && status !== 'failed')
  const left = Number(found.asking.amount) - given.reduce((sum, { amount }) => sum + amount, 0)
  if (left === 0) return refuse('Transaction has been fully reversed')
  const amount = Number(asked.amount)
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    return refuse('Refund amount cannot be more than transaction amount')
  const { merchant_note: note = null } = asked
  const refund = { id: 3_018_284 + refunds.length, transaction: found.id, amount, merchant_note: note, status: refundStatus }
  refunds.push(refund)
  return agree('Refund has been queued for processing', { ...refund, domain: 'test' }, 201)
}

/** Found by the transaction's number only, not by its reference. */
const listRefunds = ({ refunds }: World, { query }: Asked): Answer =>
  agree(
    'Refunds retrieved',
    refunds.filter(({ transaction }) => String(transaction) === query.get('transaction')),
  )

const listDisputes = ({ disputes }: World, { query }: Asked): Answer =>
  agree(
    'Disputes retrieved',
    disputes.filter(({ transaction }) => String(transaction.id) === query.get('transaction')),
  )

const askApi = (world: World, asked: Asked): Answer | null => {
  const { method, path, bearer } = asked
  const route = [
    [/^POST \/transaction\/initialize$/, initialize] as const,
    [/^GET \/transaction\/verify\/./, verify] as const,
    [/^POST \/refund$/, createRefund] as const,
    [/^GET \/refund$/, listRefunds] as const,
    [/^GET \/dispute$/, listDisputes] as const,
  ].find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
  if (!route) return null
  return bearer === paystackApp.secretKey ? route(world, asked) : refuse('Invalid key', 401)
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const said = askApi(world, asked)
  if (said) return said
  const transaction = [...world.transactions.values()].find(({ code }) => `/${code}` === asked.path)
  if (!transaction) return { status: 404, html: page('Not found', '') }
  return asked.method === 'POST' ? decide(world, transaction, asked.form.get('says')) : showPage(transaction)
}

export const startPaystack = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  world.origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: paystackApp,
    origin: world.origin,
    notices: world.notices,
    /** where events go to, as set up in the merchant's account */
    listen: (url: string): void => void world.endpoints.add(url),
    payments: () => [...world.transactions.values()],
    refunds: () => world.refunds,
    disputes: () => world.disputes,
    /** any event of the account, signed as all are */
    tell: (event: object) => send(world, event),
    refundAs: (status: 'processed' | 'pending' | 'failed'): void => void (world.refundStatus = status),
    /** goes to the hosted page and presses the button: the page, or where the browser is sent to */
    answer: async (url: string, says: 'pay' | 'decline' = 'pay') => {
      await stub.visit(url)
      const next = await fetch(url, { method: 'POST', body: new URLSearchParams({ says }), redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const transaction of world.transactions.values()) {
        if (transaction.status !== 'ongoing') continue
        transaction.status = 'success'
        await tell(world, transaction)
      }
    },
  }
}
export type PaystackStub = Awaited<ReturnType<typeof startPaystack>>
