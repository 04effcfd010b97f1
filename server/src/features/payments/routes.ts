import { payTip as payTipEndpoint } from '@wayfare/contract/bookings-tip'
import * as contract from '@wayfare/contract/payments'
import * as adminContract from '@wayfare/contract/payments-admin'
import * as recordContract from '@wayfare/contract/payments-records'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { isNoAnswer } from '@wayfare/core/payments'
import { auditAlone } from '../../audit.ts'
import type { Config } from '../../config.ts'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type Exchange, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { checkPayment } from './commands-check.ts'
import { completePayment } from './commands-complete.ts'
import { payTip } from './commands-tip.ts'
import * as keys from './commands-keys.ts'
import type { KeyEditor } from './commands-keys.ts'
import { changeReversal, recordReversal } from './commands-records.ts'
import { refundPayment, retryRefund } from './commands-refunds.ts'
import { listProviderStates } from './present-keys.ts'
import * as queries from './queries.ts'
import { getPaymentDetail, listNotices, listPayments } from './queries-admin.ts'
import { exportPayments } from './queries-export.ts'

/** Our address as the provider should know it; null in production unless configured. */
const originOf = ({ publicOrigin, isHttps, isProduction }: Config, headers: Headers): string | null => {
  if (publicOrigin === null && isProduction) return null
  const origin = publicOrigin ?? `${isHttps ? 'https' : 'http'}://${headers.get('host') ?? ''}`
  if (!URL.canParse(origin)) throw new Refusal('bad_request')
  return new URL(origin).origin
}

const askingOf = (config: Config, actor: Actor, { headers, ip }: Exchange): commands.PaymentCaller => {
  const origin = originOf(config, headers)
  if (origin === null) throw new Refusal('no_provider_found')
  return { actor: getUser(actor), origin, ip }
}

const keeperOf = (config: Config, actor: Actor, { headers, sessionId }: Exchange): KeyEditor => ({
  actor: getUser(actor),
  sessionId,
  origin: originOf(config, headers),
})

const payerRoutes: readonly ServedRoute[] = [
  serveEndpoint(contract.getProviders)((deps) => queries.listProviders(deps)),
  serveEndpoint(contract.payBooking)((deps, actor, input, exchange) =>
    commands.payBooking(deps, askingOf(deps.config, actor, exchange), input),
  ),
  serveEndpoint(contract.topUpWallet)((deps, actor, input, exchange) =>
    commands.topUpWallet(deps, askingOf(deps.config, actor, exchange), input),
  ),
  serveEndpoint(payTipEndpoint)((deps, actor, input, exchange) => payTip(deps, askingOf(deps.config, actor, exchange), input)),
  serveEndpoint(contract.getPayment)((deps, actor, { id }) => queries.getPayment(deps, getUser(actor), id)),
  serveEndpoint(contract.getCheckout)((deps, actor, { id }) => queries.getCheckout(deps, getUser(actor), id)),
  serveEndpoint(contract.completePayment)((deps, actor, input, { ip }) =>
    completePayment(deps, { actor: getUser(actor), ip }, input),
  ),
]

const adminRoutes: readonly ServedRoute[] = [
  serveEndpoint(adminContract.listProviders)((deps, _actor, _input, { headers }) =>
    listProviderStates(deps, originOf(deps.config, headers)),
  ),
  serveEndpoint(adminContract.saveProviderKeys)((deps, actor, input, exchange) =>
    keys.saveProviderKeys(deps, keeperOf(deps.config, actor, exchange), input),
  ),
  serveEndpoint(adminContract.enableProvider)((deps, actor, input, exchange) =>
    keys.enableProvider(deps, keeperOf(deps.config, actor, exchange), input),
  ),
  serveEndpoint(adminContract.removeProviderKeys)((deps, actor, input, exchange) =>
    keys.removeProviderKeys(deps, keeperOf(deps.config, actor, exchange), input),
  ),
  serveFile(adminContract.exportPayments)((deps, actor, input) => exportPayments(deps, getUser(actor), input)),
  serveEndpoint(adminContract.listPayments)((deps, _actor, input) => listPayments(deps, input)),
  serveEndpoint(adminContract.getPaymentDetail)((deps, _actor, { id }) => getPaymentDetail(deps, id)),
  serveEndpoint(adminContract.replayPayment)(async (deps, actor, { id }) => {
    const { problem } = await checkPayment(deps, id)
    deps.log.info({ paymentId: id, by: getUser(actor).id }, 'a payment was asked about again')
    await auditAlone(deps, actor, { action: 'payments.replay', object: { kind: 'payment', id }, after: { problem } })
    if (isNoAnswer(problem)) throw new Refusal('provider_fetch_error', { reason: problem })
    return getPaymentDetail(deps, id)
  }),
  serveEndpoint(adminContract.refundPayment)((deps, actor, input) => refundPayment(deps, getUser(actor), input)),
  serveEndpoint(adminContract.retryRefund)((deps, actor, input) => retryRefund(deps, getUser(actor), input)),
  serveEndpoint(recordContract.recordReversal)((deps, actor, input) => recordReversal(deps, getUser(actor), input)),
  serveEndpoint(recordContract.changeReversal)((deps, actor, input) => changeReversal(deps, getUser(actor), input)),
  serveEndpoint(adminContract.listNotices)((deps, _actor, input) => listNotices(deps, input)),
]

export const routes: readonly ServedRoute[] = [...payerRoutes, ...adminRoutes]
