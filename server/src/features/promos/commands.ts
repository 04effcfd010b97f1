// Counting promotions: each booking that uses one counts once, and gives it back when it is cancelled.
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { checkPromo } from '@wayfare/core/promo'
import type { Tx } from '../../deps.ts'
import { promoOf, readPromoUse } from './queries.ts'

type Use = { promoId: string; bookingId: BookingId; userId: UserId; cost: bigint; at: number }

/**
 * Counts the promo for this booking, or refuses with the reason. The row is locked, so that the last use goes to
 * one rider; not its key, which the bookings of others hold a share in.
 */
export const usePromo = async (tx: Tx, { promoId, bookingId, userId, cost, at }: Use): Promise<void> => {
  const row = await tx.selectFrom('promo').selectAll().where('id', '=', promoId).forNoKeyUpdate().executeTakeFirst()
  if (!row || row.removedAt !== null) throw new Refusal('promo_unknown')
  const problem = checkPromo(promoOf(row), await readPromoUse(tx, row, userId), { cost, at })
  if (problem) throw new Refusal(problem)
  await tx.insertInto('promoUse').values({ promoId, bookingId, userId }).execute()
  await tx
    .updateTable('promo')
    .set((e) => ({ used: e('used', '+', 1) }))
    .where('id', '=', promoId)
    .execute()
}

/** The cancelled booking no longer counts. */
export const returnPromo = async (tx: Tx, bookingId: BookingId): Promise<void> => {
  const use = await tx.deleteFrom('promoUse').where('bookingId', '=', bookingId).returning('promoId').executeTakeFirst()
  if (!use) return
  await tx
    .updateTable('promo')
    .set((e) => ({ used: e('used', '-', 1) }))
    .where('id', '=', use.promoId)
    .execute()
}
