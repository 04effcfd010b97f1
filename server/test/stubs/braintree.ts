// Braintree as its library meets it: client tokens, transactions in XML, searches, voids and refunds, signed notices about settling.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { makeNotices } from './notices.ts'
import { escapeHtml, startStub, type Answer, type Asked } from './stub.ts'

export const braintreeApp = {
  merchantId: 'integration_merchant_id',
  publicKey: 'integration_public_key',
  privateKey: 'integration_private_key',
  merchantAccountId: 'wayfare_sek',
}

/** What a person's card does. */
export type BraintreeCard = 'pay' | 'decline'
export const braintreeNonce = (card: BraintreeCard): string => `tokencc_bh_${card}_${randomBytes(8).toString('hex')}`

/** In place of the three scripts of the page, for tests in a browser; 4000111111111115 is declined. */
export const braintreeScript = `window.braintree = {
  client: { create: async ({ authorization }) => ({ authorization }) },
  hostedFields: {
    create: async ({ fields }) => {
      const inputs = Object.entries(fields).map(([name, { container, selector }]) => {
        const at = selector ? document.querySelector(selector) : typeof container === 'string' ? document.querySelector(container) : container
        const input = at.appendChild(document.createElement('input'))
        input.setAttribute('aria-label', name)
        return input
      })
      return {
        on: () => {},
        teardown: async () => inputs.forEach((input) => input.remove()),
        tokenize: async () => {
          const number = inputs[0].value.replace(/\\D/g, '')
          if (number === '') throw Object.assign(new Error('All fields are empty.'), { code: 'HOSTED_FIELDS_FIELDS_EMPTY' })
          const card = number === '4000111111111115' ? 'decline' : 'pay'
          return { nonce: 'tokencc_bh_' + card + '_' + crypto.randomUUID().replaceAll('-', '').slice(0, 16), details: { bin: number.slice(0, 6) } }
        },
      }
    },
  },
  threeDSecure: { create: async () => ({ verifyCard: async ({ nonce }) => ({ nonce }) }) },
}`

type Transaction = {
  id: string
  type: 'sale' | 'credit'
  status: string
  amount: string
  orderId: string
  /** of a refund: what it gives back */
  of: string | null
}
type Dispute = { id: string; of: string; amount: string; status: string; kind: 'chargeback' | 'retrieval'; reason: string }

type Request = {
  amount: string
  order_id: string
  payment_method_nonce: string
  api_request_key?: string
  merchant_account_id: string
}

const makeWorld = () => ({
  notices: makeNotices(),
  currency: 'SEK',
  threeDSecure: false,
  transactions: [] as Transaction[],
  disputes: [] as Dispute[],
  used: new Set<string>(),
  /** where the merchant's control panel says that notices go */
  hook: null as string | null,
  loses: false,
})
type World = ReturnType<typeof makeWorld>

const xml = (text: string, status = 200): Answer => ({
  status,
  text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
  type: 'application/xml; charset=utf-8',
})
const refuse = (message: string, inner = ''): Answer =>
  xml(
    `<api-error-response><errors><errors type="array"/></errors><message>${message}</message>${inner}</api-error-response>`,
    422,
  )

/** In the shape of the vendor's own sample of a dispute. */
const disputeXml = ({ currency }: World, { id, of, amount, status, kind, reason }: Dispute): string =>
  `<dispute><amount>${amount}</amount><amount-disputed>${amount}</amount-disputed><amount-won>0.00</amount-won>` +
  `<currency-iso-code>${currency}</currency-iso-code><received-date type="date">2014-03-01</received-date>` +
  `<reply-by-date type="date">2014-03-21</reply-by-date><kind>${kind}</kind><status>${status}</status>` +
  `<reason>${reason}</reason><id>${id}</id><transaction><id>${of}</id><amount>${amount}</amount></transaction></dispute>`

const insideXml = (world: World, id: string): string => {
  const refunds = world.transactions.filter(({ of }) => of === id).map((one) => `<item>${one.id}</item>`)
  const disputes = world.disputes.filter(({ of }) => of === id).map((one) => disputeXml(world, one))
  return `<refund-ids type="array">${refunds.join('')}</refund-ids><disputes type="array">${disputes.join('')}</disputes>`
}

const transactionXml = (
  world: World,
  { id, type, status, amount, orderId }: Transaction,
  { notices, currency } = world,
): string =>
  `<transaction><id>${id}</id><status>${status}</status><type>${type}</type>` +
  `<currency-iso-code>${notices.tricks().currency ?? currency}</currency-iso-code>` +
  `<amount>${notices.tricks().amount ?? amount}</amount><order-id>${escapeHtml(orderId)}</order-id>${insideXml(world, id)}</transaction>`

const add = (world: World, given: Omit<Transaction, 'id'>): Transaction => {
  const made = { ...given, id: randomBytes(4).toString('hex') }
  world.transactions.push(made)
  return made
}

const sell = (world: World, { amount, order_id, payment_method_nonce, merchant_account_id }: Request): Answer => {
  if (merchant_account_id !== braintreeApp.merchantAccountId) return refuse('Merchant account ID is invalid.')
  if (!/^tokencc_bh_(pay|decline)_/.test(payment_method_nonce)) return refuse('Unknown or expired payment_method_nonce.')
  if (world.used.has(payment_method_nonce)) return refuse('Cannot use a payment_method_nonce more than once.')
  if (!/^\d+(\.\d\d)?$/.test(amount)) return refuse('Amount is an invalid format.')
  world.used.add(payment_method_nonce)
  const isDeclined = payment_method_nonce.startsWith('tokencc_bh_decline')
  const paid = world.notices.tricks().pending ? 'settlement_pending' : 'submitted_for_settlement'
  const made = add(world, { type: 'sale', status: isDeclined ? 'processor_declined' : paid, amount, orderId: order_id, of: null })
  return isDeclined ? refuse('Insufficient Funds', transactionXml(world, made)) : xml(transactionXml(world, made), 201)
}

const refund = (world: World, sale: Transaction, { amount, order_id }: Request): Answer => {
  if (!['settled', 'settling'].includes(sale.status)) return refuse('Cannot refund a transaction unless it is settled.')
  const refunded = world.transactions.filter(({ of }) => of === sale.id).reduce((sum, one) => sum + Number(one.amount), 0)
  if (!(Number(amount) > 0) || refunded + Number(amount) > Number(sale.amount)) return refuse('Refund amount is too large.')
  const made = add(world, { type: 'credit', status: 'submitted_for_settlement', amount, orderId: order_id, of: sale.id })
  return xml(transactionXml(world, made), 201)
}

const voidSale = (world: World, sale: Transaction): Answer => {
  if (!['authorized', 'submitted_for_settlement', 'settlement_pending'].includes(sale.status)) {
    return refuse('Transaction can only be voided if status is authorized or submitted_for_settlement.')
  }
  sale.status = 'voided'
  return xml(transactionXml(world, sale))
}

type Search = { order_id?: { is: string }; ids?: string[] }

const search = (world: World, path: string, { order_id, ids }: Search): Answer => {
  const found = world.transactions.filter(({ id, orderId }) => (ids ? ids.includes(id) : orderId === order_id?.is))
  if (path.endsWith('_ids')) {
    const items = found.map(({ id }) => `<item>${id}</item>`).join('')
    return xml(`<search-results><page-size type="integer">50</page-size><ids type="array">${items}</ids></search-results>`)
  }
  const size = `<current-page-number type="integer">1</current-page-number><page-size type="integer">50</page-size>`
  const all = found.map((one) => transactionXml(world, one)).join('')
  return xml(
    `<credit-card-transactions type="collection">${size}<total-items type="integer">${found.length}</total-items>${all}</credit-card-transactions>`,
  )
}

const clientToken = ({ threeDSecure }: World): Answer => {
  const token = { version: 2, merchantId: braintreeApp.merchantId, environment: 'sandbox', threeDSecureEnabled: threeDSecure }
  return xml(`<client-token><value>${Buffer.from(JSON.stringify(token)).toString('base64')}</value></client-token>`, 201)
}

const account = ({ currency }: World, id: string | undefined): Answer =>
  id === braintreeApp.merchantAccountId
    ? xml(
        `<merchant-account><id>${id}</id><status>active</status><currency-iso-code>${currency}</currency-iso-code></merchant-account>`,
      )
    : { status: 404, text: '' }

const askTransaction = (world: World, { method, path }: Asked, request: Request): Answer => {
  const [, id, action] = /^\/transactions\/(\w+)(\/\w+)?$/.exec(path) ?? []
  const found = world.transactions.find((one) => one.id === id)
  if (!found) return { status: 404, text: '' }
  if (method === 'GET') return xml(transactionXml(world, found))
  return action === '/void' ? voidSale(world, found) : refund(world, found, request)
}

const route = (world: World, asked: Asked): Answer => {
  const { method, path, body } = asked
  const json = JSON.parse(body.toString() || '{}') as { transaction?: Request; search?: Search }
  const request = json.transaction ?? { amount: '', order_id: '', payment_method_nonce: '', merchant_account_id: '' }
  if (world.notices.tricks().brokenStatus && method === 'GET') return { status: 500, text: '' }
  if (path === '/client_token') return clientToken(world)
  if (path.startsWith('/merchant_accounts/')) return account(world, path.split('/').at(-1))
  if (path.startsWith('/transactions/advanced_search')) return search(world, path, json.search ?? {})
  return path === '/transactions' ? sell(world, request) : askTransaction(world, asked, request)
}

const answer = (world: World, asked: Asked): Answer => {
  const { publicKey, privateKey, merchantId } = braintreeApp
  const basic = `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString('base64')}`
  if (asked.headers.authorization !== basic || asked.headers['x-apiversion'] !== '6') return { status: 401, text: '' }
  if (!asked.path.startsWith(`/merchants/${merchantId}/`)) return { status: 403, text: '' }
  const answered = route(world, { ...asked, path: asked.path.slice(`/merchants/${merchantId}`.length) })
  const isLost = world.loses && asked.method !== 'GET' && /transactions$|refund$|void$/.test(asked.path)
  if (isLost) world.loses = false
  return isLost ? { status: 504, text: '' } : answered
}

/** The hex with which a text is signed. */
export const signText = (text: string, privateKey: string): string =>
  createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(text).digest('hex')

/** The form of a notice. */
export const braintreeNotice = (payload: string, privateKey = braintreeApp.privateKey): string =>
  new URLSearchParams({
    bt_signature: `another_key|${'0'.repeat(40)}&${braintreeApp.publicKey}|${signText(payload, privateKey)}`,
    bt_payload: payload,
  }).toString()

const tell = async (world: World, subject: string, kind: string): Promise<void> => {
  if (world.hook === null) return
  const at = `<timestamp type="datetime">2026-11-22T12:00:00Z</timestamp>`
  const text = `<notification>${at}<kind>${kind}</kind><subject>${subject}</subject></notification>`
  const payload = `${Buffer.from(text).toString('base64')}\n`
  const key = world.notices.tricks().badSignature ? 'another' : braintreeApp.privateKey
  await world.notices.send({ url: world.hook, body: braintreeNotice(payload, key) })
}

export const startBraintree = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  return {
    ...stub,
    app: braintreeApp,
    origin: `http://127.0.0.1:${stub.port}`,
    notices: world.notices,
    transactions: world.transactions,
    /** from now on notices go to this address */
    hook: (url: string): void => void (world.hook = url),
    be: (given: Partial<Pick<World, 'currency' | 'threeDSecure'>>): void => void Object.assign(world, given),
    /** the next sale, refund or void is made, but its answer is an error */
    loseAnswer: (): void => void (world.loses = true),
    /** somebody gives money back in the control panel, which tells nobody */
    giveBack: (of: string, amount: string): void =>
      void add(world, { type: 'credit', status: 'submitted_for_settlement', amount, orderId: '', of }),
    /** a dispute is opened, or the one of this name goes on */
    dispute: async (kind: string, dispute: Dispute): Promise<void> => {
      world.disputes = [...world.disputes.filter(({ id }) => id !== dispute.id), dispute]
      await tell(world, disputeXml(world, dispute), kind)
    },
    tell: (kind: string, subject: string) => tell(world, subject, kind),
    /** the night passes: what was paid has settled */
    settle: async (status: 'settled' | 'settlement_declined' = 'settled'): Promise<void> => {
      for (const sale of world.transactions) {
        if (!['submitted_for_settlement', 'settlement_pending'].includes(sale.status) || sale.type !== 'sale') continue
        sale.status = status
        await tell(
          world,
          transactionXml(world, sale),
          status === 'settled' ? 'transaction_settled' : 'transaction_settlement_declined',
        )
      }
    },
  }
}
export type BraintreeStub = Awaited<ReturnType<typeof startBraintree>>
