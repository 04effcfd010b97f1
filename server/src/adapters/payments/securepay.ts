// SecurePay (Australia Post): its card fields on our page give a token, which is charged here by the REST API, version 2.
//
// The page: the script element must have the id of `settings.scriptId`; it defines the global `securePayUI`. With a container:
//   const ui = new securePayUI.init({ containerId, scriptId, clientId, merchantCode, card: {
//     onFormValidityChange: (isValid) => …, onTokeniseSuccess: (card) => complete(card.token),
//     onTokeniseError: (errors) => showError() },            // `errors` is JSON text: { errors: [{ code, detail }] }
//     onLoadComplete: () => … })
//   ui.tokenise()                                           // on our own button; `ui.reset()` empties the fields
// `card.token` is the token for completeEmbed, single use. All settings are texts; `amount` is in cents.
import { isOutage, makeOutage } from '../ports.ts'
import type { Charge, Outcome, PaymentProvider, ProviderOptions } from '../ports.ts'
import { checkMoney, readMinor } from './amounts.ts'
import { fieldOf, textOf } from './fields.ts'
import { nameOf } from './json.ts'
import { hostsOf, makeSecurepayApi } from './securepay-api.ts'
import type { SecurepayApi } from './securepay-api.ts'

const currency = 'AUD'
const scriptId = 'securepay-ui-js'
/** A token whose fate is not known may be sent again for so long. */
const unsureMs = 3_600_000

const stateOf: Readonly<Record<string, Outcome['state']>> = { paid: 'paid', failed: 'failed', unknown: 'pending' }

const pendingOf = ({ amountMinor, currency: own, providerTxn }: Charge): Outcome => ({
  state: 'pending',
  amountMinor,
  currency: own,
  providerTxn,
})

/** An older address in the newer form is written in the older one. */
const addressOf = ({ payer }: Charge): string => payer.ip.replace(/^::ffff:/i, '') || '127.0.0.1'

const outcomeOf = (answer: unknown, { id }: Charge, { keys }: ProviderOptions): Outcome => {
  const [state, amountMinor] = [stateOf[textOf(answer, 'status') ?? ''], readMinor(fieldOf(answer, 'amount'))]
  const isOurs =
    textOf(answer, 'orderId') === id && (textOf(answer, 'merchantCode') ?? keys['merchantCode']) === keys['merchantCode']
  if (state === undefined || amountMinor === null || !isOurs) {
    throw makeOutage('unavailable', 'SecurePay did not say what became of the payment')
  }
  return {
    state,
    amountMinor,
    currency: textOf(answer, 'currency') ?? currency,
    providerTxn: nameOf(answer, 'bankTransactionId') ?? id,
  }
}

/**
 * The same key answers the same: whoever comes again, with whatever card, is told what the first time brought. The API knows no
 * other way to ask, so that a token whose answer got lost is kept as the payment's providerTxn, with the moment of it.
 */
const charge = async (api: SecurepayApi, given: Charge, token: string, options: ProviderOptions): Promise<Outcome | null> => {
  // a safe number: checkMoney and the API's own limit are far below it
  const body = { amount: Number(given.amountMinor), token, ip: addressOf(given), orderId: given.id }
  const answer = await api.post('/payments', body, given.id)
  return answer === null ? null : outcomeOf(answer, given, options)
}

const completeEmbed = async (api: SecurepayApi, given: Charge, token: string, options: ProviderOptions): Promise<Outcome> => {
  checkMoney(given, [currency])
  if (!/^[\w.+/=-]{4,500}$/.test(token)) throw makeOutage('refused', 'this is no token of SecurePay’s')
  await api.signIn()
  const unsure = `unsure:${options.now().getTime()}:${token}`
  const outcome = await charge(api, given, token, options).catch((error: unknown): Outcome => {
    if (isOutage(error) && error.outage === 'unavailable') return { ...pendingOf(given), providerTxn: unsure }
    throw error
  })
  if (outcome === null) throw makeOutage('refused', 'SecurePay refused the request')
  return outcome
}

const fetchStatus = async (api: SecurepayApi, given: Charge, options: ProviderOptions): Promise<Outcome> => {
  const [, at, token] = /^unsure:(\d{1,15}):(.+)$/.exec(given.providerTxn ?? '') ?? []
  if (token === undefined) return pendingOf(given)
  if (options.now().getTime() - Number(at) > unsureMs) return { ...pendingOf(given), state: 'expired' }
  // refused under the same key: the token was never taken, and no longer can be
  return (await charge(api, given, token, options)) ?? { ...pendingOf(given), state: 'failed' }
}

const refundStates: Readonly<Record<string, 'done' | 'pending' | 'failed'>> = {
  paid: 'done',
  failed: 'failed',
  unknown: 'pending',
}

const browserOf = (host: string) => ({ forms: [], scripts: [host], frames: [host], connects: [host] })

export const securepay: PaymentProvider = {
  name: 'securepay',
  keys: [
    { name: 'merchantCode', secret: false },
    { name: 'clientId', secret: false },
    { name: 'clientSecret', secret: true },
  ],
  currencies: [currency],
  refunds: 'part',
  // there are none: the charge's own answer says what happened
  signedNotices: false,
  browser: { sandbox: browserOf(hostsOf.sandbox.api), live: browserOf(hostsOf.live.api) },
  make: (options) => {
    const api = makeSecurepayApi(options)
    return {
      createCheckout: async (given) => {
        checkMoney(given, [currency])
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
        checkMoney({ ...given, amountMinor }, [currency])
        if (given.providerTxn === null) throw makeOutage('refused', 'SecurePay took no money for this')
        const body = { amount: Number(amountMinor), ip: addressOf(given) }
        const answer = await api.post(`/orders/${encodeURIComponent(given.id)}/refunds`, body, refundId)
        if (answer === null) throw makeOutage('refused', 'SecurePay refused the refund')
        const state = refundStates[textOf(answer, 'status') ?? '']
        if (!state) throw makeOutage('unavailable', 'SecurePay did not say what became of the refund')
        return { ref: nameOf(answer, 'bankTransactionId') ?? refundId, state }
      },
    }
  },
}
