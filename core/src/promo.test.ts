import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkPromo, computeDiscount, normalizePromoCode, promoNamePattern, type Promo } from './promo.ts'

const sek = { code: 'SEK', decimal: 0 }
const flat: Promo = {
  discountType: 'flat',
  discountValue: 5000n,
  maxDiscount: null,
  minOrder: 10_000n,
  validUntil: 1000,
  usageLimit: 3,
  perUserLimit: 1,
}
const tenth: Promo = { ...flat, discountType: 'percentage', discountValue: 1000n, maxDiscount: 2500n }
const fresh = { used: 0, usedByUser: 0 }

it('says why it does not apply, the first reason first', () => {
  const trip = { cost: 10_000n, at: 1000 }
  expect(checkPromo(flat, fresh, trip)).toBeNull()
  expect(checkPromo(flat, fresh, { ...trip, at: 1001 })).toBe('promo_expired')
  expect(checkPromo(flat, { used: 3, usedByUser: 0 }, trip)).toBe('promo_used_up')
  expect(checkPromo(flat, { used: 1, usedByUser: 1 }, trip)).toBe('promo_used_by_you')
  expect(checkPromo(flat, fresh, { ...trip, cost: 9999n })).toBe('promo_min_order')
})

it('knows no limits where none are set', () => {
  const open = { ...flat, validUntil: null, usageLimit: null, perUserLimit: null, minOrder: 0n }
  expect(checkPromo(open, { used: 1e6, usedByUser: 99 }, { cost: 0n, at: 9e15 })).toBeNull()
})

it('takes off a flat sum, or a share up to its maximum', () => {
  expect(computeDiscount(flat, 20_000n, sek)).toBe(5000n)
  expect(computeDiscount(tenth, 20_000n, sek)).toBe(2000n)
  expect(computeDiscount(tenth, 90_000n, sek)).toBe(2500n)
  expect(computeDiscount({ ...tenth, maxDiscount: null }, 12_345n, { code: 'SEK', decimal: 2 })).toBe(1235n)
  expect(computeDiscount({ ...tenth, maxDiscount: null }, 12_345n, sek)).toBe(1200n)
})

it('rounds once, and its maximum down: fares have steps of a krona here', () => {
  // 11.9 % of 105.00 are 12.495
  expect(computeDiscount({ ...tenth, discountValue: 1190n }, 10_500n, sek)).toBe(1200n)
  expect(computeDiscount({ ...tenth, discountValue: 5000n, maxDiscount: 1250n }, 10_000n, sek)).toBe(1200n)
  expect(computeDiscount({ ...tenth, discountValue: 5000n, maxDiscount: 1250n }, 10_000n, { code: 'SEK', decimal: 2 })).toBe(
    1250n,
  )
})

it('never takes off more than the trip costs, nor less than nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('flat' as const, 'percentage' as const),
      fc.bigInt({ min: 0n, max: 20_000n }),
      fc.option(fc.bigInt({ min: 0n, max: 50_000n })),
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      (discountType, discountValue, maxDiscount, cost) => {
        const discount = computeDiscount({ ...flat, discountType, discountValue, maxDiscount }, cost, sek)
        expect(discount >= 0n && discount <= cost).toBe(true)
        if (discountType === 'percentage' && maxDiscount !== null) expect(discount <= maxDiscount).toBe(true)
      },
    ),
  )
})

it('reads a code as people type it', () => {
  expect(normalizePromoCode('  welcome10 ')).toBe('WELCOME10')
})

it('is the same code in whatever way its accents are coded, and with the marks of direction that come along when it is pasted', () => {
  expect(normalizePromoCode('ho\u0308st20')).toBe('H\u00d6ST20')
  expect(normalizePromoCode('\u200fWELCOME10\u200e ')).toBe('WELCOME10')
  expect(normalizePromoCode('\u2067\u0639\u0631\u0636\u2069')).toBe('\u0639\u0631\u0636')
})

it('may be named by letters and digits of any script, in 2 to 40 signs', () => {
  for (const name of ['AB', '10', 'VÅREN-26', 'عرض_١٠', 'A'.repeat(40)]) expect(promoNamePattern.test(name)).toBe(true)
  for (const name of ['A', 'A'.repeat(41), 'TEN %', '%TEN', 'TEN%', '']) expect(promoNamePattern.test(name)).toBe(false)
})
