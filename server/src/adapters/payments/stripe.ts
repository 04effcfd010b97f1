// Stripe: its hosted checkout page; signed notices, and the checkout session itself as the only word on what was paid.
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentAdapter, PaymentNotice, PayUrls, ProviderOptions, RefundResult } from '../ports-payments.ts'
import { parseJson, readField, readList, readText, readUrl } from '../fields.ts'
import { makeOutcome } from './amounts.ts'
import { computeHmac, isSame } from './digests.ts'
import { definePaymentProvider, secretKey, type SendRefund } from './provider.ts'
import { askProviderJson } from './request.ts'
import { readMoney, toStripeAmount } from './stripe-amounts.ts'
import { findReversedPayment, makeReversals, refundStates } from './stripe-reversals.ts'
import { shortenText } from './texts.ts'

const api = 'https://api.stripe.com'
/** Answers keep this shape whatever version the account is set to. */
const version = '2025-04-30.basil'
const toleranceS = 300
const longestName = 250

type Call = { path: string; form?: Readonly<Record<string, string>>; once?: string }
type Ask = (call: Call) => Promise<unknown>

const makeAsk =
  ({ keys, mode, origin = api }: ProviderOptions): Ask =>
  async ({ path, form, once }) => {
    const key = keys['secretKey'] ?? ''
    if (key.includes(mode === 'live' ? '_test_' : '_live_'))
      throw makeOutage('forbidden', 'the key of Stripe is not of this mode')
    const { json } = await askProviderJson({
      url: `${origin}${path}`,
      headers: { authorization: `Bearer ${key}`, 'stripe-version': version, 'idempotency-key': once },
      body: form && new URLSearchParams(form),
    })
    return json
  }

const formOf = (charge: Charge, urls: PayUrls): Record<string, string> => ({
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': charge.currency.toLowerCase(),
  'line_items[0][price_data][unit_amount]': toStripeAmount(charge),
  'line_items[0][price_data][product_data][name]': shortenText(charge.description, longestName),
  // otherwise Stripe may take another currency, at a rate of its own
  'adaptive_pricing[enabled]': 'false',
  client_reference_id: charge.id,
  // its charges bear it, too
  'payment_intent_data[metadata][payment_id]': charge.id,
  success_url: urls.returnUrl,
  cancel_url: urls.cancelUrl,
  ...(charge.payer.email && { customer_email: charge.payer.email }),
})

/** Whether the session is about this payment of ours, in this mode. */
const isAbout = (session: unknown, charge: Charge, isLive: boolean): boolean =>
  readText(session, 'client_reference_id') === charge.id && readField(session, 'livemode') === isLive

const stateOf = (session: unknown): Outcome['state'] => {
  if (readField(session, 'payment_status') === 'paid') {
    // all of it went back
    return readField(session, 'payment_intent', 'latest_charge', 'refunded') === true ? 'failed' : 'paid'
  }
  if (readField(session, 'status') === 'expired') return 'expired'
  if (readField(session, 'status') !== 'complete') return 'pending'
  // a way to pay that takes days: once it failed, the payment waits for another card, which nobody is asked for
  const intent = readText(session, 'payment_intent', 'status')
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'failed' : 'pending'
}

const outcomeOf = (session: unknown): Outcome => {
  const money = readMoney(session, 'amount_total')
  if (money === null) throw makeOutage('unavailable', 'Stripe answered no amount')
  return { state: stateOf(session), ...money, providerTxn: readText(session, 'payment_intent', 'id') }
}

const timesOf = (header: string, name: string): string[] =>
  header.split(',').flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))

/** Whether `Stripe-Signature` is of these bytes, by this secret, and not older or newer than the tolerance. */
const isSigned = (body: Buffer, header: string, { secret, now }: { secret: string; now: Date }): boolean => {
  const [time] = timesOf(header, 't')
  if (secret === '' || time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceS) return false
  const right = computeHmac('sha256', secret, Buffer.concat([Buffer.from(`${time}.`), body])).toString('hex')
  return timesOf(header, 'v1').some((given) => isSame(given, right))
}

const noticeOf = (event: unknown): PaymentNotice | null => {
  const eventId = readText(event, 'id')
  if (eventId === null) return null
  // whatever else the account tells is genuine, but about no payment of ours
  return { eventId, type: readText(event, 'type'), ...findReversedPayment(readField(event, 'data', 'object')), confirmed: null }
}

const makeReader =
  ({ keys, mode, now }: ProviderOptions): PaymentAdapter['readNotice'] =>
  async ({ method, headers, body }) => {
    const proof = { secret: keys['webhookSecret'] ?? '', now: now() }
    if (method !== 'POST' || !isSigned(body, headers['stripe-signature'] ?? '', proof)) return null
    const event = parseJson(body.toString())
    return readField(event, 'livemode') === (mode === 'live') ? noticeOf(event) : null
  }

const refundedOf = (refund: unknown): RefundResult => {
  const ref = readText(refund, 'id')
  if (ref === null) throw makeOutage('unavailable', 'Stripe answered no refund')
  return { ref, state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending' }
}

const makeRefund =
  (ask: Ask): SendRefund =>
  async ({ providerTxn, currency }, amountMinor, refundId) => {
    // Stripe forgets idempotency keys after a day
    const known = await ask({ path: `/v1/refunds?${new URLSearchParams({ payment_intent: providerTxn, limit: '100' })}` })
    const earlier = readList(known, 'data').find((refund) => readText(refund, 'metadata', 'refund_id') === refundId)
    if (earlier !== undefined) return refundedOf(earlier)
    const form = {
      payment_intent: providerTxn,
      amount: toStripeAmount({ amountMinor, currency }),
      'metadata[refund_id]': refundId,
    }
    return refundedOf(await ask({ path: '/v1/refunds', form, once: `refund-${refundId}` }))
  }

// the page of the checkout, and those a form of ours may be led on to
const forms = ['https://checkout.stripe.com']

export const stripe = definePaymentProvider({
  name: 'stripe',
  keys: [secretKey('secretKey'), secretKey('webhookSecret')],
  currencies: 'account',
  refunds: 'part',
  signedNotices: true,
  browser: { sandbox: { forms }, live: { forms } },
  make: (options) => {
    const ask = makeAsk(options)
    const isLive = options.mode === 'live'
    return {
      createCheckout: async (charge, urls) => {
        const form = formOf(charge, urls)
        const session = await ask({ path: '/v1/checkout/sessions', form, once: `checkout-${charge.id}` })
        const [providerRef, url] = [readText(session, 'id'), readUrl(session, 'url')]
        if (providerRef === null || url === null || !isAbout(session, charge, isLive))
          throw makeOutage('unavailable', 'Stripe answered no checkout')
        return { providerRef, kind: 'redirect', url }
      },
      readNotice: makeReader(options),
      fetchStatus: async (charge) => {
        // nobody was led to a checkout whose name never came back
        if (charge.providerRef === null) return makeOutcome(charge, 'pending')
        const path = `/v1/checkout/sessions/${encodeURIComponent(charge.providerRef)}?expand%5B%5D=payment_intent.latest_charge`
        const session = await ask({ path })
        if (!isAbout(session, charge, isLive)) throw makeOutage('refused', 'Stripe’s session is about another payment')
        return outcomeOf(session)
      },
      listReversals: makeReversals(ask),
      refund: makeRefund(ask),
    }
  },
})
