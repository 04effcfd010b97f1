// LiqPay (Ukraine): a signed form to its page; a signed callback; its API for the status and the whole amount back.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Outcome,
  PaymentNotice,
  PayUrls,
  ProviderOptions,
  RawRequest,
  RefundResult,
  Reversal,
} from '../ports-payments.ts'
import { parseJson } from '../fields.ts'
import { formatDecimal, makeOutcome, readDecimal, readMoney } from './amounts.ts'
import { computeHash, isSame } from './digests.ts'
import { definePaymentProvider, secretKey, shownKey } from './provider.ts'
import { askProviderJson } from './request.ts'
import { shortenText } from './texts.ts'

const currencies = ['EUR', 'UAH', 'USD']
const site = 'https://www.liqpay.ua'
/** Of the API; it decides how the data is signed. */
const version = 7

/** Of the data exactly as it is sent, between two private keys: SHA-1 up to version 3, SHA3-256 since. @internal */
export const signData = (algorithm: 'sha1' | 'sha3-256', privateKey: string, data: string): string =>
  computeHash(algorithm, privateKey + data + privateKey).toString('base64')

const signed = (fields: object, { keys }: ProviderOptions): { data: string; signature: string } => {
  const text = JSON.stringify({ version, public_key: keys['publicKey'] ?? '', ...fields })
  const data = Buffer.from(text).toString('base64')
  return { data, signature: signData('sha3-256', keys['privateKey'] ?? '', data) }
}

/** What LiqPay says of a payment, in its own names. */
type Said = Partial<
  Record<
    | 'result'
    | 'status'
    | 'public_key'
    | 'order_id'
    | 'payment_id'
    | 'amount'
    | 'currency'
    | 'refund_amount'
    | 'err_code'
    | 'code',
    unknown
  >
>

const saidOf = (value: unknown): Said => (typeof value === 'object' && value !== null ? (value as Said) : {})

/** The content of a callback; null unless it is signed with this key, for this shop. */
const readCallback = (body: Buffer, { publicKey, privateKey = '' }: ProviderOptions['keys']): Said | null => {
  const form = new URLSearchParams(body.toString('utf8'))
  const [data, signature] = [form.get('data') ?? '', form.get('signature') ?? '']
  const isSigned = (['sha3-256', 'sha1'] as const).some((algorithm) => isSame(signature, signData(algorithm, privateKey, data)))
  if (!isSigned || data === '') return null
  const said = saidOf(parseJson(Buffer.from(data, 'base64').toString()))
  return said.public_key === publicKey ? said : null
}

const readNotice = async ({ method, body }: RawRequest, { keys }: ProviderOptions): Promise<PaymentNotice | null> => {
  const said = method === 'POST' ? readCallback(body, keys) : null
  if (typeof said?.order_id !== 'string' || said.order_id === '') return null
  const eventId = `${String(said.payment_id ?? said.order_id)}-${String(said.status)}`
  const amount = readMoney(said.amount, String(said.currency ?? ''))
  return { eventId, type: String(said.status), amount, paymentId: said.order_id, providerRef: said.order_id, confirmed: null }
}

const paid = ['success', 'sandbox', 'wait_compensation']
const failed = ['failure', 'error', 'reversed']

const stateOf = ({ status }: Said, mode: ProviderOptions['mode']): Outcome['state'] => {
  if (status === 'sandbox' && mode === 'live') return 'failed'
  if (paid.includes(String(status))) return 'paid'
  return failed.includes(String(status)) ? 'failed' : 'pending'
}

const outcomeOf = (said: Said, charge: Charge, mode: ProviderOptions['mode']): Outcome => {
  const state = stateOf(said, mode)
  if (state !== 'paid') return makeOutcome(charge, state)
  const money = readMoney(said.amount, String(said.currency))
  if (money === null) throw makeOutage('unavailable', 'LiqPay answered no amount')
  return { state, ...money, providerTxn: String(said.payment_id) }
}

const makeApi = (options: ProviderOptions) => {
  const { keys, origin = site } = options
  const call = async (fields: object): Promise<Said> => {
    const body = new URLSearchParams(signed(fields, options))
    return saidOf((await askProviderJson({ url: `${origin}/api/request`, body })).json)
  }
  /** null: nobody has tried to pay this yet */
  const findPayment = async ({ id }: Charge): Promise<Said | null> => {
    const said = await call({ action: 'status', order_id: id })
    if ([said.err_code, said.code].includes('payment_not_found')) return null
    // an answer about no payment, such as to a wrong signature
    if (said.order_id !== id || said.public_key !== keys['publicKey']) {
      throw makeOutage('unavailable', 'LiqPay did not take the question')
    }
    return said
  }
  return { call, findPayment }
}

type Api = ReturnType<typeof makeApi>

/**
 * LiqPay knows no key for a try that comes again, but says when a payment was given back or is about to be.
 * NOTE: that one whose refund waits is called wait_reserve is from memory of its documentation.
 */
const refund = async ({ call, findPayment }: Api, charge: Charge, refundId: string): Promise<RefundResult> => {
  const before = await findPayment(charge)
  if (before?.status === 'reversed') return { ref: refundId, state: 'done' }
  if (before?.status === 'wait_reserve') return { ref: refundId, state: 'pending' }
  if (before === null || !paid.includes(String(before.status))) throw makeOutage('refused', 'LiqPay took no money for this')
  const said = await call({ action: 'refund', order_id: charge.id, amount: formatDecimal(charge) })
  if (said.status === 'reversed') return { ref: refundId, state: 'done' }
  // what it cannot pay from the shop's account yet waits there
  if (said.result === 'ok') return { ref: refundId, state: 'pending' }
  throw makeOutage('refused', 'LiqPay did not take the refund')
}

/** All that went back, as one sum: LiqPay names no single refund. It tells nothing of what banks take back. */
const listReversals = async ({ findPayment }: Api, charge: Charge): Promise<Reversal[]> => {
  const said = await findPayment(charge)
  const { currency } = charge
  const given = readDecimal(said?.refund_amount, currency)
  const amountMinor = given !== null && given > 0n ? given : said?.status === 'reversed' ? charge.amountMinor : 0n
  if (said === null || amountMinor === 0n) return []
  const ref = `refund-${String(said.payment_id)}`
  return [{ kind: 'refund', ref, amountMinor, currency, state: 'done', reason: '', dueAt: null }]
}

const fieldsOf = (charge: Charge, urls: PayUrls): object => ({
  action: 'pay',
  amount: formatDecimal(charge),
  currency: charge.currency,
  description: shortenText(charge.description, 255),
  order_id: charge.id,
  result_url: urls.returnUrl,
  server_url: urls.webhookUrl,
})

/** Keys of the sandbox say so in their names: none of them counts for the other mode. */
const checkKeys = ({ keys, mode }: ProviderOptions): void => {
  if ((keys['publicKey'] ?? '').startsWith('sandbox_') === (mode === 'sandbox')) return
  throw makeOutage('forbidden', `the public key of LiqPay is none of ${mode} mode`)
}

export const liqpay = definePaymentProvider({
  name: 'liqpay',
  keys: [shownKey('publicKey'), secretKey('privateKey')],
  currencies,
  refunds: 'whole',
  signedNotices: true,
  browser: { sandbox: { forms: [site] }, live: { forms: [site] } },
  make: (options) => {
    const api = makeApi(options)
    return {
      createCheckout: async (charge, urls) => {
        checkKeys(options)
        const { data, signature } = signed(fieldsOf(charge, urls), options)
        const action = `${options.origin ?? site}/api/3/checkout`
        const fields = [['data', data] as const, ['signature', signature] as const]
        return { providerRef: charge.id, kind: 'form', action, fields }
      },
      readNotice: (request) => readNotice(request, options),
      fetchStatus: async (charge) => {
        checkKeys(options)
        return outcomeOf((await api.findPayment(charge)) ?? {}, charge, options.mode)
      },
      listReversals: (charge) => listReversals(api, charge),
      refund: async (charge, _amountMinor, refundId) => {
        checkKeys(options)
        return refund(api, charge, refundId)
      },
    }
  },
})
