// PayPal: orders that the person approves on its page and that we then capture; notices signed with PayPal's certificate.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Money,
  Outcome,
  PaymentAdapter,
  PaymentNotice,
  PayUrls,
  ProviderOptions,
  RawRequest,
} from '../ports-payments.ts'
import { readField, readList, readText, readUrl } from '../fields.ts'
import { formatDecimalWith, makeOutcome } from './amounts.ts'
import { computeHash } from './digests.ts'
import { findReversedPayment, makeReversals, readMoney, refundStates } from './paypal-reversals.ts'
import { makeCertificates, makeVerifier } from './paypal-signature.ts'
import { definePaymentProvider, secretKey, shownKey, type SendRefund } from './provider.ts'
import { askProviderJson, readJson, type AskProvider } from './request.ts'
import { shortenText } from './texts.ts'

const hostOf = { sandbox: 'https://api-m.sandbox.paypal.com', live: 'https://api-m.paypal.com' }
const currencies = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')
/** PayPal takes no decimals of these. */
const wholeOnly = new Set(['HUF', 'JPY', 'TWD'])
const longestDescription = 127
/** So long before its end a token is no longer used (s). */
const spareS = 60
const mostTokens = 10

const amountOf = (money: Money) => ({
  currency_code: money.currency,
  value: formatDecimalWith(wholeOnly.has(money.currency) ? 0 : 2, money),
})

type Token = { text: string; until: number }

/** Tokens by what they were given for; kept, for adapters are made anew for each call. */
type Tokens = Map<string, Token>

const readToken = async ({ keys, mode, origin = hostOf[mode], now }: ProviderOptions): Promise<Token> => {
  const basic = Buffer.from(`${keys['clientId'] ?? ''}:${keys['clientSecret'] ?? ''}`).toString('base64')
  const { json } = await askProviderJson({
    url: `${origin}/v1/oauth2/token`,
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const text = readText(json, 'access_token')
  if (text === null) throw makeOutage('unavailable', 'PayPal gave no access token')
  return { text, until: now().getTime() / 1000 + Number(readField(json, 'expires_in') ?? 0) - spareS }
}

const accessOf = (options: ProviderOptions, tokens: Tokens) => {
  const { keys, mode, origin = hostOf[mode], now } = options
  const name = computeHash('sha256', JSON.stringify([origin, keys['clientId'], keys['clientSecret']])).toString('hex')
  return {
    get: async (): Promise<string> => {
      const known = tokens.get(name)
      if (known && known.until > now().getTime() / 1000) return known.text
      const token = await readToken(options)
      // those of keys that were changed
      if (tokens.size >= mostTokens) tokens.clear()
      tokens.set(name, token)
      return token.text
    },
    forget: (): void => void tokens.delete(name),
  }
}

const makeAsk = (options: ProviderOptions, tokens: Tokens): AskProvider => {
  const { mode, origin = hostOf[mode] } = options
  const access = accessOf(options, tokens)
  const send: AskProvider = async ({ path, body, once, answers = [] }) => {
    const authorization = `Bearer ${await access.get()}`
    return askProviderJson({
      url: `${origin}${path}`,
      headers: { authorization, prefer: 'return=representation', 'paypal-request-id': once },
      body,
      answers: [...answers, 401],
    })
  }
  return async (call) => {
    const first = await send(call)
    if (first.status !== 401) return first
    // PayPal may take a token back before its time
    access.forget()
    const second = await send(call)
    if (second.status === 401) throw makeOutage('forbidden', 'PayPal does not know the keys')
    return second
  }
}

const orderOf = (charge: Charge, urls: PayUrls): object => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: charge.id,
      // PayPal takes no second payment for the same one
      invoice_id: charge.id,
      description: shortenText(charge.description, longestDescription),
      amount: amountOf(charge),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: urls.returnUrl,
        cancel_url: urls.cancelUrl,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      },
    },
  },
})

const approvalOf = (order: unknown): string | null => {
  const links = readList(order, 'links')
  const link = links.find((link) => ['payer-action', 'approve'].includes(readText(link, 'rel') ?? ''))
  return readUrl(link, 'href')
}

const unitOf = (order: unknown): unknown => readList(order, 'purchase_units')[0]

/** The last try to take the money; undefined before the first. */
const captureOf = (order: unknown): unknown => readList(unitOf(order), 'payments', 'captures').at(-1)

const captureStates: Readonly<Record<string, Outcome['state']>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'failed',
  DECLINED: 'failed',
  FAILED: 'failed',
}

const stateOf = (order: unknown): Outcome['state'] => {
  if (readText(order, 'status') === 'VOIDED') return 'failed'
  return captureStates[readText(captureOf(order), 'status') ?? ''] ?? 'pending'
}

const outcomeOf = (order: unknown, state = stateOf(order)): Outcome => {
  const money = readMoney(readField(captureOf(order) ?? unitOf(order), 'amount'))
  if (money === null) throw makeOutage('unavailable', 'PayPal answered no amount')
  return { state, ...money, providerTxn: readText(captureOf(order), 'id') }
}

const makeStatus = (ask: AskProvider): PaymentAdapter['fetchStatus'] => {
  const find = async (path: string, charge: Charge): Promise<unknown> => {
    // an order that nobody approved is forgotten after some hours
    const { status, json } = await ask({ path, answers: [404] })
    if (status === 404) return null
    if (readText(unitOf(json), 'custom_id') === charge.id) return json
    throw makeOutage('refused', 'PayPal’s order is about another payment')
  }
  const capture = async (path: string, order: unknown, charge: Charge): Promise<Outcome> => {
    const { status, json } = await ask({ path: `${path}/capture`, body: {}, once: `capture-${charge.id}`, answers: [422] })
    if (status !== 422) return outcomeOf(json)
    const issue = readText(json, 'details', 0, 'issue')
    if (issue === 'ORDER_ALREADY_CAPTURED') return outcomeOf(await find(path, charge))
    // the person would have to go to PayPal's page once more
    return outcomeOf(order, issue === 'ORDER_NOT_APPROVED' || issue === 'PAYER_ACTION_REQUIRED' ? 'pending' : 'failed')
  }
  return async (charge) => {
    // nobody was led to an order whose name never came back
    if (charge.providerRef === null) return makeOutcome(charge, 'pending')
    const path = `/v2/checkout/orders/${encodeURIComponent(charge.providerRef)}`
    const order = await find(path, charge)
    if (order === null) return makeOutcome(charge, 'expired')
    return readText(order, 'status') === 'APPROVED' ? capture(path, order, charge) : outcomeOf(order)
  }
}

const noticeOf = (event: unknown): PaymentNotice | null => {
  const eventId = readText(event, 'id')
  if (eventId === null) return null
  const type = readText(event, 'event_type') ?? ''
  return { eventId, type, ...findReversedPayment(type, readField(event, 'resource')), confirmed: null }
}

const makeReader =
  (isGenuine: (request: RawRequest) => Promise<boolean>): PaymentAdapter['readNotice'] =>
  async (request) => {
    if (request.method !== 'POST' || !(await isGenuine(request))) return null
    return noticeOf(readJson(request.body.toString('utf8')))
  }

const makeRefund =
  (ask: AskProvider): SendRefund =>
  async ({ providerTxn, currency }, amountMinor, refundId) => {
    const { json } = await ask({
      path: `/v2/payments/captures/${encodeURIComponent(providerTxn)}/refund`,
      body: { amount: amountOf({ amountMinor, currency }), custom_id: refundId },
      // known to PayPal for 45 days; asked again, it tells how the refund stands now
      once: `refund-${refundId}`,
    })
    const ref = readText(json, 'id')
    if (ref === null) throw makeOutage('unavailable', 'PayPal answered no refund')
    return { ref, state: refundStates[readText(json, 'status') ?? ''] ?? 'pending' }
  }

const tokens: Tokens = new Map()
const getCertificate = makeCertificates()

export const paypal = definePaymentProvider({
  name: 'paypal',
  keys: [shownKey('clientId'), secretKey('clientSecret'), shownKey('webhookId')],
  currencies,
  refunds: 'part',
  signedNotices: true,
  browser: { sandbox: { forms: ['https://www.sandbox.paypal.com'] }, live: { forms: ['https://www.paypal.com'] } },
  make: (options) => {
    const ask = makeAsk(options, tokens)
    return {
      createCheckout: async (charge, urls) => {
        const { json } = await ask({ path: '/v2/checkout/orders', body: orderOf(charge, urls), once: `checkout-${charge.id}` })
        const [providerRef, url] = [readText(json, 'id'), approvalOf(json)]
        if (providerRef === null || url === null) throw makeOutage('unavailable', 'PayPal answered no checkout')
        return { providerRef, kind: 'redirect', url }
      },
      readNotice: makeReader(makeVerifier(options, getCertificate)),
      fetchStatus: makeStatus(ask),
      listReversals: makeReversals(ask),
      refund: makeRefund(ask),
    }
  },
})
