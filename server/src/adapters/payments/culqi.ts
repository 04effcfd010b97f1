// Culqi (Peru): its Checkout Custom on our page gives a token, which is charged here, server to server.
//
// The page: `script` defines the global class `CulqiCheckout`. With `settings` (all texts; `amount` in céntimos):
//   const culqi = new CulqiCheckout(publicKey, { settings: { title, currency, amount: Number(amount) }, client: { email },
//     options: { lang: 'auto', installments: false, modal: true, paymentMethods: { tarjeta: true, yape: true } } })
//   culqi.culqi = () => { if (culqi.token) { culqi.close(); complete(culqi.token.id) } else showError(culqi.error) }
//   culqi.open()
// `culqi.token.id` is the token for completeEmbed (single use, five minutes). When the answer is still `pending`, the bank
// wants to see the person first (3DS): load `settings.threeDsScript`, which defines `Culqi3DS`; set Culqi3DS.publicKey and
// Culqi3DS.settings = { charge: { totalAmount: Number(amount), currency, returnUrl: location.href }, card: { email } }, call
// Culqi3DS.initAuthentication(tokenId); it posts a message from our own origin to the window, with data.parameters3DS or
// data.error. Then complete again with JSON: { "token": tokenId, "authentication3ds": parameters3DS, "deviceId": … }, where
// deviceId (optional, but the same both times) is what `await Culqi3DS.generateDevice()` gave.
import { parseJson, readField, readName, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentNotice, ProviderOptions, RawRequest, Reversal } from '../ports-payments.ts'
import { makeOutcome, readMinor, toMoney } from './amounts.ts'
import { makeCulqiApi, type CulqiApi } from './culqi-api.ts'
import { computeHash } from './digests.ts'
import { definePaymentProvider, secretKey, shownKey, type PaidCharge } from './provider.ts'
import { shortenText } from './texts.ts'

const currencies = ['PEN', 'USD'] as const
/** In céntimos or cents, by its API's description. */
const least = 300n
const most = 999_900n

const threeDsFields = ['eci', 'xid', 'cavv', 'protocolVersion', 'directoryServerTransactionId'] as const

const checkCharge = (charge: Charge): void => {
  if (charge.amountMinor < least || charge.amountMinor > most)
    throw makeOutage('refused', 'Culqi takes from 3.00 to 9,999.00', 'provider_amount_range')
  if (!/^\S+@\S+$/.test(charge.payer.email) || charge.payer.email.length > 50) {
    throw makeOutage('refused', 'Culqi wants an e-mail address of at most 50 signs', 'provider_needs_email')
  }
}

/** What a charge of theirs says; null when it is not the one for us. */
const outcomeOf = (theirs: unknown, charge: Charge, { mode }: ProviderOptions): Outcome | null => {
  const id = readText(theirs, 'id') ?? ''
  const amountMinor = readMinor(readField(theirs, 'amount'))
  const currency = readText(theirs, 'currency_code') ?? readText(theirs, 'currency')
  const prefix = mode === 'live' ? 'chr_live_' : 'chr_test_'
  if (readText(theirs, 'metadata', 'order_id') !== charge.id || !id.startsWith(prefix)) return null
  if (amountMinor === null || currency === null) return null
  const isPaid = readText(theirs, 'outcome', 'type') === 'venta_exitosa' && readField(theirs, 'capture') !== false
  return { state: isPaid ? 'paid' : 'failed', amountMinor, currency, providerTxn: id }
}

/** The charge that took the money, else one that did not; null when there is none. */
const findOutcome = async (api: CulqiApi, charge: Charge, options: ProviderOptions): Promise<Outcome | null> => {
  const known = charge.providerTxn === null ? null : outcomeOf(await api.getCharge(charge.providerTxn), charge, options)
  if (known?.state === 'paid') return known
  let failed = known
  for await (const theirs of api.listCharges(charge)) {
    const outcome = outcomeOf(theirs, charge, options)
    if (outcome?.state === 'paid') return outcome
    failed ??= outcome
  }
  return failed
}

type Token = { id: string; authentication: Record<string, string> | null; deviceId: string | null }

/** The token by itself, or with the result of 3DS. */
const readToken = (token: string, { mode }: ProviderOptions): Token => {
  const given = token.startsWith('{') ? parseJson(token) : { token }
  const id = readText(given, 'token') ?? ''
  const pattern = mode === 'live' ? /^(tkn|ype)_live_\w{8,40}$/ : /^(tkn|ype)_test_\w{8,40}$/
  if (!pattern.test(id)) throw makeOutage('refused', 'this is no token of Culqi’s for this mode')
  const pairs = threeDsFields.flatMap((name) => {
    const value = readName(given, 'authentication3ds', name)
    return value === null ? [] : [[name, value.slice(0, 300)] as const]
  })
  return {
    id,
    authentication: pairs.length === 0 ? null : Object.fromEntries(pairs),
    deviceId: readText(given, 'deviceId')?.slice(0, 300) ?? null,
  }
}

const isName = (name: string): boolean => /^[\p{L}][\p{L} .-]{1,49}$/u.test(name)

/** What helps to tell fraud; what its API would refuse is left out. */
const payerOf = ({ firstName, lastName, mobile }: Charge['payer'], deviceId: string | null): Record<string, string> => {
  const phone = mobile.replace(/\D/g, '')
  return {
    ...(isName(firstName) ? { first_name: firstName } : {}),
    ...(isName(lastName) ? { last_name: lastName } : {}),
    ...(phone.length >= 5 && phone.length <= 15 ? { phone_number: phone } : {}),
    ...(deviceId === null ? {} : { device_finger_print_id: deviceId }),
  }
}

const chargeBody = (charge: Charge, { id, authentication, deviceId }: Token) => ({
  // a safe number: at most 999,900
  amount: Number(charge.amountMinor),
  currency_code: charge.currency,
  email: charge.payer.email,
  source_id: id,
  capture: true,
  description: shortenText(charge.description.padEnd(5, '.'), 80),
  metadata: { order_id: charge.id },
  antifraud_details: payerOf(charge.payer, deviceId),
  ...(authentication ? { authentication_3DS: authentication } : {}),
})

const completeEmbed = async (api: CulqiApi, charge: Charge, token: Token, options: ProviderOptions): Promise<Outcome> => {
  // Culqi knows no idempotency keys: whoever comes again is told what the first time brought
  const earlier = await findOutcome(api, charge, options)
  if (earlier?.state === 'paid') return earlier
  const answer = await api.createCharge(chargeBody(charge, token))
  if (readText(answer, 'object') === 'charge') return outcomeOf(answer, charge, options) ?? makeOutcome(charge, 'pending')
  if (readText(answer, 'action_code') === 'REVIEW') return makeOutcome(charge, 'pending')
  return { ...makeOutcome(charge, 'failed'), providerTxn: readText(answer, 'charge_id') }
}

/** A charge says whose it is; a refund only of which charge, in either spelling. */
const aboutOf = (about: unknown): Pick<PaymentNotice, 'paymentId' | 'providerTxn'> | null => {
  const paymentId = readText(about, 'metadata', 'order_id')
  const chargeId = readText(about, 'charge_id') ?? readText(about, 'chargeId')
  return paymentId === null && chargeId === null ? null : { paymentId, providerTxn: chargeId }
}

/** For people to read; a refund does not name its currency. */
const amountOf = (about: unknown): PaymentNotice['amount'] => {
  const currency = readText(about, 'currency_code') ?? readText(about, 'currency') ?? ''
  return toMoney(readMinor(readField(about, 'amount')), currency)
}

/** Culqi signs nothing: a notice is only a reason to ask, and the hash of it the only name that nobody else can take. */
const readNotice = ({ method, body }: RawRequest): PaymentNotice | null => {
  const event = parseJson(body.toString())
  const data = readText(event, 'data')
  const about = data === null ? readField(event, 'data') : parseJson(data)
  const whose = aboutOf(about)
  if (method !== 'POST' || readText(event, 'object') !== 'event' || whose === null) return null
  const eventId = computeHash('sha256', body).toString('hex')
  return { eventId, type: readText(event, 'type'), amount: amountOf(about), ...whose, providerRef: null, confirmed: null }
}

/** Culqi gives back at once. Of what banks take back it tells by e-mail alone. */
const readRefund = (refund: unknown, currency: string): Reversal => {
  const [ref, amountMinor] = [readText(refund, 'id'), readMinor(readField(refund, 'amount'))]
  if (ref === null || amountMinor === null) throw makeOutage('unavailable', 'Culqi answered something else')
  // one of ours whose label did not arrive is known by its amount
  const refundId = readText(refund, 'metadata', 'refund_id') ?? undefined
  const reason = readText(refund, 'reason') ?? ''
  return { kind: 'refund', ref, refundId, state: 'done', amountMinor, currency, reason, dueAt: null }
}

const listReversals = async (api: CulqiApi, { providerTxn, currency }: PaidCharge): Promise<Reversal[]> => {
  const given = readMinor(readField(await api.getCharge(providerTxn), 'amount_refunded')) ?? 0n
  if (given === 0n) return []
  return (await api.listRefunds(providerTxn)).map((refund) => readRefund(refund, currency))
}

const refund = async (api: CulqiApi, { providerTxn: chargeId }: PaidCharge, amountMinor: bigint, refundId: string) => {
  const theirs = await api.getCharge(chargeId)
  const before = readMinor(readField(theirs, 'amount_refunded')) ?? 0n
  const earlier = before === 0n ? null : await api.findRefund({ chargeId, amountMinor, refundId })
  const ref = earlier?.id ?? (await api.createRefund(chargeId, amountMinor))
  // labelled at once: the next try finds it by this, and a refund without a label is one whose try ended here
  if (!earlier?.isLabelled) await api.labelRefund(ref, refundId)
  return { ref, state: 'done' } as const
}

// its widget's own frames and calls: seen in public integrations, to be watched in the browser's console in the sandbox
const browser = {
  scripts: ['https://js.culqi.com', 'https://checkout.culqi.com', 'https://3ds.culqi.com'],
  frames: ['https://js.culqi.com', 'https://checkout.culqi.com', 'https://3ds.culqi.com'],
  connects: ['https://js.culqi.com', 'https://api.culqi.com', 'https://secure.culqi.com', 'https://3ds.culqi.com'],
}

export const culqi = definePaymentProvider({
  name: 'culqi',
  keys: [shownKey('publicKey'), secretKey('secretKey')],
  currencies,
  refunds: 'part',
  signedNotices: false,
  browser: { sandbox: browser, live: browser },
  make: (options) => {
    const api = makeCulqiApi(options)
    return {
      createCheckout: async (charge) => {
        checkCharge(charge)
        api.checkKeys()
        const settings = {
          publicKey: options.keys['publicKey'] ?? '',
          title: shortenText(charge.description, 80),
          amount: charge.amountMinor.toString(),
          currency: charge.currency,
          email: charge.payer.email,
          threeDsScript: 'https://3ds.culqi.com',
        }
        return { providerRef: charge.id, kind: 'embed', script: 'https://js.culqi.com/checkout-js', settings }
      },
      completeEmbed: async (charge, token) => {
        checkCharge(charge)
        return completeEmbed(api, charge, readToken(token, options), options)
      },
      readNotice: async (request) => readNotice(request),
      fetchStatus: async (charge) => (await findOutcome(api, charge, options)) ?? makeOutcome(charge, 'pending'),
      listReversals: (charge) => listReversals(api, charge),
      refund: (charge, amountMinor, refundId) => refund(api, charge, amountMinor, refundId),
    }
  },
})
