// Paystack: its hosted page; notices signed with the secret key, and the transaction itself as the only word on what was paid.
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentAdapter, PaymentNotice, PayUrls, ProviderOptions, RefundResult } from '../ports-payments.ts'
import { parseJson, readField, readList, readName, readText, readUrl } from '../fields.ts'
import { makeOutcome, readUnits, toMoney, toUnits } from './amounts.ts'
import { computeHash, computeHmac, isSame } from './digests.ts'
import { digits, makeReversals, refundStates } from './paystack-reversals.ts'
import { definePaymentProvider, secretKey, type SendRefund } from './provider.ts'
import { askProviderJson, type AskProvider } from './request.ts'

const api = 'https://api.paystack.co'
// NOTE: EGP and RWF are named by public lists, too, but by no page of Paystack that was read
const currencies = ['GHS', 'KES', 'NGN', 'USD', 'XOF', 'ZAR']
/** A reference is good for one page: how often one is asked for again whose address got lost. */
const mostPages = 5

const makeAsk =
  ({ keys, mode, origin = api }: ProviderOptions): AskProvider =>
  async ({ path, body, answers }) => {
    const key = keys['secretKey'] ?? ''
    if (key.includes(mode === 'live' ? '_test_' : '_live_'))
      throw makeOutage('forbidden', 'the key of Paystack is not of this mode')
    return askProviderJson({ url: `${origin}${path}`, headers: { authorization: `Bearer ${key}` }, body, answers })
  }

/** The first page is named by the payment alone; `.2` and so on by those after it. */
const referenceOf = (id: string, page: number): string => (page === 1 ? id : `${id}.${page}`)
const paymentOf = (reference: string | null): string | null => reference?.replace(/\.[2-9]$/, '') ?? null

const bodyOf = (charge: Charge, urls: PayUrls, reference: string): object => ({
  // Paystack takes no payment without an address
  email: charge.payer.email,
  amount: String(toUnits(digits, charge)),
  currency: charge.currency,
  reference,
  callback_url: urls.returnUrl,
  metadata: { payment_id: charge.id, cancel_action: urls.cancelUrl },
})

const makeCheckout = (ask: AskProvider) => async (charge: Charge, urls: PayUrls) => {
  if (charge.payer.email === '') throw makeOutage('refused', 'Paystack needs an e-mail address', 'provider_needs_email')
  for (let page = 1; page <= mostPages; page += 1) {
    const reference = referenceOf(charge.id, page)
    const body = bodyOf(charge, urls, reference)
    const { status, json } = await ask({ path: '/transaction/initialize', body, answers: [400] })
    // an earlier answer got lost, and nobody was led to that page
    if (status === 400 && /duplicate/i.test(readText(json, 'message') ?? '')) continue
    if (status === 400) throw makeOutage('refused', 'the provider answered 400')
    const url = readUrl(json, 'data', 'authorization_url')
    if (url === null) throw makeOutage('unavailable', 'Paystack answered no checkout')
    return { providerRef: reference, kind: 'redirect' as const, url }
  }
  throw makeOutage('refused', 'Paystack knows all references of this payment')
}

// what was not finished may still be: the page stays open
const states: Readonly<Record<string, Outcome['state']>> = { success: 'paid', failed: 'failed', reversed: 'failed' }

const outcomeOf = (transaction: unknown): Outcome => {
  const currency = readText(transaction, 'currency') ?? ''
  const amountMinor = readUnits(digits, readField(transaction, 'amount'), currency)
  if (amountMinor === null) throw makeOutage('unavailable', 'Paystack answered no amount')
  const state = states[readText(transaction, 'status') ?? ''] ?? 'pending'
  return { state, amountMinor, currency, providerTxn: readName(transaction, 'id') }
}

const makeStatus =
  (ask: AskProvider, domain: string): PaymentAdapter['fetchStatus'] =>
  async (charge) => {
    const reference = charge.providerRef ?? charge.id
    const answer = await ask({ path: `/transaction/verify/${encodeURIComponent(reference)}`, answers: [400, 404] })
    // Paystack has no transaction before somebody opens the page
    if (answer.status !== 200) return makeOutcome(charge, 'pending')
    const transaction = readField(answer.json, 'data')
    const isOurs = readText(transaction, 'reference') === reference && paymentOf(reference) === charge.id
    if (isOurs && readText(transaction, 'domain') === domain) return outcomeOf(transaction)
    throw makeOutage('refused', 'Paystack’s transaction is about another payment')
  }

/** Whether the signature is of these bytes, by the secret key. */
const isSigned = (body: Buffer, signature: string, secretKey: string): boolean =>
  secretKey !== '' && isSame(signature, computeHmac('sha512', secretKey, body).toString('hex'))

/** Events have no ids of their own: a transaction succeeds once, and what else is told is known by its bytes. */
const eventIdOf = (event: unknown, body: Buffer): string => {
  const [name, id] = [readText(event, 'event') ?? '', readName(event, 'data', 'id')]
  return name === 'charge.success' && id !== null ? `${name}-${id}` : `${name}-${computeHash('sha256', body).toString('hex')}`
}

/** Of a charge, a dispute or a refund, whose payment it is; whatever else the account tells is nobody's. */
const aboutOf = (event: unknown): Pick<PaymentNotice, 'paymentId' | 'providerRef' | 'amount'> => {
  const [name, data] = [readText(event, 'event') ?? '', readField(event, 'data')]
  if (!name.startsWith('charge.') && !name.startsWith('refund.')) return { paymentId: null, providerRef: null }
  const isOfAnother = name.startsWith('charge.dispute.')
  const reference =
    readText(data, 'transaction_reference') ?? readText(data, ...(isOfAnother ? ['transaction', 'reference'] : ['reference']))
  const currency = readText(data, 'currency') ?? readText(data, 'transaction', 'currency') ?? ''
  const given = readField(data, 'refund_amount') ?? readField(data, 'amount') ?? readField(data, 'transaction', 'amount')
  const amount = toMoney(readUnits(digits, Number(given), currency), currency)
  return { paymentId: paymentOf(reference), providerRef: reference, amount }
}

const makeReader =
  ({ keys }: ProviderOptions, domain: string): PaymentAdapter['readNotice'] =>
  async ({ method, headers, body }) => {
    if (method !== 'POST' || !isSigned(body, headers['x-paystack-signature'] ?? '', keys['secretKey'] ?? '')) return null
    const event = parseJson(body.toString())
    const given = readText(event, 'data', 'domain')
    if (readText(event, 'event') === null || (given !== null && given !== domain)) return null
    return { eventId: eventIdOf(event, body), type: readText(event, 'event'), ...aboutOf(event), confirmed: null }
  }

const refundedOf = (refund: unknown): RefundResult => {
  const ref = readName(refund, 'id')
  if (ref === null) throw makeOutage('unavailable', 'Paystack answered no refund')
  return { ref, state: refundStates[readText(refund, 'status') ?? ''] ?? 'pending' }
}

const makeRefund =
  (ask: AskProvider): SendRefund =>
  async ({ providerTxn, currency }, amountMinor, refundId) => {
    const amount = String(toUnits(digits, { amountMinor, currency }))
    const note = `Refund ${refundId}`
    // Paystack knows no key for a try that comes again, but keeps our note
    const known = await ask({ path: `/refund?${new URLSearchParams({ transaction: providerTxn, perPage: '100' })}` })
    const earlier = readList(known.json, 'data').find((refund) => readText(refund, 'merchant_note') === note)
    if (earlier !== undefined) return refundedOf(earlier)
    const body = { transaction: providerTxn, amount, currency, merchant_note: note }
    return refundedOf(readField((await ask({ path: '/refund', body })).json, 'data'))
  }

const forms = ['https://checkout.paystack.com']

export const paystack = definePaymentProvider({
  name: 'paystack',
  keys: [secretKey('secretKey')],
  currencies,
  refunds: 'part',
  signedNotices: true,
  browser: { sandbox: { forms }, live: { forms } },
  make: (options) => {
    const ask = makeAsk(options)
    const domain = options.mode === 'live' ? 'live' : 'test'
    return {
      createCheckout: makeCheckout(ask),
      readNotice: makeReader(options, domain),
      fetchStatus: makeStatus(ask, domain),
      listReversals: makeReversals(ask),
      refund: makeRefund(ask),
    }
  },
})
