// Flutterwave (v3): its hosted page; notices that show the merchant's secret hash, and the transaction as the only word on it.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Outcome,
  PaymentAdapter,
  PayUrls,
  ProviderOptions,
  RawRequest,
  RefundResult,
  Reversal,
} from '../ports-payments.ts'
import { parseJson, readField, readList, readName, readText, readUrl } from '../fields.ts'
import { formatDecimal, makeOutcome, readDecimal } from './amounts.ts'
import { computeHash, computeHmac, isSame } from './digests.ts'
import { definePaymentProvider, secretKey, type ListReversals, type SendRefund } from './provider.ts'
import { askProviderJson, type AskProvider } from './request.ts'

const api = 'https://api.flutterwave.com'
// NOTE: what an account takes depends on its country and on what was agreed; EGP and MWK were found in no page of Flutterwave
const currencies = 'EGP EUR GBP GHS KES MWK NGN RWF TZS UGX USD XAF XOF ZAR ZMW'.split(' ')

const makeAsk =
  ({ keys, mode, origin = api }: ProviderOptions): AskProvider =>
  async ({ path, body, answers }) => {
    const key = keys['secretKey'] ?? ''
    if (key.startsWith('FLWSECK_TEST') !== (mode === 'sandbox'))
      throw makeOutage('forbidden', 'the key of Flutterwave is not of this mode')
    return askProviderJson({ url: `${origin}/v3${path}`, headers: { authorization: `Bearer ${key}` }, body, answers })
  }

const bodyOf = (charge: Charge, urls: PayUrls): object => {
  const { firstName, lastName, email, mobile } = charge.payer
  return {
    tx_ref: charge.id,
    amount: formatDecimal(charge),
    currency: charge.currency,
    redirect_url: urls.returnUrl,
    customer: { email, name: `${firstName} ${lastName}`.trim(), phonenumber: mobile || undefined },
    customizations: { title: charge.description },
    meta: { payment_id: charge.id },
  }
}

const states: Readonly<Record<string, Outcome['state']>> = { successful: 'paid', failed: 'failed' }
const stateOf = (transaction: unknown): Outcome['state'] => states[readText(transaction, 'status') ?? ''] ?? 'pending'

const outcomeOf = (transaction: unknown, charge: Charge): Outcome => {
  if (readText(transaction, 'tx_ref') !== charge.id)
    throw makeOutage('refused', 'Flutterwave’s transaction is about another payment')
  const currency = readText(transaction, 'currency') ?? ''
  // without the fee that the payer may bear
  const amountMinor = readDecimal(readField(transaction, 'amount'), currency)
  if (amountMinor === null) throw makeOutage('unavailable', 'Flutterwave answered no amount')
  return { state: stateOf(transaction), amountMinor, currency, providerTxn: readName(transaction, 'id') }
}

/** After a card that failed the page takes another, under the same reference: the one that went through, if any. */
const findSuccess = async (ask: AskProvider, charge: Charge): Promise<unknown> => {
  const { json } = await ask({ path: `/transactions?${new URLSearchParams({ tx_ref: charge.id, status: 'successful' })}` })
  const isIt = (one: unknown): boolean => readText(one, 'tx_ref') === charge.id && stateOf(one) === 'paid'
  const id = readName(readList(json, 'data').find(isIt), 'id')
  if (id === null) return null
  return readField((await ask({ path: `/transactions/${encodeURIComponent(id)}/verify` })).json, 'data')
}

const makeStatus =
  (ask: AskProvider): PaymentAdapter['fetchStatus'] =>
  async (charge) => {
    const path = `/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: charge.id })}`
    const { status, json } = await ask({ path, answers: [400, 404] })
    // there is no transaction before somebody tries to pay
    if (status !== 200) return makeOutcome(charge, 'pending')
    const outcome = outcomeOf(readField(json, 'data'), charge)
    if (outcome.state !== 'failed') return outcome
    const success = await findSuccess(ask, charge)
    return success === null ? outcome : outcomeOf(success, charge)
  }

/** Whether the sender knows the secret hash: shown as it is, or used to sign these bytes (as of version 4). */
const isGenuine = ({ headers, body }: Pick<RawRequest, 'headers' | 'body'>, secretHash: string): boolean => {
  if (secretHash === '') return false
  const signature = headers['flutterwave-signature']
  if (signature !== undefined) return isSame(signature, computeHmac('sha256', secretHash, body).toString('base64'))
  return isSame(headers['verif-hash'] ?? '', secretHash)
}

/** A transaction tells each of its states once; what has no number is known by its bytes. */
const noticeOf = (event: unknown, body: Buffer) => {
  // older accounts get the transaction itself, with other names
  const data = readField(event, 'data') ?? event
  const [id, reference] = [readName(data, 'id'), readText(data, 'tx_ref') ?? readText(data, 'txRef')]
  const name = readText(event, 'event') ?? readText(event, 'event.type') ?? 'notice'
  const eventId = id === null ? computeHash('sha256', body).toString('hex') : `${id}-${readText(data, 'status') ?? ''}`
  return { eventId: `${name}-${eventId}`, type: name, paymentId: reference, providerRef: reference, confirmed: null }
}

const makeReader =
  ({ keys }: ProviderOptions): PaymentAdapter['readNotice'] =>
  async (request) => {
    if (request.method !== 'POST' || !isGenuine(request, keys['secretHash'] ?? '')) return null
    const event = parseJson(request.body.toString())
    return typeof event === 'object' && event !== null ? noticeOf(event, request.body) : null
  }

/** `completed` alone says that it was begun; `completed-momo` and the like that the money is there. */
const refundStateOf = (refund: unknown): RefundResult['state'] => {
  const status = readText(refund, 'status') ?? ''
  if (status === 'failed') return 'failed'
  const meta = readField(refund, 'meta')
  const paidOut = readText(typeof meta === 'string' ? parseJson(meta) : meta, 'disburse_status')
  if (paidOut === 'failed') return 'failed'
  return status.startsWith('completed-') || (status === 'completed' && paidOut === 'successful') ? 'done' : 'pending'
}

const refundedOf = (refund: unknown): RefundResult => {
  const ref = readName(refund, 'id')
  if (ref === null) throw makeOutage('unavailable', 'Flutterwave answered no refund')
  return { ref, state: refundStateOf(refund) }
}

const listRefunds = async (ask: AskProvider, txn: string): Promise<unknown[]> => {
  const { json } = await ask({ path: `/refunds?${new URLSearchParams({ tx_id: txn })}` })
  return readList(json, 'data').filter((refund) => (readName(refund, 'tx_id') ?? readName(refund, 'TransactionId')) === txn)
}

const readRefunded = (refund: unknown, currency: string): bigint | null =>
  readDecimal(readField(refund, 'amount_refunded') ?? readField(refund, 'AmountRefunded'), currency)

/** Few answers bear our note: of the others it is not known whose they are. */
const readRefund = (refund: unknown, currency: string): Reversal => {
  const reason = readText(refund, 'comments') ?? ''
  return {
    kind: 'refund',
    ref: readName(refund, 'id') ?? '',
    refundId: /^Refund (\w+)$/.exec(reason)?.[1],
    amountMinor: readRefunded(refund, currency) ?? 0n,
    currency,
    state: refundStateOf(refund),
    reason,
    dueAt: null,
  }
}

const makeReversals =
  (ask: AskProvider): ListReversals =>
  async ({ providerTxn, currency }) =>
    (await listRefunds(ask, providerTxn)).map((refund) => readRefund(refund, currency))

const makeRefund =
  (ask: AskProvider): SendRefund =>
  async (charge, amountMinor, refundId) => {
    const { providerTxn: txn, currency } = charge
    const note = `Refund ${refundId}`
    // few answers bear our note, so there may be only one; but one that failed, and is known to be of another try, is none
    const isOver = (refund: unknown): boolean =>
      refundStateOf(refund) === 'failed' && (readText(refund, 'comments') ?? note) !== note
    const earlier = (await listRefunds(ask, txn)).find((refund) => !isOver(refund))
    if (earlier !== undefined) {
      if (readRefunded(earlier, currency) === amountMinor) return refundedOf(earlier)
      throw makeOutage('refused', 'Flutterwave has given a part of this back')
    }
    // the amount as the number of JSON that it is, digit by digit
    const body = `{"amount":${formatDecimal(charge)},"comments":${JSON.stringify(note)}}`
    return refundedOf(readField((await ask({ path: `/transactions/${encodeURIComponent(txn)}/refund`, body })).json, 'data'))
  }

export const flutterwave = definePaymentProvider({
  name: 'flutterwave',
  keys: [
    secretKey('secretKey'),
    // of the webhook's settings; not the encryption key
    secretKey('secretHash'),
  ],
  currencies,
  // nothing would tell a second try of a part from a second refund
  refunds: 'whole',
  // they show a secret, which says nothing of what they say
  signedNotices: false,
  browser: {
    sandbox: { forms: ['https://checkout-v2.dev-flutterwave.com'] },
    live: { forms: ['https://checkout.flutterwave.com'] },
  },
  make: (options) => {
    const ask = makeAsk(options)
    return {
      createCheckout: async (charge, urls) => {
        if (charge.payer.email === '') throw makeOutage('refused', 'Flutterwave needs an e-mail address', 'provider_needs_email')
        const { json } = await ask({ path: '/payments', body: bodyOf(charge, urls) })
        const url = readUrl(json, 'data', 'link')
        if (url === null) throw makeOutage('unavailable', 'Flutterwave answered no checkout')
        return { providerRef: charge.id, kind: 'redirect', url }
      },
      readNotice: makeReader(options),
      fetchStatus: makeStatus(ask),
      listReversals: makeReversals(ask),
      refund: makeRefund(ask),
    }
  },
})
