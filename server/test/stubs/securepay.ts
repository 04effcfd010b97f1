// SecurePay as a merchant meets it: its card fields in the browser, access tokens, payments and refunds under idempotency keys.
import { randomBytes } from 'node:crypto'
import { makeNotices } from './notices.ts'
import { startStub, type Answer, type Asked } from './stub.ts'

export const securepayApp = {
  merchantCode: '5AR0055',
  clientId: '0oaxb9i8P9vQdXTsn3l5',
  clientSecret: '0aBsGU3x1bc-UIF_vDBA2JzjpCPHjoCP7oI6jisp',
}

/** What a person's card does. */
export type SecurepayCard = 'pay' | 'decline'
export const securepayToken = (card: SecurepayCard): string => `${card}${randomBytes(8).toString('hex')}`

/** In place of securepay-ui.min.js, for tests in a browser; 4242424242424242 pays, anything else is declined. */
export const securepayScript = `window.securePayUI = {
  init: class {
    constructor(config) {
      this.config = config
      if (!document.getElementById(config.scriptId)) throw new Error('no script of this id')
      this.input = document.getElementById(config.containerId).appendChild(document.createElement('input'))
      this.input.setAttribute('aria-label', 'Card number')
      this.input.oninput = () => config.card.onFormValidityChange?.(this.input.value !== '')
      setTimeout(() => config.onLoadComplete?.())
    }
    tokenise() {
      const number = this.input.value.replace(/\\D/g, '')
      if (number === '') {
        const errors = [{ code: 'INVALID_FORM', detail: 'The form is not valid.' }]
        return this.config.card.onTokeniseError?.(JSON.stringify({ errors }))
      }
      const token = (number === '4242424242424242' ? 'pay' : 'decline') + crypto.randomUUID().replaceAll('-', '').slice(0, 16)
      this.config.card.onTokeniseSuccess({ token, last4: number.slice(-4) })
    }
    reset() { this.input.value = '' }
  },
}`

type Body = { amount: number; merchantCode: string; token: string; ip: string; orderId: string }
type Payment = Body & { status: 'paid' | 'failed'; refunds: number[] }

const makeWorld = () => ({
  notices: makeNotices(),
  payments: [] as Payment[],
  access: new Set<string>(),
  used: new Set<string>(),
  /** answers by path and idempotency key */
  answered: new Map<string, { body: string; answer: Answer }>(),
  /** the same key with another body is refused */
  isStrict: false,
  loses: 0,
  lasts: 86_400,
  refundStatus: 'paid',
})
type World = ReturnType<typeof makeWorld>

const refuse = (status: number, code: string): Answer => ({
  status,
  json: { errors: [{ id: randomBytes(4).toString('hex'), code, detail: code }] },
})

const giveAccess = (world: World, { headers, form }: Asked): Answer => {
  const { clientId, clientSecret } = securepayApp
  const isBasic = headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const isAsked =
    form.get('grant_type') === 'client_credentials' && form.get('audience') === 'https://api.payments.auspost.com.au'
  if (!isBasic || !isAsked) return { status: 401, json: { error: 'invalid_client' } }
  const token = randomBytes(16).toString('hex')
  world.access.add(token)
  return { json: { access_token: token, token_type: 'Bearer', expires_in: world.lasts } }
}

const show = ({ notices }: World, { amount, status, orderId, merchantCode }: Payment): object => ({
  createdAt: '2026-11-22T22:00:00.000+11:00',
  merchantCode,
  amount: Number(notices.tricks().amount ?? amount),
  currency: notices.tricks().currency ?? 'AUD',
  status,
  orderId,
  bankTransactionId: `bank-${orderId}`,
  gatewayResponseCode: status === 'paid' ? '00' : '51',
  gatewayResponseMessage: status === 'paid' ? 'Approved' : 'Insufficient funds',
})

const pay = (world: World, body: Body): Answer => {
  if (!Number.isInteger(body.amount) || body.amount <= 0) return refuse(400, 'INVALID_AMOUNT')
  if (!/^(pay|decline)[0-9a-f]{16}$/.test(body.token) || world.used.has(body.token)) return refuse(400, 'INVALID_TOKEN')
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(body.ip)) return refuse(400, 'INVALID_IP')
  if (world.payments.some(({ orderId }) => orderId === body.orderId)) return refuse(400, 'DUPLICATE_ORDER')
  world.used.add(body.token)
  const payment: Payment = { ...body, status: body.token.startsWith('pay') ? 'paid' : 'failed', refunds: [] }
  world.payments.push(payment)
  return { status: 201, json: show(world, payment) }
}

const refund = (world: World, orderId: string, { amount }: Body): Answer => {
  const payment = world.payments.find((one) => one.orderId === orderId)
  if (payment?.status !== 'paid') return refuse(404, 'ORDER_NOT_FOUND')
  const left = payment.amount - payment.refunds.reduce((sum, one) => sum + one, 0)
  if (!Number.isInteger(amount) || amount <= 0 || amount > left) return refuse(400, 'INVALID_AMOUNT')
  if (world.refundStatus === 'paid') payment.refunds.push(amount)
  const bankTransactionId = `bank-${orderId}-${payment.refunds.length}`
  return { status: 201, json: { orderId, amount, status: world.refundStatus, bankTransactionId } }
}

/** Each key once: who asks the very same is told the same, and who asks for another thing is told so. */
const once = (world: World, { path, headers, body }: Asked, make: () => Answer): Answer => {
  const key = `${path} ${String(headers['idempotency-key'])}`
  const known = world.answered.get(key)
  if (known && !world.isStrict) return known.answer
  if (known) return known.body === body.toString() ? known.answer : refuse(400, 'KEY_WAS_USED')
  const answer = make()
  if ((answer.status ?? 200) < 400) world.answered.set(key, { body: body.toString(), answer })
  return answer
}

const act = (world: World, asked: Asked): Answer => {
  const orderId = /^\/v2\/orders\/([^/]+)\/refunds$/.exec(asked.path)?.[1]
  if (asked.path !== '/v2/payments' && orderId === undefined) return refuse(404, 'NOT_FOUND')
  const body = JSON.parse(asked.body.toString()) as Body
  if (body.merchantCode !== securepayApp.merchantCode) return refuse(403, 'INVALID_MERCHANT')
  if (typeof asked.headers['idempotency-key'] !== 'string') return refuse(400, 'NO_KEY')
  return once(world, asked, () => (orderId === undefined ? pay(world, body) : refund(world, orderId, body)))
}

const answer = (world: World, asked: Asked): Answer => {
  if (asked.method !== 'POST') return refuse(404, 'NOT_FOUND')
  if (asked.path === '/oauth/token') return giveAccess(world, asked)
  if (asked.bearer === null || !world.access.has(asked.bearer)) return refuse(401, 'UNAUTHORIZED')
  if (world.notices.tricks().brokenStatus) return refuse(500, 'INTERNAL_ERROR')
  const made = act(world, asked)
  if (world.loses === 0) return made
  world.loses -= 1
  return refuse(504, 'GATEWAY_TIMEOUT')
}

export const startSecurepay = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  return {
    ...stub,
    app: securepayApp,
    origin: `http://127.0.0.1:${stub.port}`,
    notices: world.notices,
    payments: world.payments,
    be: (given: Partial<Pick<World, 'lasts' | 'refundStatus' | 'isStrict'>>): void => void Object.assign(world, given),
    /** the next payments or refunds are made, but their answers are errors */
    loseAnswers: (count = 1): void => void (world.loses = count),
    /** all access tokens end now */
    signOut: (): void => world.access.clear(),
  }
}
export type SecurepayStub = Awaited<ReturnType<typeof startSecurepay>>
