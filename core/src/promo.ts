// Promotion codes: how much one takes off a trip, and why it may not apply.
import type { MessageKey } from './errors.ts'
import { computeRoundingStep, roundToDecimals, type Minor } from './money.ts'

/** Amounts in minor units. A null limit does not apply. */
export type Promo = {
  discountType: 'flat' | 'percentage'
  /** flat: minor units; percentage: hundredths of a percent */
  discountValue: Minor
  /** the most that a percentage may take off */
  maxDiscount: Minor | null
  /** the least that a trip must cost */
  minOrder: Minor
  /** epoch ms: the last moment at which it is valid */
  validUntil: number | null
  usageLimit: number | null
  perUserLimit: number | null
}

/** How often it has been used: by everybody, and by this rider. */
export type PromoUse = { used: number; usedByUser: number }

/** What a code may look like, without surrounding spaces. */
export const promoNamePattern = /^[\p{L}\p{N}_-]{2,40}$/u

/** Normalises a typed code: case, surrounding spaces, the form of accents (to NFC) and pasted marks of direction are ignored. */
export const normalizePromoCode = (text: string): string =>
  text
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase()

/** The key of why it does not apply to a trip of this cost, or null. */
export const checkPromo = (promo: Promo, use: PromoUse, trip: { cost: Minor; at: number }): MessageKey | null => {
  if (promo.validUntil !== null && trip.at > promo.validUntil) return 'promo_expired'
  if (promo.usageLimit !== null && use.used >= promo.usageLimit) return 'promo_used_up'
  if (promo.perUserLimit !== null && use.usedByUser >= promo.perUserLimit) return 'promo_used_by_you'
  return trip.cost < promo.minOrder ? 'promo_min_order' : null
}

const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)

/** The upper limit of the discount, in the steps that fares are rounded to. */
const computeMost = ({ discountType, maxDiscount }: Promo, cost: Minor, step: bigint): Minor =>
  discountType === 'flat' || maxDiscount === null ? cost : lesser(maxDiscount - (maxDiscount % step), cost)

/** The discount: never more than its maximum or the cost of the trip, rounded once in the way fares are. */
export const computeDiscount = (promo: Promo, cost: Minor, { code, decimal }: { code: string; decimal: number }): Minor => {
  const share = { numerator: cost * promo.discountValue, denominator: 10_000n }
  const exact = promo.discountType === 'flat' ? { numerator: promo.discountValue, denominator: 1n } : share
  return lesser(roundToDecimals(exact, code, decimal), computeMost(promo, cost, computeRoundingStep(code, decimal)))
}
