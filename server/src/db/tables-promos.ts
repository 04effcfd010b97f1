// The tables of promotion codes.
import type { Generated } from 'kysely'
import type { IdColumn, Timestamp } from './columns.ts'

/** What a promo takes off, as it was promised. */
export type StoredPromo = { discountType: 'flat' | 'percentage'; discountValue: string; maxDiscount: string | null }

export type PromoTables = {
  promo: {
    id: string
    name: string
    description: Generated<string>
    discountType: 'flat' | 'percentage'
    discountValue: bigint
    maxDiscountMinor: bigint | null
    minOrderMinor: Generated<bigint>
    validUntil: Date | null
    usageLimit: number | null
    perUserLimit: number | null
    used: Generated<number>
    version: Generated<number>
    removedAt: Date | null
    createdAt: Timestamp
  }
  promoUse: { bookingId: IdColumn<'booking'>; promoId: string; userId: IdColumn<'user'>; usedAt: Timestamp }
}
