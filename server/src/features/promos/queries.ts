// Reads of promotions: one by its code, and how often it was used.
import { type Promo, type PromoUse, normalizePromoCode } from '@wayfare/core/promo'
import type { UserId } from '@wayfare/core/ids'
import type { StoredPromo } from '../../db/tables-promos.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { presentPromo } from './present.ts'

type PromoRow = TableRow<'promo'>

export const toPromo = (row: PromoRow): Promo => ({
  discountType: row.discountType,
  discountValue: row.discountValue,
  maxDiscount: row.maxDiscountMinor,
  minOrder: row.minOrderMinor,
  validUntil: row.validUntil?.getTime() ?? null,
  usageLimit: row.usageLimit,
  perUserLimit: row.perUserLimit,
})

export const readStoredPromo = (row: PromoRow): StoredPromo => ({
  discountType: row.discountType,
  discountValue: String(row.discountValue),
  maxDiscount: row.maxDiscountMinor === null ? null : String(row.maxDiscountMinor),
})

export const findPromo = (db: Db | Tx, code: string): Promise<PromoRow | undefined> =>
  db
    .selectFrom('promo')
    .selectAll()
    .where('name', '=', normalizePromoCode(code))
    .where('removedAt', 'is', null)
    .executeTakeFirst()

/** Until when it is valid; null if unlimited. */
export const findPromoEnd = (db: Db | Tx, id: string): Promise<Pick<PromoRow, 'validUntil'> | undefined> =>
  db.selectFrom('promo').select('validUntil').where('id', '=', id).executeTakeFirst()

/** Its uses in all and by this rider (none for a visitor). */
export const readPromoUse = async (db: Db | Tx, row: PromoRow, userId: UserId | null): Promise<PromoUse> => {
  if (userId === null) return { used: row.used, usedByUser: 0 }
  const { count } = await db
    .selectFrom('promoUse')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('promoId', '=', row.id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { used: row.used, usedByUser: Number(count) }
}

/** Newest first. */
export const listPromos = async (deps: Deps) => {
  const rows = await deps.db.selectFrom('promo').selectAll().where('removedAt', 'is', null).orderBy('createdAt', 'desc').execute()
  return rows.map((row) => presentPromo(row, deps.settings().code))
}
