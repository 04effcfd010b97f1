// Mercado Pago (Checkout Pro): a preference of ours leads to its page; signed notices name a payment, which is then asked for.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Money,
  Outcome,
  PaymentNotice,
  PayUrls,
  ProviderOptions,
  RawRequest,
  TakenPayment,
} from '../ports-payments.ts'
import { parseJson, readField, readList, readName, readText } from '../fields.ts'
import { formatDecimal, formatDecimalWith, makeOutcome, pickOutcome, readDecimal, toJsonNumber } from './amounts.ts'
import { computeHmac, isSame } from './digests.ts'
import { findDisputed, listReversals, refundStates } from './mercadopago-reversals.ts'
import { definePaymentProvider, secretKey } from './provider.ts'
import { askProvider, readJson, type ProviderCall } from './request.ts'
import { shortenText } from './texts.ts'

const api = 'https://api.mercadopago.com'
const toleranceMs = 300_000
/** Of two tries to pay the better one counts, so all of the newest are read. */
const mostPayments = 50

const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU'] as const
/** In these it takes whole units only. */
const wholeUnits = new Set(['CLP', 'COP'])
const domains = ['com.ar', 'com.br', 'cl', 'com.co', 'com.mx', 'com.pe', 'com.uy']

const stateOf: Readonly<Record<string, Outcome['state']>> = {
  approved: 'paid',
  in_mediation: 'paid',
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
  refunded: 'failed',
  charged_back: 'failed',
}

const makeCaller =
  ({ keys, mode, origin = api }: ProviderOptions) =>
  /** Null when it knows no such thing. */
  async ({ path, body, once }: ProviderCall): Promise<unknown> => {
    const token = keys['accessToken'] ?? ''
    if (mode === 'live' && token.startsWith('TEST-')) throw makeOutage('forbidden', 'the access token is one for tests')
    const { status, text } = await askProvider({
      url: `${origin}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-idempotency-key': once,
        // a refund that takes its time is an answer rather than an error
        'x-render-in-process-refunds': 'true',
      },
      body,
      answers: body ? [] : [404],
    })
    return status === 404 ? null : readJson(text)
  }
type Caller = ReturnType<typeof makeCaller>

const amountOf = (money: Money): number =>
  toJsonNumber(wholeUnits.has(money.currency) ? formatDecimalWith(0, money) : formatDecimal(money))

const withQuery = (url: string, name: string, value: string): string => {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next.toString()
}

const preferenceOf = (charge: Charge, urls: PayUrls) => ({
  items: [
    {
      id: charge.id,
      title: shortenText(charge.description, 250),
      quantity: 1,
      unit_price: amountOf(charge),
      currency_id: charge.currency,
    },
  ],
  payer: { name: charge.payer.firstName, surname: charge.payer.lastName, email: charge.payer.email || undefined },
  external_reference: charge.id,
  back_urls: { success: urls.returnUrl, pending: urls.returnUrl, failure: urls.cancelUrl },
  auto_return: 'approved',
  // only the kind of notice that is signed
  notification_url: withQuery(urls.webhookUrl, 'source_news', 'webhooks'),
})

/** The page of a preference; tokens that start with TEST- pay on a page of their own. */
const pageOf = (preference: unknown, { keys }: ProviderOptions): { providerRef: string; url: string } => {
  const isTest = keys['accessToken']?.startsWith('TEST-') === true
  const [providerRef, url] = [readName(preference, 'id'), readText(preference, isTest ? 'sandbox_init_point' : 'init_point')]
  if (providerRef === null || url === null) throw makeOutage('unavailable', 'the provider named no page to pay on')
  return { providerRef, url }
}

const findPreference = async (call: Caller, { id, providerRef }: Charge): Promise<unknown> => {
  if (providerRef === null) return null
  const found = await call({ path: `/checkout/preferences/${encodeURIComponent(providerRef)}` })
  return readText(found, 'external_reference') === id ? found : null
}

/** The page can be paid again: money that is approved, and of which nothing went back. */
const takenOf = (payment: unknown, { amountMinor, currency, providerTxn }: Outcome): { taken?: TakenPayment[] } => {
  const isWhole = readText(payment, 'status') === 'approved' && !Number(readField(payment, 'transaction_amount_refunded') ?? 0)
  return isWhole && providerTxn !== null ? { taken: [{ providerTxn, amountMinor, currency }] } : {}
}

/** What a payment of theirs says; null when it is of another mode or says nothing that can be read. */
const outcomeOf = (payment: unknown, { mode }: ProviderOptions): Outcome | null => {
  const currency = readText(payment, 'currency_id') ?? ''
  const amountMinor = readDecimal(readField(payment, 'transaction_amount'), currency)
  const state = readText(payment, 'status_detail') === 'expired' ? 'expired' : stateOf[readText(payment, 'status') ?? '']
  // NOTE: users for tests pay with live_mode true, so that the sandbox cannot ask for false
  if (amountMinor === null || state === undefined || (mode === 'live' && readField(payment, 'live_mode') !== true)) return null
  const outcome: Outcome = { state, amountMinor, currency, providerTxn: readName(payment, 'id') }
  return { ...outcome, ...takenOf(payment, outcome) }
}

const findPayment = async (call: Caller, id: string): Promise<unknown> =>
  /^\d{1,20}$/.test(id) ? call({ path: `/v1/payments/${id}` }) : null

const searchPayments = async (call: Caller, reference: string): Promise<readonly unknown[]> => {
  const search = { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: String(mostPayments) }
  return readList(await call({ path: `/v1/payments/search?${new URLSearchParams(search)}` }), 'results')
}

/** Names of money that came, and of which a part went back. */
const unclearOf = ({ state, taken, providerTxn }: Outcome): string[] =>
  state === 'paid' && !taken && providerTxn !== null ? [providerTxn] : []

/** The money that was counted, or else the best of all that was tried for the charge; pending while nothing was. */
const fetchStatus = async (call: Caller, charge: Charge, options: ProviderOptions): Promise<Outcome> => {
  const known = charge.providerTxn === null ? null : await findPayment(call, charge.providerTxn)
  const isPaid = readText(known, 'status') === 'approved'
  const payments = [known, ...(isPaid ? [] : await searchPayments(call, charge.id))]
  const outcomes = payments
    .filter((payment) => readText(payment, 'external_reference') === charge.id)
    .map((payment) => outcomeOf(payment, options))
    .filter((outcome) => outcome !== null)
  const counted = charge.paidAt === null ? undefined : outcomes.find(({ providerTxn }) => providerTxn === charge.providerTxn)
  const best = counted ?? pickOutcome(outcomes)
  if (best) return { ...best, taken: outcomes.flatMap(({ taken = [] }) => taken), unclear: outcomes.flatMap(unclearOf) }
  return makeOutcome(charge, 'pending')
}

const signedTexts = (request: RawRequest, ts: string): string[] => {
  const [id, requestId] = [request.query.get('data.id') ?? '', request.headers['x-request-id'] ?? '']
  const write = (name: string): string => `id:${name};${requestId === '' ? '' : `request-id:${requestId};`}ts:${ts};`
  // the documentation writes ids in lower case, the vendor's own library as they come
  return [write(id), write(id.toLowerCase())]
}

/**
 * Whether the notice carries the account's signature, made within five minutes. `ts` comes in seconds or milliseconds.
 * @internal
 */
export const isGenuine = (request: RawRequest, { keys, now }: Pick<ProviderOptions, 'keys' | 'now'>): boolean => {
  const secret = keys['webhookSecret'] ?? ''
  const [, ts = '', v1 = ''] = /^ts=(\d{10,13}),\s?v1=([0-9a-f]{64})$/.exec(request.headers['x-signature'] ?? '') ?? []
  if (secret === '' || ts === '' || !request.query.get('data.id')) return false
  const at = Number(ts) >= 1e12 ? Number(ts) : Number(ts) * 1000
  if (Math.abs(now().getTime() - at) > toleranceMs) return false
  return signedTexts(request, ts).some((text) => isSame(v1, computeHmac('sha256', secret, text).toString('hex')))
}

/** The payment that a notice is about, itself or by a chargeback of it. */
const readAbout = async (call: Caller, about: string | null, id: string, options: ProviderOptions) => {
  const payment = about === 'payment' ? await findPayment(call, id) : null
  const outcome = outcomeOf(payment, options)
  const disputed = about?.includes('chargebacks') === true ? await findDisputed(call, id) : null
  return {
    amount: outcome && { amountMinor: outcome.amountMinor, currency: outcome.currency },
    paymentId: readText(payment, 'external_reference'),
    providerTxn: disputed ?? (outcome && outcome.providerTxn),
    // the search for our own reference may not know of the money yet; anything but money is asked for there, among all tries
    confirmed: outcome?.state === 'paid' ? outcome : null,
  }
}

const readNotice = async (call: Caller, request: RawRequest, options: ProviderOptions): Promise<PaymentNotice | null> => {
  if (request.method !== 'POST' || !isGenuine(request, options)) return null
  const id = request.query.get('data.id') ?? ''
  const body = parseJson(request.body.toString())
  const about = readText(body, 'type') ?? request.query.get('type')
  // the body is not signed: what it says only tells one notice from another
  const eventId = `${about ?? 'notice'}-${id}-${readName(body, 'id') ?? request.headers['x-request-id']}`
  const said = await readAbout(call, about, id, options)
  return { eventId, type: readText(body, 'action') ?? about, providerRef: null, ...said }
}

export const mercadopago = definePaymentProvider({
  name: 'mercadopago',
  keys: [secretKey('accessToken'), secretKey('webhookSecret')],
  currencies,
  refunds: 'part',
  signedNotices: true,
  browser: {
    sandbox: {
      forms: domains.flatMap((domain) => [`https://sandbox.mercadopago.${domain}`, `https://www.mercadopago.${domain}`]),
    },
    live: { forms: domains.map((domain) => `https://www.mercadopago.${domain}`) },
  },
  make: (options) => {
    const call = makeCaller(options)
    return {
      createCheckout: async (charge, urls) => {
        const body = preferenceOf(charge, urls)
        const preference =
          (await findPreference(call, charge)) ?? (await call({ path: '/checkout/preferences', body, once: charge.id }))
        return { kind: 'redirect', ...pageOf(preference, options) }
      },
      readNotice: (request) => readNotice(call, request, options),
      fetchStatus: (charge) => fetchStatus(call, charge, options),
      listReversals: (charge) => listReversals(call, charge),
      refund: async (charge, amountMinor, refundId) => {
        const body = { amount: amountOf({ ...charge, amountMinor }) }
        const path = `/v1/payments/${encodeURIComponent(charge.providerTxn)}/refunds`
        const answer = await call({ path, body, once: refundId })
        const state = refundStates[readText(answer, 'status') ?? '']
        if (!state) throw makeOutage('unavailable', 'the provider did not say what became of the refund')
        return { ref: readName(answer, 'id') ?? refundId, state }
      },
    }
  },
})
