// What a promotion code takes off a trip, and why it may not.
import type { MessageKey } from './errors.ts'
import { computeRoundingStep, roundToDecimals, type Minor } from './money.ts'

/** Amounts in minor units. A limit that is null does not hold. */
export type Promo = {
  discountType: 'flat' | 'percentage'
  /** flat: minor units; percentage: hundredths of a percent */
  discountValue: Minor
  /** the most a percentage may take off */
  maxDiscount: Minor | null
  /** the least a trip must cost */
  minOrder: Minor
  /** epoch ms: the last moment it holds */
  validUntil: number | null
  usageLimit: number | null
  perUserLimit: number | null
}

/** How often it was used so far: by all, and by this rider. */
export type PromoUse = { used: number; usedByUser: number }

/** What a code may be, without spaces around. */
export const promoNamePattern = /^[\p{L}\p{N}_-]{2,40}$/u

/** Codes are read as people type them: capitals and spaces around do not count. */
export const normalizePromoCode = (text: string): string => text.trim().toUpperCase()

/** The key that explains why it does not apply to a trip of this cost, or null. */
export const checkPromo = (promo: Promo, use: PromoUse, trip: { cost: Minor; at: number }): MessageKey | null => {
  if (promo.validUntil !== null && trip.at > promo.validUntil) return 'promo_expired'
  if (promo.usageLimit !== null && use.used >= promo.usageLimit) return 'promo_used_up'
  if (promo.perUserLimit !== null && use.usedByUser >= promo.perUserLimit) return 'promo_used_by_you'
  return trip.cost < promo.minOrder ? 'promo_min_order' : null
}

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** The most that it takes off, in the steps that fares are rounded to. */
const computeMost = ({ discountType, maxDiscount }: Promo, cost: Minor, step: bigint): Minor =>
  discountType === 'flat' || maxDiscount === null ? cost : lesser(maxDiscount - (maxDiscount % step), cost)

/** What it takes off: never more than its maximum nor than the trip costs, rounded once and as fares are. */
export const computeDiscount = (promo: Promo, cost: Minor, { code, decimal }: { code: string; decimal: number }): Minor => {
  const share = { numerator: cost * promo.discountValue, denominator: 10_000n }
  const exact = promo.discountType === 'flat' ? { numerator: promo.discountValue, denominator: 1n } : share
  return lesser(roundToDecimals(exact, code, decimal), computeMost(promo, cost, computeRoundingStep(code, decimal)))
}
