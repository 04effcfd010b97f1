// Paytm (India): a token for its page, a form that goes there with it; notices with a checksum; orders and refunds by our ids.
import { readField, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentNotice, PayUrls, ProviderOptions, RawRequest, RefundResult } from '../ports-payments.ts'
import { formatDecimal, makeOutcome, readDecimal } from './amounts.ts'
import { computePaytmChecksum, isChecksumOf, joinFormValues } from './paytm-checksum.ts'
import { readJsonNotice } from './paytm-reversals.ts'
import { definePaymentProvider, secretKey, shownKey, type PaidCharge } from './provider.ts'
import { askProviderJson } from './request.ts'
import { shortenText } from './texts.ts'

const currency = 'INR'
/** The first is what new merchants get; those from before 2024 have the other, and say so by the key `host`. */
const hosts = {
  sandbox: ['securestage.paytmpayments.com', 'securegw-stage.paytm.in'],
  live: ['secure.paytmpayments.com', 'securegw.paytm.in'],
}

const baseOf = ({ keys, mode, origin }: ProviderOptions): string => {
  if (origin !== undefined) return origin
  const host = keys['host'] || hosts[mode][0]
  if (host === undefined || !hosts[mode].includes(host))
    throw makeOutage('forbidden', `the host of Paytm is none of ${mode} mode`)
  return `https://${host}`
}

const merchantOf = ({ keys }: ProviderOptions) => ({ mid: keys['merchantId'] ?? '', key: keys['merchantKey'] ?? '' })

const makeCaller =
  (options: ProviderOptions) =>
  async (path: string, fields: object): Promise<unknown> => {
    const { mid, key } = merchantOf(options)
    const body = JSON.stringify({ mid, ...fields })
    // the checksum is of these very characters
    const request = `{"head":{"signature":${JSON.stringify(computePaytmChecksum(body, key))}},"body":${body}}`
    const { json } = await askProviderJson({ url: `${baseOf(options)}${path}`, body: request })
    return readField(json, 'body')
  }
type Call = ReturnType<typeof makeCaller>

const readStatus = (body: unknown): string | null => readText(body, 'resultInfo', 'resultStatus')

/** Its examples write an Indian number as ten digits; what is not known, or of another country, is left out. */
const userOf = ({ payer }: Charge) => {
  const mobile = /^\+91(\d{10})$/.exec(payer.mobile)?.[1]
  return {
    custId: shortenText(payer.id, 64),
    mobile,
    email: payer.email || undefined,
  }
}

/** Paytm gives the same token again for the same order, until somebody has tried to pay it. */
const askToken = async (call: Call, charge: Charge, urls: PayUrls, { keys, mode }: ProviderOptions): Promise<string> => {
  const { id } = charge
  const websiteName = keys['websiteName'] || (mode === 'sandbox' ? 'WEBSTAGING' : 'DEFAULT')
  const body = await call(
    `/theia/api/v1/initiateTransaction?${new URLSearchParams({ mid: keys['merchantId'] ?? '', orderId: id })}`,
    {
      requestType: 'Payment',
      websiteName,
      orderId: id,
      // the browser is sent back there, with a form; Paytm's own notices go to the address in its dashboard
      callbackUrl: urls.returnUrl,
      txnAmount: { value: formatDecimal(charge), currency },
      userInfo: userOf(charge),
    },
  )
  const [status, token] = [readStatus(body), readText(body, 'txnToken')]
  if (status === 'S' && token !== null) return token
  throw makeOutage(status === 'F' ? 'refused' : 'unavailable', 'Paytm gave no token')
}

const readNotice = async ({ method, body }: RawRequest, options: ProviderOptions): Promise<PaymentNotice | null> => {
  if (method !== 'POST') return null
  if (body.toString('utf8', 0, 1) === '{') return readJsonNotice(body, options.keys)
  const { mid, key } = merchantOf(options)
  const form = new URLSearchParams(body.toString('utf8'))
  if (!isChecksumOf(joinFormValues(form), key, form.get('CHECKSUMHASH') ?? '') || form.get('MID') !== mid) return null
  const orderId = form.get('ORDERID') ?? ''
  if (orderId === '') return null
  const eventId = `${form.get('TXNID') || orderId}-${form.get('STATUS')}`
  return { eventId, paymentId: orderId, providerRef: orderId, confirmed: null }
}

/** No order of this name: nobody has tried to pay it yet. NOTE: the codes are from memory of its documentation. */
const unknownOrder = ['331', '334']

const stateOf = (body: unknown): Outcome['state'] => {
  const status = readStatus(body)
  if (status === 'TXN_SUCCESS') return 'paid'
  if (unknownOrder.includes(String(readField(body, 'resultInfo', 'resultCode')))) return 'pending'
  if (status === 'NO_RECORD_FOUND' || status === 'PENDING') return 'pending'
  if (status === 'TXN_FAILURE') return 'failed'
  throw makeOutage('unavailable', 'Paytm did not take the question')
}

const fetchStatus = async (call: Call, charge: Charge, options: ProviderOptions): Promise<Outcome> => {
  const body = await call('/v3/order/status', { orderId: charge.id })
  const state = stateOf(body)
  if (state !== 'paid') return makeOutcome(charge, state)
  const isOurs = readText(body, 'orderId') === charge.id && readText(body, 'mid') === merchantOf(options).mid
  const amountMinor = readDecimal(readField(body, 'txnAmount'), currency)
  if (!isOurs || amountMinor === null) throw makeOutage('unavailable', 'Paytm answered about something else')
  return { state, amountMinor, currency, providerTxn: String(readField(body, 'txnId')) }
}

const refundStates: Readonly<Record<string, RefundResult['state']>> = {
  TXN_SUCCESS: 'done',
  PENDING: 'pending',
  TXN_FAILURE: 'failed',
}

const refundedOf = (body: unknown, refId: string): RefundResult => {
  const state = refundStates[readStatus(body) ?? '']
  if (!state) throw makeOutage('unavailable', 'Paytm did not take the question about a refund')
  return { ref: String(readField(body, 'refundId') ?? refId), state }
}

/**
 * Asks first what became of a refund of this name (`failed` when there is none): Paytm takes no name twice, and works on one
 * for days. NOTE: /refund/apply is the path of Paytm's own kits; notes of others have /v2/refund/apply.
 */
const refund = async (call: Call, charge: PaidCharge, amountMinor: bigint, refId: string): Promise<RefundResult> => {
  const order = { orderId: charge.id, refId }
  const ask = async (): Promise<RefundResult> => refundedOf(await call('/v2/refund/status', order), refId)
  const earlier = await ask()
  if (earlier.state !== 'failed') return earlier
  const refundAmount = formatDecimal({ amountMinor, currency })
  const fields = { txnType: 'REFUND', txnId: charge.providerTxn, refundAmount, ...order }
  const now = refundedOf(await call('/refund/apply', fields), refId)
  // refused, perhaps because another try of the same name came first
  return now.state === 'failed' ? ask() : now
}

const formsOf = (mode: ProviderOptions['mode']) => ({ forms: hosts[mode].map((host) => `https://${host}`) })

export const paytm = definePaymentProvider({
  name: 'paytm',
  keys: [
    shownKey('merchantId'),
    secretKey('merchantKey'),
    { ...shownKey('websiteName'), optional: true },
    { ...shownKey('host'), optional: true },
  ],
  currencies: [currency],
  refunds: 'part',
  signedNotices: true,
  browser: { sandbox: formsOf('sandbox'), live: formsOf('live') },
  make: (options) => {
    const call = makeCaller(options)
    return {
      createCheckout: async (charge, urls) => {
        const txnToken = await askToken(call, charge, urls, options)
        const { mid } = merchantOf(options)
        const query = new URLSearchParams({ mid, orderId: charge.id })
        const action = `${baseOf(options)}/theia/api/v1/showPaymentPage?${query}`
        return { providerRef: charge.id, kind: 'form', action, fields: Object.entries({ mid, orderId: charge.id, txnToken }) }
      },
      readNotice: (request) => readNotice(request, options),
      fetchStatus: (charge) => fetchStatus(call, charge, options),
      refund: (charge, amountMinor, refundId) => refund(call, charge, amountMinor, refundId),
    }
  },
})
