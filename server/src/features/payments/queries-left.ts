// How much of a payment the provider still has; money that was refunded into the wallet is still there, too.
import type { Db, Tx } from '../../deps.ts'
import type { PaymentRow } from './present.ts'

/** Our own refunds that stand: the total, and the part that left the provider. */
export const readOurs = async (tx: Db | Tx, paymentId: string): Promise<{ all: bigint; there: bigint }> => {
  const rows = await tx
    .selectFrom('refund')
    .select(['amountMinor', 'target'])
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .execute()
  const sum = (of: typeof rows): bigint => of.reduce((all, { amountMinor }) => all + amountMinor, 0n)
  return { all: sum(rows), there: sum(rows.filter(({ target }) => target === 'provider')) }
}

/** How much the provider can still take back. */
export const readLeftThere = async (tx: Db | Tx, { id, amountMinor }: PaymentRow): Promise<bigint> => {
  const { there } = await readOurs(tx, id)
  const rows = await tx.selectFrom('paymentReversal').select('takenMinor').where('paymentId', '=', id).execute()
  return amountMinor - there - rows.reduce((sum, { takenMinor }) => sum + takenMinor, 0n)
}
