// Flutterwave (v3): its hosted page; notices that show the merchant's secret hash, and the transaction as the only word on it.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Outcome,
  PaymentNotice,
  PaymentProvider,
  PayUrls,
  ProviderOptions,
  RawRequest,
  RefundResult,
  Reversal,
} from '../ports.ts'
import { checkMoney, formatDecimal, readDecimal } from './amounts.ts'
import { computeHash, computeHmac, isSame } from './digests.ts'
import { readField, readList, readName, readText } from './fields.ts'
import { askProvider, readJson } from './request.ts'

const api = 'https://api.flutterwave.com'
// NOTE: what an account takes depends on its country and on what was agreed; EGP and MWK were found in no page of Flutterwave
const currencies = 'EGP EUR GBP GHS KES MWK NGN RWF TZS UGX USD XAF XOF ZAR ZMW'.split(' ')

type Call = { path: string; body?: string; answers?: readonly number[] }
type Answer = { status: number; json: unknown }
type Ask = (call: Call) => Promise<Answer>

const makeAsk =
  ({ keys, mode, origin = api }: ProviderOptions): Ask =>
  async ({ path, body, answers }) => {
    const key = keys['secretKey'] ?? ''
    if (key.startsWith('FLWSECK_TEST') !== (mode === 'sandbox')) {
      throw makeOutage('forbidden', 'the key of Flutterwave is not of this mode')
    }
    const { status, text } = await askProvider({
      url: `${origin}/v3${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
      ...(answers ? { answers } : {}),
    })
    return { status, json: readJson(text) }
  }

const bodyOf = (charge: Charge, urls: PayUrls): object => {
  const { firstName, lastName, email, mobile } = charge.payer
  return {
    tx_ref: charge.id,
    amount: formatDecimal(charge),
    currency: charge.currency,
    redirect_url: urls.returnUrl,
    customer: { email, name: `${firstName} ${lastName}`.trim(), ...(mobile === '' ? {} : { phonenumber: mobile }) },
    customizations: { title: charge.description },
    meta: { payment_id: charge.id },
  }
}

const states: Readonly<Record<string, Outcome['state']>> = { successful: 'paid', failed: 'failed' }
const stateOf = (transaction: unknown): Outcome['state'] => states[readText(transaction, 'status') ?? ''] ?? 'pending'

const outcomeOf = (transaction: unknown, charge: Charge): Outcome => {
  if (readText(transaction, 'tx_ref') !== charge.id) {
    throw makeOutage('refused', 'Flutterwave’s transaction is about another payment')
  }
  const currency = readText(transaction, 'currency') ?? ''
  // without the fee that the payer may bear
  const amountMinor = readDecimal(readField(transaction, 'amount'), currency)
  if (amountMinor === null) throw makeOutage('unavailable', 'Flutterwave answered no amount')
  return { state: stateOf(transaction), amountMinor, currency, providerTxn: readName(transaction, 'id') }
}

/** After a card that failed the page takes another, under the same reference: the one that went through, if any. */
const findSuccess = async (ask: Ask, charge: Charge): Promise<unknown> => {
  const { json } = await ask({ path: `/transactions?${new URLSearchParams({ tx_ref: charge.id, status: 'successful' })}` })
  const isIt = (one: unknown): boolean => readText(one, 'tx_ref') === charge.id && stateOf(one) === 'paid'
  const id = readName(readList(json, 'data').find(isIt), 'id')
  if (id === null) return null
  return readField((await ask({ path: `/transactions/${encodeURIComponent(id)}/verify` })).json, 'data')
}

const makeStatus =
  (ask: Ask) =>
  async (charge: Charge): Promise<Outcome> => {
    const { id, amountMinor, currency, providerTxn } = charge
    const path = `/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: id })}`
    const { status, json } = await ask({ path, answers: [400, 404] })
    // there is no transaction before somebody tries to pay
    if (status !== 200) return { state: 'pending', amountMinor, currency, providerTxn }
    const outcome = outcomeOf(readField(json, 'data'), charge)
    if (outcome.state !== 'failed') return outcome
    const success = await findSuccess(ask, charge)
    return success === null ? outcome : outcomeOf(success, charge)
  }

const readEvent = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** Whether the sender knows the secret hash: shown as it is, or used to sign these bytes (as of version 4). @internal */
export const isGenuine = ({ headers, body }: Pick<RawRequest, 'headers' | 'body'>, secretHash: string): boolean => {
  if (secretHash === '') return false
  const signature = headers['flutterwave-signature']
  if (signature !== undefined) return isSame(signature, computeHmac('sha256', secretHash, body).toString('base64'))
  return isSame(headers['verif-hash'] ?? '', secretHash)
}

/** A transaction tells each of its states once; what has no number is known by its bytes. */
const noticeOf = (event: unknown, body: Buffer): PaymentNotice => {
  // older accounts get the transaction itself, with other names
  const data = readField(event, 'data') ?? event
  const [id, reference] = [readName(data, 'id'), readText(data, 'tx_ref') ?? readText(data, 'txRef')]
  const name = readText(event, 'event') ?? readText(event, 'event.type') ?? 'notice'
  const eventId = id === null ? computeHash('sha256', body).toString('hex') : `${id}-${readText(data, 'status') ?? ''}`
  return { eventId: `${name}-${eventId}`, type: name, paymentId: reference, providerRef: reference, confirmed: null }
}

const makeReader =
  ({ keys }: ProviderOptions) =>
  async (request: RawRequest): Promise<PaymentNotice | null> => {
    if (request.method !== 'POST' || !isGenuine(request, keys['secretHash'] ?? '')) return null
    const event = readEvent(request.body)
    return typeof event === 'object' && event !== null ? noticeOf(event, request.body) : null
  }

/** `completed` alone says that it was begun; `completed-momo` and the like that the money is there. */
const refundStateOf = (refund: unknown): RefundResult['state'] => {
  const status = readText(refund, 'status') ?? ''
  if (status === 'failed') return 'failed'
  const meta = readField(refund, 'meta')
  const paidOut = readText(typeof meta === 'string' ? readEvent(Buffer.from(meta)) : meta, 'disburse_status')
  if (paidOut === 'failed') return 'failed'
  return status.startsWith('completed-') || (status === 'completed' && paidOut === 'successful') ? 'done' : 'pending'
}

const refundedOf = (refund: unknown): RefundResult => {
  const ref = readName(refund, 'id')
  if (ref === null) throw makeOutage('unavailable', 'Flutterwave answered no refund')
  return { ref, state: refundStateOf(refund) }
}

/**
 * What was given back of the transaction. Few answers bear our note, so there may be only one; but one that failed, and is known
 * to be of another try, is none.
 */
const findRefund = async (ask: Ask, txn: string, note: string): Promise<unknown> => {
  const { json } = await ask({ path: `/refunds?${new URLSearchParams({ tx_id: txn })}` })
  const isOfIt = (refund: unknown): boolean => (readName(refund, 'tx_id') ?? readName(refund, 'TransactionId')) === txn
  const isOver = (refund: unknown): boolean =>
    refundStateOf(refund) === 'failed' && (readText(refund, 'comments') ?? note) !== note
  return readList(json, 'data').find((refund) => isOfIt(refund) && !isOver(refund))
}

/** Few answers bear our note: of the others it is not known whose they are. */
const readRefund = (refund: unknown, { currency }: Charge): Reversal => {
  const ours = /^Refund (\w+)$/.exec(readText(refund, 'comments') ?? '')?.[1]
  return {
    kind: 'refund',
    ref: readName(refund, 'id') ?? '',
    ...(ours === undefined ? {} : { refundId: ours }),
    amountMinor: readDecimal(readField(refund, 'amount_refunded') ?? readField(refund, 'AmountRefunded'), currency) ?? 0n,
    currency,
    state: refundStateOf(refund),
    reason: readText(refund, 'comments') ?? '',
    dueAt: null,
  }
}

const makeReversals =
  (ask: Ask) =>
  async (charge: Charge): Promise<Reversal[]> => {
    const { providerTxn: txn } = charge
    if (txn === null) return []
    const { json } = await ask({ path: `/refunds?${new URLSearchParams({ tx_id: txn })}` })
    const isOfIt = (refund: unknown): boolean => (readName(refund, 'tx_id') ?? readName(refund, 'TransactionId')) === txn
    return readList(json, 'data')
      .filter(isOfIt)
      .map((refund) => readRefund(refund, charge))
  }

const makeRefund =
  (ask: Ask) =>
  async (charge: Charge, amountMinor: bigint, refundId: string): Promise<RefundResult> => {
    const { providerTxn: txn, currency } = charge
    if (txn === null) throw makeOutage('refused', 'Flutterwave took no money for this')
    if (amountMinor !== charge.amountMinor) throw makeOutage('refused', 'Flutterwave is only asked for whole refunds')
    checkMoney({ amountMinor, currency }, currencies)
    const note = `Refund ${refundId}`
    const earlier = await findRefund(ask, txn, note)
    if (earlier !== undefined) {
      const given = readDecimal(readField(earlier, 'amount_refunded') ?? readField(earlier, 'AmountRefunded'), currency)
      if (given === amountMinor) return refundedOf(earlier)
      throw makeOutage('refused', 'Flutterwave has given a part of this back')
    }
    // the amount as the number of JSON that it is, digit by digit
    const body = `{"amount":${formatDecimal(charge)},"comments":${JSON.stringify(note)}}`
    return refundedOf(readField((await ask({ path: `/transactions/${encodeURIComponent(txn)}/refund`, body })).json, 'data'))
  }

const hosts = { sandbox: ['https://checkout-v2.dev-flutterwave.com'], live: ['https://checkout.flutterwave.com'] }

export const flutterwave: PaymentProvider = {
  name: 'flutterwave',
  keys: [
    { name: 'secretKey', secret: true },
    // of the webhook's settings; not the encryption key
    { name: 'secretHash', secret: true },
  ],
  currencies,
  // nothing would tell a second try of a part from a second refund
  refunds: 'whole',
  // they show a secret, which says nothing of what they say
  signedNotices: false,
  browser: {
    sandbox: { forms: hosts.sandbox, scripts: [], frames: [] },
    live: { forms: hosts.live, scripts: [], frames: [] },
  },
  make: (options) => {
    const ask = makeAsk(options)
    return {
      createCheckout: async (charge, urls) => {
        checkMoney(charge, currencies)
        if (charge.payer.email === '') throw makeOutage('refused', 'Flutterwave needs an e-mail address', 'provider_needs_email')
        const { json } = await ask({ path: '/payments', body: JSON.stringify(bodyOf(charge, urls)) })
        const url = readText(json, 'data', 'link')
        if (url === null || !URL.canParse(url)) throw makeOutage('unavailable', 'Flutterwave answered no checkout')
        return { providerRef: charge.id, kind: 'redirect', url }
      },
      readNotice: makeReader(options),
      fetchStatus: makeStatus(ask),
      listReversals: makeReversals(ask),
      refund: makeRefund(ask),
    }
  },
}
