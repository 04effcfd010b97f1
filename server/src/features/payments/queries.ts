// The payers' reads: the providers on offer, and their own payments.
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from '../../deps.ts'
import { presentCheckout, presentPayment } from './present.ts'
import { listOffers } from './queries-keys.ts'
import { findPaymentRow } from './settle.ts'

/** The link leads to our own page, which checks the card form and leads on from there. */
export const listProviders = async (deps: Deps) =>
  (await listOffers(deps)).map(({ provider: { name } }) => ({ name, link: `/pay/${name}` }))

const getOwn = async (deps: Deps, actor: UserActor, id: string) => {
  const row = await findPaymentRow(deps.db, id)
  if (!row || (row.userId !== actor.id && actor.role !== 'admin')) throw new Refusal('not_found')
  return row
}

export const getPayment = async (deps: Deps, actor: UserActor, id: string) => presentPayment(await getOwn(deps, actor, id))

/** A payment for the live socket; null if it does not exist. */
export const findPayment = async (deps: Deps, id: string) => {
  const row = await findPaymentRow(deps.db, id)
  return row ? presentPayment(row) : null
}

export const getCheckout = async (deps: Deps, actor: UserActor, id: string) => {
  const row = await getOwn(deps, actor, id)
  if (row.status !== 'open' || row.checkout === null) throw new Refusal('wrong_step')
  return { payment: presentPayment(row), checkout: presentCheckout(row, row.checkout) }
}

/** What the page of a payment may load beside our own files: the provider's scripts and frames. */
export const findPagePolicy = async (deps: Deps, name: string, paymentId: string) => {
  const row = await findPaymentRow(deps.db, paymentId)
  const provider = deps.services.payments.find((one) => one.name === name)
  return row && provider && row.provider === name ? provider.browser[row.mode] : null
}
