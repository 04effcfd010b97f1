// Only one process at a time talks to the provider about a payment. A card token is kept, sealed, until the provider has
// answered: if the process dies meanwhile, the same token is sent again, which providers accept once.
import { Refusal } from '@wayfare/core/errors'
import { isOutage } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import { findCheckProblem } from './commands-check.ts'
import type { PaymentRow } from './present.ts'
import { claimForMs, sealToken, type ClientToken } from './queries-token.ts'

export const claimPayment = async (deps: Deps, id: string, handed: ClientToken | null = null): Promise<PaymentRow> => {
  const at = deps.now()
  const row = await deps.db
    .updateTable('payment')
    .set({ claimedAt: at, sealed: handed && sealToken(deps, id, handed) })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((where) => where.or([where('claimedAt', 'is', null), where('claimedAt', '<', new Date(at.getTime() - claimForMs))]))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('request_in_flight')
  return row
}

/** Releases the claim returned by `claimPayment`; if it expired and belongs to another process by now, it stays. */
export const releasePayment = async ({ db }: Deps, { id, claimedAt }: PaymentRow): Promise<void> => {
  const own = db.updateTable('payment').set({ claimedAt: null, sealed: null }).where('id', '=', id)
  await own.where('claimedAt', '=', claimedAt).execute()
}

const keepCheckoutMs = 2 * 24 * 3_600_000

/** Deletes stored checkouts that can no longer be used, because they contain personal data of the payer. */
export const pruneCheckouts = async ({ db, now }: Deps): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ checkout: null, sealed: null })
    .where('checkout', 'is not', null)
    .where('createdAt', '<', new Date(now().getTime() - keepCheckoutMs))
    .execute()
}

/** The refusal that the page shows when the provider could not be reached; the details of the failure go to the log. */
export const refuseOutage = (deps: Deps, row: PaymentRow, error: unknown): unknown => {
  if (!isOutage(error)) return error
  deps.log.warn({ paymentId: row.id, provider: row.provider, reason: error.message }, 'a provider did not take a payment on')
  return error.why ? new Refusal(error.why) : new Refusal('provider_fetch_error', { reason: findCheckProblem(error) })
}
