import type { Promo } from '@wayfare/contract/promos'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { TableRow } from '../../db/tables.ts'

/** Hundredths of a percent as the API's percentage: 1250 is "12.50". */
const percentage = (hundredths: bigint): string => (Number(hundredths) / 100).toFixed(2)

export const presentPromo = (row: TableRow<'promo'>, currency: string): Promo => ({
  id: asId(row.id),
  promoName: row.name,
  promoDescription: row.description,
  promoDiscountType: row.discountType,
  promoDiscountValue: row.discountType === 'flat' ? toDecimal(row.discountValue, currency) : percentage(row.discountValue),
  maxPromoDiscountValue: row.maxDiscountMinor === null ? null : toDecimal(row.maxDiscountMinor, currency),
  minOrder: toDecimal(row.minOrderMinor, currency),
  promoValidity: row.validUntil?.getTime() ?? null,
  promoUsageLimit: row.usageLimit,
  perUserLimit: row.perUserLimit,
  userAvail: row.used,
  version: row.version,
  createdAt: row.createdAt.getTime(),
})

/** The fields of a promo that the desk sets, for the audit log. */
export const describePromo = (row: TableRow<'promo'>, code: string) => {
  const { id: _id, userAvail: _used, version: _version, createdAt: _at, ...fields } = presentPromo(row, code)
  return fields
}
