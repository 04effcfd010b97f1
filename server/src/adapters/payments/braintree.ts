// Braintree: Hosted Fields on our page give a nonce, which is charged here by the vendor's library; signed notices about settling.
//
// The page: `script` and then, in this order, `settings.hostedFieldsScript` (and `settings.threeDSecureScript` when
// `settings.threeDSecure` is 'true') each add to the one global `braintree`:
//   const client = await braintree.client.create({ authorization: clientToken })
//   const fields = await braintree.hostedFields.create({ client, fields: { number: { container }, cvv: { container },
//     expirationDate: { container } } })       // each container an empty element of ours, filled with an iframe
//   const { nonce, details } = await fields.tokenize()                       // rejects with error.code and error.message
// With 3DS: const threeDS = await braintree.threeDSecure.create({ version: 2, client }); then
//   const checked = await threeDS.verifyCard({ amount, nonce, bin: details.bin, email,
//     onLookupComplete: (data, next) => next() }), and its `checked.nonce` takes the place of the nonce.
// `nonce` is the token for completeEmbed, single use, three hours. All settings are texts; `amount` is a decimal.
import { parseJson, readField } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentNotice, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { checkMoney, formatDecimal, makeOutcome, pickOutcome, readDecimal } from './amounts.ts'
import { makeBraintreeApi, type BraintreeApi, type Transaction } from './braintree-api.ts'
import { listReversals } from './braintree-reversals.ts'
import { computeHash, computeHmac, isSame } from './digests.ts'
import { definePaymentProvider, secretKey, shownKey, type PaidCharge } from './provider.ts'

const scripts = 'https://js.braintreegateway.com/web/3.136.0/js'

const stateOf: Readonly<Record<string, Outcome['state']>> = {
  submitted_for_settlement: 'paid',
  settling: 'paid',
  settled: 'paid',
  settlement_confirmed: 'paid',
  settlement_pending: 'pending',
  authorizing: 'pending',
  authorized: 'pending',
  authorization_expired: 'expired',
  processor_declined: 'failed',
  gateway_rejected: 'failed',
  failed: 'failed',
  settlement_declined: 'failed',
  voided: 'failed',
}

/** What a transaction of theirs says; null when it did not take the money for this charge. */
const outcomeOf = (theirs: Transaction | null, { id }: Charge): Outcome | null => {
  if (theirs?.orderId !== id || theirs.type !== 'sale') return null
  const currency = theirs.currencyIsoCode
  const [state, amountMinor] = [stateOf[theirs.status], readDecimal(theirs.amount, currency)]
  return state === undefined || amountMinor === null ? null : { state, amountMinor, currency, providerTxn: theirs.id }
}

const findOutcome = async (api: BraintreeApi, charge: Charge): Promise<Outcome | null> => {
  const known = charge.providerTxn === null ? null : outcomeOf(await api.find(charge.providerTxn), charge)
  if (known?.state === 'paid') return known
  const found = (await api.search(charge.id)).map((theirs) => outcomeOf(theirs, charge))
  return pickOutcome([known, ...found].filter((outcome) => outcome !== null)) ?? null
}

/** The currency is the merchant account's own: a charge in any other would silently be taken in that. */
const checkCurrency = async (api: BraintreeApi, charge: Charge): Promise<void> => {
  const currency = await api.getCurrency()
  checkMoney(charge, [currency])
}

const hasThreeDSecure = (clientToken: string): boolean =>
  readField(parseJson(Buffer.from(clientToken, 'base64').toString()), 'threeDSecureEnabled') === true

const completeEmbed = async (api: BraintreeApi, charge: Charge, nonce: string): Promise<Outcome> => {
  if (!/^[\w-]{8,200}$/.test(nonce)) throw makeOutage('refused', 'this is no nonce of Braintree’s')
  await checkCurrency(api, charge)
  const earlier = await findOutcome(api, charge)
  if (earlier?.state === 'paid' || earlier?.state === 'pending') return earlier
  const sold = await api.sell({
    amount: formatDecimal(charge),
    orderId: charge.id,
    paymentMethodNonce: nonce,
    options: { submitForSettlement: true },
    // the vendor's key for idempotency; a card that was declined may be followed by another
    apiRequestKey: computeHash('sha256', `${charge.id} ${nonce}`).toString('hex').slice(0, 32),
  })
  return outcomeOf(sold, charge) ?? makeOutcome(charge, 'pending')
}

/** The signed text of a notice: null unless the signature with our public key is right. @internal */
export const readSigned = (
  body: Buffer,
  { keys }: Pick<ProviderOptions, 'keys'>,
): { signature: string; payload: string } | null => {
  const form = new URLSearchParams(body.toString('utf8'))
  const [signatures, payload] = [form.get('bt_signature') ?? '', form.get('bt_payload') ?? '']
  const key = computeHash('sha1', keys['privateKey'] ?? '')
  const own = `${keys['publicKey']}|${computeHmac('sha1', key, payload).toString('hex')}`
  const signature = signatures.split('&').find((pair) => isSame(pair, own))
  return signature === undefined || payload === '' || !keys['privateKey'] ? null : { signature, payload }
}

const readNotice = async (api: BraintreeApi, request: RawRequest, options: ProviderOptions): Promise<PaymentNotice | null> => {
  const signed = request.method === 'POST' ? readSigned(request.body, options) : null
  const told = signed && (await api.readNotification(signed))
  if (!signed || told === null) return null
  // NOTE: no limit in time, as its own text is sent again for a day; whoever repeats it learns and changes nothing
  const theirs = told.transactionId === null ? null : await api.find(told.transactionId)
  return {
    eventId: computeHash('sha256', signed.payload).toString('hex'),
    type: told.kind,
    amount: told.amount,
    paymentId: (theirs?.type === 'sale' ? theirs.orderId : null) ?? null,
    providerRef: null,
    providerTxn: told.transactionId,
    confirmed: null,
  }
}

const refund = async (api: BraintreeApi, charge: PaidCharge, amountMinor: bigint, refundId: string) => {
  const theirs = await api.find(charge.providerTxn)
  if (theirs?.orderId !== charge.id) throw makeOutage('refused', 'Braintree took no money for this')
  const isWhole = readDecimal(theirs.amount, charge.currency) === amountMinor
  if (theirs.status === 'voided' && isWhole) return { ref: theirs.id, state: 'done' } as const
  if (['authorized', 'submitted_for_settlement', 'settlement_pending'].includes(theirs.status)) {
    if (!isWhole) throw makeOutage('unavailable', 'Braintree gives parts back only once the money has settled')
    return { ref: await api.void(theirs.id), state: 'done' } as const
  }
  const earlier = (await api.search(refundId)).find(({ type }) => type === 'credit')
  const credit =
    earlier ?? (await api.refund(theirs.id, { amount: formatDecimal({ ...charge, amountMinor }), orderId: refundId }))
  const hasFailed = ['failed', 'expired'].includes(stateOf[credit.status] ?? '')
  return { ref: credit.id, state: hasFailed ? ('failed' as const) : ('done' as const) }
}

// by the vendor's guide for Hosted Fields; the hosts of 3DS (Cardinal) are from memory: watch the browser's console in the sandbox
const hostsOf = (dot: string, songbird: string) => ({
  scripts: ['https://js.braintreegateway.com', 'https://assets.braintreegateway.com', `https://${songbird}.cardinalcommerce.com`],
  frames: ['https://assets.braintreegateway.com', 'https://*.cardinalcommerce.com'],
  connects: [
    `https://api.${dot}braintreegateway.com`,
    `https://client-analytics.${dot}braintreegateway.com`,
    `https://payments.${dot}braintree-api.com`,
    'https://*.cardinalcommerce.com',
  ],
  images: ['https://assets.braintreegateway.com'],
})

export const braintree = definePaymentProvider({
  name: 'braintree',
  keys: [shownKey('merchantId'), shownKey('publicKey'), secretKey('privateKey'), shownKey('merchantAccountId')],
  currencies: 'account',
  refunds: 'part',
  signedNotices: true,
  browser: { sandbox: hostsOf('sandbox.', 'songbirdstag'), live: hostsOf('', 'songbird') },
  make: (options) => {
    const api = makeBraintreeApi(options)
    return {
      createCheckout: async (charge) => {
        await checkCurrency(api, charge)
        const clientToken = await api.makeClientToken()
        const settings = {
          clientToken,
          hostedFieldsScript: `${scripts}/hosted-fields.min.js`,
          threeDSecureScript: `${scripts}/three-d-secure.min.js`,
          threeDSecure: String(hasThreeDSecure(clientToken)),
          amount: formatDecimal(charge),
          currency: charge.currency,
          email: charge.payer.email,
        }
        return { providerRef: charge.id, kind: 'embed', script: `${scripts}/client.min.js`, settings }
      },
      completeEmbed: (charge, token) => completeEmbed(api, charge, token),
      readNotice: (request) => readNotice(api, request, options),
      fetchStatus: async (charge) => (await findOutcome(api, charge)) ?? makeOutcome(charge, 'pending'),
      listReversals: (charge) => listReversals(api, charge),
      refund: (charge, amountMinor, refundId) => refund(api, charge, amountMinor, refundId),
    }
  },
})
