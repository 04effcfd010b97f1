// PayFast (South Africa): a signed form to its page; its notices (ITN) are signed and confirmed by asking it back.
import type { Charge, Outcome, PaymentAdapter, PaymentNotice, PayUrls, ProviderOptions, Reversal } from '../ports-payments.ts'
import { formatDecimal, makeOutcome, readDecimal } from './amounts.ts'
import { encodePhpUrl, hashMd5, isSame } from './digests.ts'
import { makePayfastApi, type PayfastApi } from './payfast-api.ts'
import { definePaymentProvider, secretKey, shownKey, type PaidCharge } from './provider.ts'
import { askProvider } from './request.ts'
import { shortenText } from './texts.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

const currency = 'ZAR'
const siteOf = { sandbox: 'https://sandbox.payfast.co.za', live: 'https://www.payfast.co.za' }
const stateOf: Readonly<Record<string, Outcome['state']>> = {
  COMPLETE: 'paid',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

const stringOf = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${encodePhpUrl(value)}`).join('&')

/** The md5 of the pairs in their order and the passphrase. @internal */
export const signPairs = (pairs: Pairs, passphrase: string): string =>
  hashMd5(passphrase === '' ? stringOf(pairs) : `${stringOf(pairs)}&passphrase=${encodePhpUrl(passphrase)}`)

/** The fields in PayFast's own order, those without a value left out. */
const fieldsOf = (charge: Charge, urls: PayUrls, { keys }: ProviderOptions): Pairs => {
  const { id, payer, description } = charge
  const fields: Pairs = [
    ['merchant_id', keys['merchantId'] ?? ''],
    ['merchant_key', keys['merchantKey'] ?? ''],
    ['return_url', urls.returnUrl],
    ['cancel_url', urls.cancelUrl],
    ['notify_url', urls.webhookUrl],
    ['name_first', shortenText(payer.firstName, 100)],
    ['name_last', shortenText(payer.lastName, 100)],
    ['email_address', payer.email],
    ['m_payment_id', id],
    ['amount', formatDecimal(charge)],
    ['item_name', shortenText(description, 100)],
  ]
  return fields.map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '')
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** The fields in the order they came; null when they are not spelled as a form's. */
const readPairs = (body: Buffer): Pairs | null => {
  try {
    return body
      .toString('utf8')
      .split('&')
      .map((pair) => {
        const at = pair.includes('=') ? pair.indexOf('=') : pair.length
        return [decode(pair.slice(0, at)), decode(pair.slice(at + 1))] as const
      })
  } catch {
    return null
  }
}

/** What is signed: the fields before `signature`, which comes last. Null unless the signature is right. @internal */
export const readSigned = (body: Buffer, passphrase: string): Pairs | null => {
  const pairs = readPairs(body)
  const last = pairs?.at(-1)
  if (!pairs || last?.[0] !== 'signature') return null
  const signed = pairs.slice(0, -1)
  return isSame(last[1], signPairs(signed, passphrase)) ? signed : null
}

const outcomeOf = (fields: ReadonlyMap<string, string>): Outcome | null => {
  const state = stateOf[fields.get('payment_status') ?? '']
  const amountMinor = readDecimal(fields.get('amount_gross'), currency)
  if (state === undefined || amountMinor === null) return null
  return { state, amountMinor, currency, providerTxn: fields.get('pf_payment_id') ?? null }
}

const noticeOf = (fields: ReadonlyMap<string, string>): PaymentNotice | null => {
  const [paymentId, txn] = [fields.get('m_payment_id') ?? '', fields.get('pf_payment_id') ?? '']
  const confirmed = outcomeOf(fields)
  if (!confirmed || paymentId === '' || txn === '') return null
  const type = fields.get('payment_status') ?? null
  const amount = { amountMinor: confirmed.amountMinor, currency }
  return { eventId: `${paymentId}-${txn}-${type}`, type, amount, paymentId, providerRef: paymentId, confirmed }
}

/** As one sum, under a name that stays; known as ours by its amount. Of what banks take back PayFast tells by e-mail alone. */
const listReversals = async (api: PayfastApi, { providerTxn }: PaidCharge): Promise<Reversal[]> => {
  const amountMinor = await api.readRefunded(providerTxn)
  if (amountMinor === 0n) return []
  return [{ kind: 'refund', ref: `refund-${providerTxn}`, state: 'done', amountMinor, currency, reason: '', dueAt: null }]
}

const makeReader =
  ({ keys, mode, origin }: ProviderOptions): PaymentAdapter['readNotice'] =>
  // NOTE: the sender's address is not compared with PayFast's: behind a proxy it is another's, and its own word proves more
  async ({ method, body }) => {
    const signed = method === 'POST' ? readSigned(body, keys['passphrase'] ?? '') : null
    if (!signed) return null
    const fields = new Map(signed)
    const notice = fields.get('merchant_id') === keys['merchantId'] ? noticeOf(fields) : null
    if (!notice) return null
    const { text } = await askProvider({
      url: `${origin ?? siteOf[mode]}/eng/query/validate`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
      body: stringOf(signed),
    })
    return text.trim() === 'VALID' ? notice : null
  }

// its page goes on to this host; seen in public integrations, not in the documentation
const nextHost = 'https://payment.payfast.io'

export const payfast = definePaymentProvider({
  name: 'payfast',
  keys: [
    shownKey('merchantId'),
    secretKey('merchantKey'),
    // optional for PayFast, but without it anybody can sign, and its API answers nobody
    secretKey('passphrase'),
  ],
  currencies: [currency],
  // a part may need the person's bank account, and nothing would tell a second try from a second refund
  refunds: 'whole',
  signedNotices: true,
  browser: { sandbox: { forms: [siteOf.sandbox, nextHost] }, live: { forms: [siteOf.live, nextHost] } },
  make: (options) => {
    const api = makePayfastApi(options)
    return {
      createCheckout: async (charge, urls) => {
        const fields = fieldsOf(charge, urls, options)
        const signature = signPairs(fields, options.keys['passphrase'] ?? '')
        const action = `${options.origin ?? siteOf[options.mode]}/eng/process`
        return { providerRef: charge.id, kind: 'form', action, fields: [...fields, ['signature', signature]] }
      },
      readNotice: makeReader(options),
      fetchStatus: async (charge) => (await api.findPayment(charge)) ?? makeOutcome(charge, 'pending'),
      listReversals: (charge) => listReversals(api, charge),
      refund: ({ providerTxn }, amountMinor, refundId) => api.refund(providerTxn, amountMinor, refundId),
    }
  },
})
