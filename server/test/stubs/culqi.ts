// Culqi as a merchant meets it: its widget in the browser, charges of its tokens (some after 3DS), lists, refunds, unsigned events.
import { randomBytes } from 'node:crypto'
import { makeNotices } from './notices.ts'
import { startStub, type Answer, type Asked } from './stub.ts'

export const culqiApp = { publicKey: 'pk_test_UTCQSGcXW8bCyU59', secretKey: 'sk_test_UTCQSGcXW8bCyU59' }

/** What its widget shows a person: three cards. `bank` is one whose bank asks first. */
export type CulqiCard = 'pay' | 'decline' | 'bank'
export const culqiToken = (card: CulqiCard): string => `tkn_test_${card}${randomBytes(16).toString('hex')}`.slice(0, 25)

/** In place of https://js.culqi.com/checkout-js and https://3ds.culqi.com, for tests in a browser. */
export const culqiScript = `window.CulqiCheckout = class {
  constructor(publicKey, config) { Object.assign(this, { publicKey, config, token: null, error: null }) }
  open() {
    this.box = document.body.appendChild(document.createElement('div'))
    for (const card of ['pay', 'decline', 'bank']) {
      const button = this.box.appendChild(document.createElement('button'))
      button.textContent = 'Culqi: ' + card
      button.onclick = () => {
        const id = ('tkn_test_' + card + crypto.randomUUID().replaceAll('-', '')).slice(0, 25)
        this.token = { id, email: this.config.client.email }
        this.culqi()
      }
    }
  }
  close() { this.box?.remove() }
}`
export const culqi3dsScript = `window.Culqi3DS = {
  generateDevice: async () => 'device-1',
  initAuthentication: () => {
    const parameters3DS = { eci: '05', xid: 'x', cavv: 'c', protocolVersion: '2.1.0', directoryServerTransactionId: 'd' }
    window.postMessage({ parameters3DS }, window.location.origin)
  },
  reset: () => {},
}`

type Body = {
  amount: number
  currency_code: string
  email: string
  source_id: string
  description?: string
  metadata?: { order_id?: string }
  antifraud_details?: Record<string, string>
  authentication_3DS?: Record<string, string>
}
type Charge = { id: string; body: Body; isPaid: boolean; refunded: number }
export type CulqiRefund = { id: string; charge_id: string; amount: number; metadata: Record<string, string> }

const idOf = (prefix: string): string => `${prefix}_test_${randomBytes(8).toString('hex')}`

const makeWorld = () => ({
  notices: makeNotices(),
  charges: [] as Charge[],
  refunds: [] as CulqiRefund[],
  used: new Set<string>(),
  /** where the merchant's panel says that events go */
  hook: null as string | null,
  /** the answer to the next charge or refund gets lost on the way */
  loses: false,
})
type World = ReturnType<typeof makeWorld>

const refuse = (status: number, type: string, message: string): Answer => ({
  status,
  json: { object: 'error', type, merchant_message: message },
})

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most

/** The field that the API would complain about. */
const faultOf = ({
  amount,
  currency_code,
  email,
  source_id,
  description = 'Viaje',
  antifraud_details = {},
}: Body): string | null => {
  const { first_name = 'Ana', phone_number = '51999' } = antifraud_details
  const isFine = {
    amount: Number.isInteger(amount) && isWithin(amount, 300, 999_900),
    currency_code: ['PEN', 'USD'].includes(currency_code),
    email: /^\S+@\S+$/.test(email) && email.length <= 50,
    source_id: /^(tkn|ype)_test_\w{16}$/.test(source_id),
    description: isWithin(description.length, 5, 80),
    antifraud_details: /^[\p{L} .-]{2,50}$/u.test(first_name) && /^\d{5,15}$/.test(phone_number),
  }
  return Object.entries(isFine).find(([, fine]) => !fine)?.[0] ?? null
}

const chargeJson = ({ notices }: World, { id, body, isPaid, refunded }: Charge): object => ({
  object: 'charge',
  id,
  amount: Number(notices.tricks().amount ?? body.amount),
  amount_refunded: refunded,
  current_amount: body.amount - refunded,
  currency_code: notices.tricks().currency ?? body.currency_code,
  email: body.email,
  capture: true,
  duplicated: false,
  outcome: isPaid ? { type: 'venta_exitosa', code: 'AUT0000' } : { type: 'tarjeta_rechazada', code: 'RCH0001' },
  metadata: body.metadata ?? {},
})

const tell = async (world: World, charge: Charge): Promise<void> => {
  if (world.hook === null) return
  const type = charge.isPaid ? 'charge.creation.succeeded' : 'charge.creation.failed'
  const event = {
    object: 'event',
    id: idOf('evt'),
    type,
    creation_date: 1_763_812_800_000,
    data: JSON.stringify(chargeJson(world, charge)),
  }
  await world.notices.send({ url: world.hook, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) })
}

const createCharge = async (world: World, asked: Asked): Promise<Answer> => {
  const body = JSON.parse(asked.body.toString()) as Body
  const fault = faultOf(body)
  if (fault !== null) return refuse(400, 'parameter_error', `El campo ${fault} es inválido`)
  if (world.used.has(body.source_id)) return refuse(400, 'invalid_request_error', 'El token ya fue usado')
  const isBank = body.source_id.startsWith('tkn_test_bank')
  if (isBank && body.authentication_3DS === undefined)
    return { json: { action_code: 'REVIEW', user_message: 'Autentica al comprador' } }
  world.used.add(body.source_id)
  const charge: Charge = { id: idOf('chr'), body, isPaid: !body.source_id.startsWith('tkn_test_decline'), refunded: 0 }
  world.charges.push(charge)
  await tell(world, charge)
  if (charge.isPaid) return { status: 201, json: chargeJson(world, charge) }
  return { status: 402, json: { object: 'error', type: 'card_error', charge_id: charge.id, decline_code: 'insufficient_funds' } }
}

/** Somebody refunds in Culqi's own panel. */
const giveBack = async (world: World, charge_id: string, amount: number): Promise<void> => {
  const charge = world.charges.find(({ id }) => id === charge_id)
  if (!charge) throw new Error(`no charge ${charge_id}`)
  charge.refunded += amount
  const refund = { id: idOf('ref'), charge_id, amount, metadata: {} }
  world.refunds.push(refund)
  if (world.hook === null) return
  // its refunds have their charge's name in camelCase here, and not in its API
  const { id, metadata } = refund
  const data = JSON.stringify({ object: 'refund', id, chargeId: charge_id, amount, metadata, reason: 'fraudulento' })
  const event = { object: 'event', id: idOf('evt'), type: 'refund.creation.succeeded', creation_date: 1_763_812_800_000, data }
  await world.notices.send({ url: world.hook, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) })
}

const list = <Entry extends { id: string }>(all: readonly Entry[], { query }: Asked, show: (entry: Entry) => object): Answer => {
  const newest = all.toReversed()
  const start = query.has('after') ? newest.findIndex(({ id }) => id === query.get('after')) + 1 : 0
  const some = newest.slice(start, start + Number(query.get('limit') ?? 50))
  return { json: { data: some.map(show), paging: { cursors: { before: some[0]?.id ?? null, after: some.at(-1)?.id ?? null } } } }
}

const createRefund = (world: World, asked: Asked): Answer => {
  const { amount, charge_id, reason } = JSON.parse(asked.body.toString()) as { amount: number; charge_id: string; reason: string }
  const charge = world.charges.find(({ id }) => id === charge_id)
  if (!charge?.isPaid || reason !== 'solicitud_comprador') return refuse(400, 'parameter_error', 'El cargo es inválido')
  if (!(amount > 0) || amount > charge.body.amount - charge.refunded)
    return refuse(400, 'parameter_error', 'El monto es inválido')
  charge.refunded += amount
  const refund = { id: idOf('ref'), charge_id, amount, metadata: {} }
  world.refunds.push(refund)
  return { status: 201, json: { object: 'refund', ...refund, reason: 'Devolución solicitada por el comprador' } }
}

const labelRefund = (world: World, { path, body }: Asked): Answer => {
  const refund = world.refunds.find(({ id }) => path.endsWith(id))
  if (!refund) return refuse(404, 'resource_error', 'No existe')
  refund.metadata = (JSON.parse(body.toString()) as { metadata: Record<string, string> }).metadata
  return { json: refund }
}

const read = (world: World, asked: Asked): Answer => {
  if (world.notices.tricks().brokenStatus) return refuse(500, 'api_error', 'Error interno')
  if (asked.path === '/v2/refunds') return list(world.refunds, asked, (refund) => ({ object: 'refund', ...refund }))
  if (asked.path === '/v2/charges') {
    const amount = asked.query.get('amount')
    const some = world.charges.filter(({ body }) => amount === null || String(body.amount) === amount)
    return list(some, asked, (charge) => chargeJson(world, charge))
  }
  const charge = world.charges.find(({ id }) => asked.path === `/v2/charges/${id}`)
  return charge ? { json: chargeJson(world, charge) } : refuse(404, 'resource_error', 'No existe el cargo')
}

const answer = async (world: World, asked: Asked): Promise<Answer> => {
  if (asked.bearer !== culqiApp.secretKey) return refuse(401, 'authentication_error', 'La llave es inválida')
  if (asked.method === 'GET') return read(world, asked)
  if (asked.method === 'PATCH' && asked.path.startsWith('/v2/refunds/')) return labelRefund(world, asked)
  const route = asked.path === '/v2/charges' ? createCharge : createRefund
  const answered = await route(world, asked)
  if (!world.loses) return answered
  world.loses = false
  return refuse(504, 'api_error', 'Gateway timeout')
}

export const startCulqi = async () => {
  const world = makeWorld()
  const stub = await startStub((asked) => answer(world, asked))
  return {
    ...stub,
    app: culqiApp,
    origin: `http://127.0.0.1:${stub.port}`,
    notices: world.notices,
    charges: world.charges,
    refunds: world.refunds,
    /** from now on events go to this address */
    hook: (url: string): void => void (world.hook = url),
    giveBack: (chargeId: string, amount: number) => giveBack(world, chargeId, amount),
    /** the next charge or refund is made, but its answer is an error */
    loseAnswer: (): void => void (world.loses = true),
  }
}
export type CulqiStub = Awaited<ReturnType<typeof startCulqi>>
