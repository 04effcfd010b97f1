// SecurePay (Australia Post): its card fields on our page give a token, which is charged here by the REST API, version 2.
//
// The page: the script element must have the id of `settings.scriptId`; it defines the global `securePayUI`. With a container:
//   const ui = new securePayUI.init({ containerId, scriptId, clientId, merchantCode, card: {
//     onFormValidityChange: (isValid) => …, onTokeniseSuccess: (card) => complete(card.token),
//     onTokeniseError: (errors) => showError() },            // `errors` is JSON text: { errors: [{ code, detail }] }
//     onLoadComplete: () => … })
//   ui.tokenise()                                           // on our own button; `ui.reset()` empties the fields
// `card.token` is the token for completeEmbed, single use. All settings are texts; `amount` is in cents.
import { readField, readName, readText } from '../fields.ts'
import { isOutage, makeOutage } from '../ports.ts'
import type { Charge, Outcome, ProviderOptions, RefundResult } from '../ports-payments.ts'
import { makeOutcome, readMinor, toJsonNumber } from './amounts.ts'
import { definePaymentProvider, secretKey, shownKey } from './provider.ts'
import { hostsOf, makeSecurepayApi, type SecurepayApi } from './securepay-api.ts'

const currency = 'AUD'
const scriptId = 'securepay-ui-js'
/** A token whose fate is not known may be sent again for so long. */
const unsureMs = 3_600_000

const stateOf: Readonly<Record<string, Outcome['state']>> = { paid: 'paid', failed: 'failed' }

/** An older address in the newer form is written in the older one. */
const addressOf = ({ payer }: Charge): string => payer.ip.replace(/^::ffff:/i, '') || '127.0.0.1'

const outcomeOf = (answer: unknown, { id }: Charge, { keys }: ProviderOptions): Outcome => {
  const [state, amountMinor] = [stateOf[readText(answer, 'status') ?? ''], readMinor(readField(answer, 'amount'))]
  const isOurs =
    readText(answer, 'orderId') === id && (readText(answer, 'merchantCode') ?? keys['merchantCode']) === keys['merchantCode']
  if (state === undefined || amountMinor === null || !isOurs) {
    throw makeOutage('unavailable', 'SecurePay did not say what became of the payment')
  }
  const providerTxn = state === 'paid' ? (readName(answer, 'bankTransactionId') ?? id) : null
  return { state, amountMinor, currency: readText(answer, 'currency') ?? currency, providerTxn }
}

type Sent = { token: string; ip: string }

/** The same key answers the same: whoever comes again, with whatever card, is told what the first time brought. */
const charge = async (api: SecurepayApi, given: Charge, sent: Sent, options: ProviderOptions): Promise<Outcome | null> => {
  const body = { amount: toJsonNumber(given.amountMinor.toString()), ...sent, orderId: given.id }
  const answer = await api.post('/payments', body, given.id)
  return answer === null ? null : outcomeOf(answer, given, options)
}

/**
 * The API knows no way to ask but to send the very same again, so that what was sent is kept as the payment's providerTxn,
 * with the moment of it, while the answer is missing.
 */
const unsureOf = ({ token, ip }: Sent, now: Date): string => `unsure:${now.getTime()}:${token}:${ip}`

const readUnsure = (providerTxn: string | null): (Sent & { at: number }) | null => {
  const [, at = '', token = '', ip = ''] = /^unsure:(\d{1,15}):([^:]+):(.*)$/.exec(providerTxn ?? '') ?? []
  return token === '' ? null : { at: Number(at), token, ip }
}

const completeEmbed = async (api: SecurepayApi, given: Charge, token: string, options: ProviderOptions): Promise<Outcome> => {
  if (!/^[\w.+/=-]{4,500}$/.test(token)) throw makeOutage('refused', 'this is no token of SecurePay’s')
  const unsure = readUnsure(given.providerTxn)
  const earlier = unsure && (await charge(api, given, { token: unsure.token, ip: unsure.ip }, options))
  if (earlier) return earlier
  await api.signIn()
  const sent = { token, ip: addressOf(given) }
  const outcome = await charge(api, given, sent, options).catch((error: unknown): Outcome => {
    if (isOutage(error) && error.outage === 'unavailable') {
      return { ...makeOutcome(given, 'pending'), providerTxn: unsureOf(sent, options.now()) }
    }
    throw error
  })
  if (outcome === null) throw makeOutage('refused', 'SecurePay refused the request')
  return outcome
}

const fetchStatus = async (api: SecurepayApi, given: Charge, options: ProviderOptions): Promise<Outcome> => {
  const unsure = readUnsure(given.providerTxn)
  // a name of its money is only there since SecurePay said that it took all of it, and cannot be asked for again
  if (!unsure) return makeOutcome(given, given.providerTxn === null ? 'pending' : 'paid')
  if (options.now().getTime() - unsure.at > unsureMs) return makeOutcome(given, 'expired')
  const { token, ip } = unsure
  // refused under the same key: the token was never taken, and no longer can be
  return (await charge(api, given, { token, ip }, options)) ?? makeOutcome(given, 'failed')
}

const refundStates: Readonly<Record<string, RefundResult['state']>> = {
  paid: 'done',
  failed: 'failed',
  unknown: 'pending',
}

const browserOf = (host: string) => ({ scripts: [host], frames: [host], connects: [host] })

export const securepay = definePaymentProvider({
  name: 'securepay',
  keys: [shownKey('merchantCode'), shownKey('clientId'), secretKey('clientSecret')],
  currencies: [currency],
  refunds: 'part',
  // there are none: the charge's own answer says what happened
  signedNotices: false,
  browser: { sandbox: browserOf(hostsOf.sandbox.api), live: browserOf(hostsOf.live.api) },
  make: (options) => {
    const api = makeSecurepayApi(options)
    return {
      createCheckout: async (given) => {
        const settings = {
          scriptId,
          clientId: options.keys['clientId'] ?? '',
          merchantCode: options.keys['merchantCode'] ?? '',
          amount: given.amountMinor.toString(),
          currency,
        }
        const script = `${hostsOf[options.mode].api}/v3/ui/client/securepay-ui.min.js`
        return { providerRef: given.id, kind: 'embed', script, settings }
      },
      completeEmbed: (given, token) => completeEmbed(api, given, token, options),
      readNotice: async () => null,
      fetchStatus: (given) => fetchStatus(api, given, options),
      refund: async (given, amountMinor, refundId) => {
        if (readUnsure(given.providerTxn)) throw makeOutage('refused', 'SecurePay took no money for this')
        const body = { amount: toJsonNumber(amountMinor.toString()), ip: addressOf(given) }
        const answer = await api.post(`/orders/${encodeURIComponent(given.id)}/refunds`, body, refundId)
        if (answer === null) throw makeOutage('refused', 'SecurePay refused the refund')
        const state = refundStates[readText(answer, 'status') ?? '']
        if (!state) throw makeOutage('unavailable', 'SecurePay did not say what became of the refund')
        return { ref: readName(answer, 'bankTransactionId') ?? refundId, state }
      },
    }
  },
})
