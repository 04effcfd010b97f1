// PayU Latam (WebCheckout): a signed form to its page; a confirmation says that something happened, its reports say what.
import { makeOutage } from '../ports.ts'
import type { Charge, PaymentNotice, PayUrls, ProviderOptions, RawRequest } from '../ports-payments.ts'
import { formatDecimal } from './amounts.ts'
import { computeHash, computeHmac, hashMd5, isSame } from './digests.ts'
import { makePayuApi } from './payulatam-api.ts'
import { definePaymentProvider, secretKey, shownKey } from './provider.ts'
import { shortenText } from './texts.ts'

const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'USD']
const checkoutOf = { sandbox: 'https://sandbox.checkout.payulatam.com', live: 'https://checkout.payulatam.com' }

/** The ways of signing, one of which an account has. */
type PayuAlgorithm = 'MD5' | 'SHA' | 'SHA256' | 'HMAC-SHA256'

/**
 * The API key and the values, joined by tildes, as a hash in hex; HMAC takes the account's secret key, which a few have.
 * @internal
 */
export const signValues = (algorithm: PayuAlgorithm, keys: ProviderOptions['keys'], values: readonly string[]): string => {
  const text = [keys['apiKey'] ?? '', ...values].join('~')
  if (algorithm === 'MD5') return hashMd5(text)
  if (algorithm === 'HMAC-SHA256') return computeHmac('sha256', keys['secretKey'] || (keys['apiKey'] ?? ''), text).toString('hex')
  return computeHash(algorithm === 'SHA' ? 'sha1' : 'sha256', text).toString('hex')
}

const algorithms: readonly PayuAlgorithm[] = ['MD5', 'SHA', 'SHA256', 'HMAC-SHA256']

/** The value as a confirmation signs it: of two decimals the second is dropped when it is a zero. */
const formatSignedValue = (value: string): string => (/\.\d0$/.test(value) ? value.slice(0, -1) : value)

/** The form of a confirmation; null unless it is signed with this key, for this merchant. */
const readConfirmation = (body: Buffer, keys: ProviderOptions['keys']): URLSearchParams | null => {
  const form = new URLSearchParams(body.toString('utf8'))
  const field = (name: string): string => form.get(name) ?? ''
  const merchantId = field('merchant_id')
  const values = [merchantId, field('reference_sale'), formatSignedValue(field('value')), field('currency'), field('state_pol')]
  const isSigned = algorithms.some((algorithm) => isSame(field('sign').toLowerCase(), signValues(algorithm, keys, values)))
  return isSigned && merchantId === keys['merchantId'] ? form : null
}

const readNotice = async ({ method, body }: RawRequest, { keys }: ProviderOptions): Promise<PaymentNotice | null> => {
  const form = method === 'POST' ? readConfirmation(body, keys) : null
  const reference = form?.get('reference_sale') ?? ''
  if (!form || reference === '') return null
  const eventId = `${form.get('transaction_id') ?? reference}-${form.get('state_pol')}`
  return { eventId, paymentId: reference, providerRef: reference, confirmed: null }
}

const fieldsOf = (charge: Charge, urls: PayUrls, { keys, mode }: ProviderOptions): [string, string][] => {
  const { id, currency, description, payer } = charge
  const merchantId = keys['merchantId'] ?? ''
  const amount = formatDecimal(charge)
  return [
    ['merchantId', merchantId],
    ['accountId', keys['accountId'] ?? ''],
    ['referenceCode', id],
    ['description', shortenText(description, 255)],
    ['amount', amount],
    ['tax', '0'],
    ['taxReturnBase', '0'],
    ['currency', currency],
    ['signature', signValues('SHA256', keys, [merchantId, id, amount, currency])],
    ['algorithmSignature', 'SHA256'],
    ['test', mode === 'sandbox' ? '1' : '0'],
    ['buyerEmail', payer.email],
    ['buyerFullName', shortenText(`${payer.firstName} ${payer.lastName}`.trim(), 150)],
    ['telephone', payer.mobile],
    ['responseUrl', urls.returnUrl],
    ['confirmationUrl', urls.webhookUrl],
  ]
}

export const payulatam = definePaymentProvider({
  name: 'payulatam',
  keys: [
    shownKey('merchantId'),
    shownKey('accountId'),
    secretKey('apiLogin'),
    secretKey('apiKey'),
    { ...secretKey('secretKey'), optional: true },
  ],
  currencies,
  // a part is not possible in every country, and nothing would tell a second try from a second refund
  refunds: 'whole',
  signedNotices: true,
  browser: { sandbox: { forms: [checkoutOf.sandbox] }, live: { forms: [checkoutOf.live] } },
  make: (options) => {
    const api = makePayuApi(options)
    return {
      createCheckout: async (charge, urls) => {
        // a field of the form that PayU demands
        if (charge.payer.email === '') throw makeOutage('refused', 'PayU needs an e-mail address', 'provider_needs_email')
        const action = `${options.origin ?? checkoutOf[options.mode]}/ppp-web-gateway-payu/`
        return { providerRef: charge.id, kind: 'form', action, fields: fieldsOf(charge, urls, options) }
      },
      readNotice: (request) => readNotice(request, options),
      fetchStatus: api.fetchStatus,
      listReversals: api.listReversals,
      refund: (charge, _amountMinor, refundId) => api.refund(charge, refundId),
    }
  },
})
