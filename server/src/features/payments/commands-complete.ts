// Hands on the token from the provider's card fields on our page, once, and settles what the provider answers.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from '../../deps.ts'
import { findBookingRow } from '../bookings/queries.ts'
import { checkPayment, scheduleCheck } from './commands-check.ts'
import { claimPayment, refuseOutage, releasePayment } from './commands-claim.ts'
import { makeCharge, presentPayment, type PaymentRow } from './present.ts'
import { findAdapter } from './queries-keys.ts'
import { findPaymentRow, isTaken, settlePayment } from './settle.ts'

const soonMs = 15_000

/** Refuses a payment that is no longer open or whose booking no longer needs it. */
const checkWanted = async (deps: Deps, row: PaymentRow): Promise<void> => {
  if (row.status !== 'open') throw new Refusal('wrong_step')
  if (row.bookingId === null) return
  const booking = await findBookingRow(deps.db, row.bookingId)
  if (!booking || !(await isTaken(deps.db, booking, row))) throw new Refusal('wrong_step')
}

/** After a failure, asks the provider what happened: that is safe, while sending the token again is not. */
const afterFailure = async (deps: Deps, row: PaymentRow, error: unknown): Promise<PaymentRow> => {
  const { row: now } = await checkPayment(deps, row.id)
  if (now.status !== 'open') return now
  throw refuseOutage(deps, row, error)
}

const handOver = async (deps: Deps, row: PaymentRow, token: string, ip: string): Promise<PaymentRow> => {
  const adapter = await findAdapter(deps, row.provider, row.mode)
  if (!adapter?.completeEmbed) throw new Refusal('wrong_step')
  const charge = await makeCharge(deps, row, { ip })
  const said = await adapter.completeEmbed(charge, token).catch((error: unknown) => ({ error }))
  return 'error' in said ? afterFailure(deps, row, said.error) : settlePayment(deps, row, said)
}

export const completePayment = async (
  deps: Deps,
  { actor, ip }: { actor: UserActor; ip: string },
  { id, token }: ParsedInputOf<typeof contract.completePayment>,
) => {
  const found = await findPaymentRow(deps.db, id)
  if (!found || found.userId !== actor.id) throw new Refusal('not_found')
  if (found.status === 'paid') return presentPayment(found)
  await checkWanted(deps, found)
  const row = await claimPayment(deps, id, { token, ip })
  try {
    const now = await handOver(deps, row, token, ip)
    // the payer has just entered a card and is waiting for the result
    if (now.status === 'open') await scheduleCheck(deps.db, id, new Date(deps.now().getTime() + soonMs))
    return presentPayment(now)
  } finally {
    await releasePayment(deps, row)
  }
}
