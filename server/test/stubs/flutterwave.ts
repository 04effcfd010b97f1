// Flutterwave (v3) as a merchant meets it: payment links and their page, transactions, notices with the secret hash, refunds.
import { createHmac, randomBytes } from 'node:crypto'
import { buttonForm, makeNotices } from './notices.ts'
import { escapeHtml, page, startStub, type Answer, type Asked } from './stub.ts'

export const flutterwaveApp = {
  secretKey: 'FLWSECK_TEST-0123456789abcdef0123456789abcdef-X',
  secretHash: 'a hash of the merchant, 36 letters',
}

type Asking = {
  tx_ref: string
  amount: string
  currency: string
  redirect_url: string
  customer: { email: string; name?: string; phonenumber?: string }
  customizations?: { title?: string }
}

type Link = { code: string; asking: Asking }
type Transaction = { id: number; asking: Asking; status: 'successful' | 'failed' | 'pending' }
export type FlutterwaveRefund = {
  id: number
  tx_id: number
  amount_refunded: number
  status: string
  meta: unknown
  comments?: string
}

const makeWorld = () => ({
  notices: makeNotices(),
  endpoints: new Set<string>(),
  links: new Map<string, Link>(),
  /** each try to pay is one */
  transactions: [] as Transaction[],
  refunds: [] as FlutterwaveRefund[],
  origin: '',
  /** signs notices as version 4 does */
  isSigning: false,
  refund: { status: 'completed-mpgs', meta: { source: 'availablebalance' } as unknown },
})
type World = ReturnType<typeof makeWorld>

const refuse = (message: string, status = 400): Answer => ({ status, json: { status: 'error', message, data: null } })
const agree = (message: string, data: unknown): Answer => ({ json: { status: 'success', message, data } })

const transactionJson = ({ notices }: World, { id, asking, status }: Transaction): object => {
  const { amount, currency } = notices.tricks()
  const taken = Number(amount ?? asking.amount)
  return {
    id,
    tx_ref: asking.tx_ref,
    flw_ref: `FLW-MOCK-${id}`,
    amount: taken,
    currency: currency ?? asking.currency,
    charged_amount: taken + 1.4,
    app_fee: 1.4,
    status,
    payment_type: 'card',
    customer: { id: 215_604_089, ...asking.customer },
  }
}

const createLink = (world: World, { body }: Asked): Answer => {
  const asking = JSON.parse(body.toString()) as Asking
  if (!asking.tx_ref) return refuse('tx_ref is required')
  if (!asking.customer?.email?.includes('@')) return refuse('customer email is required')
  if (!/^\d+(\.\d{1,2})?$/.test(asking.amount)) return refuse('amount should be a number')
  if (!URL.canParse(asking.redirect_url)) return refuse('redirect_url must be a valid URL')
  const code = randomBytes(10).toString('hex')
  world.links.set(code, { code, asking })
  return agree('Hosted Link', { link: `${world.origin}/v3/hosted/pay/${code}` })
}

const verify = (world: World, found: Transaction | undefined): Answer => {
  if (world.notices.tricks().brokenStatus) return refuse('An error occurred. Please contact support', 503)
  if (!found) return refuse('No transaction was found for this id')
  return agree('Transaction fetched successfully', transactionJson(world, found))
}

const listTransactions = (world: World, { query }: Asked): Answer => {
  const found = world.transactions.filter(
    ({ asking, status }) => asking.tx_ref === query.get('tx_ref') && status === (query.get('status') ?? status),
  )
  return agree(
    'Transactions fetched',
    found.map((transaction) => transactionJson(world, transaction)),
  )
}

const createRefund = ({ transactions, refunds, refund: usual }: World, id: string, { body }: Asked): Answer => {
  const { amount, comments = '' } = JSON.parse(body.toString()) as { amount?: unknown; comments?: string }
  const found = transactions.find((transaction) => String(transaction.id) === id)
  if (found?.status !== 'successful') return refuse('Transaction not found', 404)
  const given = refunds.filter(({ tx_id: txn, status }) => txn === found.id && status !== 'failed')
  const left = Number(found.asking.amount) - given.reduce((sum, { amount_refunded: part }) => sum + part, 0)
  const asked = amount === undefined ? left : amount
  if (typeof asked !== 'number' || asked <= 0 || asked > left) return refuse('Refund amount is more than the transaction amount')
  const refund = { id: 75_923 + refunds.length, tx_id: found.id, amount_refunded: asked, comments, ...usual }
  refunds.push(refund)
  return agree('Transaction refund initiated', refund)
}

const routes: readonly [RegExp, (world: World, asked: Asked, id: string) => Answer][] = [
  [/^POST \/v3\/payments$/, createLink],
  [
    /^GET \/v3\/transactions\/verify_by_reference$/,
    (world, { query }) =>
      verify(
        world,
        world.transactions.find(({ asking }) => asking.tx_ref === query.get('tx_ref')),
      ),
  ],
  [
    /^GET \/v3\/transactions\/(\d+)\/verify$/,
    (world, _asked, id) =>
      verify(
        world,
        world.transactions.find((one) => String(one.id) === id),
      ),
  ],
  [/^GET \/v3\/transactions$/, listTransactions],
  [/^POST \/v3\/transactions\/(\d+)\/refund$/, (world, asked, id) => createRefund(world, id, asked)],
  [
    /^GET \/v3\/refunds$/,
    // those of all transactions, whatever was asked for
    ({ refunds }) => agree('Refunds fetched', refunds),
  ],
]

const tell = async (world: World, transaction: Transaction): Promise<void> => {
  const body = JSON.stringify({ event: 'charge.completed', data: transactionJson(world, transaction) })
  const secret = world.notices.tricks().badSignature ? 'another' : flutterwaveApp.secretHash
  const proof: Record<string, string> = world.isSigning
    ? { 'flutterwave-signature': createHmac('sha256', secret).update(body).digest('base64') }
    : { 'verif-hash': secret }
  for (const url of world.endpoints) {
    await world.notices.send({ url, headers: { 'content-type': 'application/json', ...proof }, body })
  }
}

const showPage = ({ code, asking }: Link): Answer => {
  const action = `/v3/hosted/pay/${code}`
  const cancel = new URL(asking.redirect_url)
  cancel.searchParams.set('status', 'cancelled')
  cancel.searchParams.set('tx_ref', asking.tx_ref)
  const body =
    `<p>${escapeHtml(asking.customizations?.title ?? '')}: ${asking.currency} <b id="amount">${asking.amount}</b></p>` +
    buttonForm('pay', 'Pay', action) +
    buttonForm('decline', 'Pay with a card that is declined', action) +
    `<p><a id="cancel" href="${escapeHtml(String(cancel))}">Cancel</a></p>`
  return { html: page('Flutterwave checkout', body) }
}

/** A button of the page was pressed; after a declined card the page stays open for another. */
const decide = async (world: World, link: Link, says: string | null): Promise<Answer> => {
  const isPaid = says === 'pay'
  const status = !isPaid ? 'failed' : world.notices.tricks().pending ? 'pending' : 'successful'
  const transaction: Transaction = { id: 285_959_875 + world.transactions.length, asking: link.asking, status }
  world.transactions.push(transaction)
  if (status !== 'pending') await tell(world, transaction)
  if (!isPaid) {
    const { html = '' } = showPage(link)
    return { html: html.replace('</h1>', '</h1><p role="alert">Your card was declined</p>') }
  }
  const goTo = new URL(link.asking.redirect_url)
  goTo.searchParams.set('status', status === 'pending' ? 'pending' : 'completed')
  goTo.searchParams.set('tx_ref', link.asking.tx_ref)
  goTo.searchParams.set('transaction_id', String(transaction.id))
  return { goTo: String(goTo) }
}

const answer = (world: World, asked: Asked): Answer | Promise<Answer> => {
  const { method, path, bearer, form } = asked
  const link = world.links.get(path.replace('/v3/hosted/pay/', ''))
  if (link) return method === 'POST' ? decide(world, link, form.get('says')) : showPage(link)
  if (bearer !== flutterwaveApp.secretKey) return refuse('Invalid authorization key', 401)
  for (const [pattern, route] of routes) {
    const match = pattern.exec(`${method} ${path}`)
    if (match) return route(world, asked, match[1] ?? '')
  }
  return refuse('Not found', 404)
}

export const startFlutterwave = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  world.origin = `http://127.0.0.1:${stub.port}`
  return {
    ...stub,
    app: flutterwaveApp,
    origin: world.origin,
    notices: world.notices,
    /** where notices go to, as set up in the merchant's account */
    listen: (url: string): void => void world.endpoints.add(url),
    /** what was asked for, and each try to pay it */
    links: () => [...world.links.values()],
    payments: () => world.transactions,
    refunds: () => world.refunds,
    refundAs: (status: string, meta: unknown = {}): void => void (world.refund = { status, meta }),
    signNotices: (): void => void (world.isSigning = true),
    /** goes to the hosted page and presses the button: the page, or where the browser is sent to */
    answer: async (url: string, says: 'pay' | 'decline' = 'pay') => {
      const next = await fetch(url, { method: 'POST', body: new URLSearchParams({ says }), redirect: 'manual' })
      return { status: next.status, html: await next.text(), goTo: next.headers.get('location') }
    },
    /** what was pending is paid */
    clear: async (): Promise<void> => {
      for (const transaction of world.transactions) {
        if (transaction.status !== 'pending') continue
        transaction.status = 'successful'
        await tell(world, transaction)
      }
    },
  }
}
export type FlutterwaveStub = Awaited<ReturnType<typeof startFlutterwave>>
