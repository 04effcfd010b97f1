import type { Promo } from '@wayfare/contract/promos'
import { makeFormat } from '@wayfare/core/format'
import { defaultSettings } from '@wayfare/core/settings'
import { describe, expect, test } from 'vitest'
import * as cars from './car-type-form.ts'
import { bike, summer } from './fake-catalogue.ts'
import * as promos from './promo-form.ts'

const language = (langLocale: string) => ({ langLocale, dateLocale: langLocale })
const typingIn = (part: { code: string; decimal: number }, langLocale = 'en') =>
  makeFormat({ ...defaultSettings, ...part }, language(langLocale))
const whole = typingIn({ code: 'SEK', decimal: 0 })

describe('a car type', () => {
  test('is sent with its lists as they are and its amounts in plain digits', () => {
    const draft = { ...cars.makeCarTypeDraft(bike, 'taxi', whole), baseFare: ' 45,50', minFare: '٦٠' }
    expect(cars.checkCarType(draft, whole)).toEqual({})
    const { id: _id, version: _version, createdAt: _at, ...fields } = bike
    const amounts = {
      baseFare: '45.50',
      minFare: '60.00',
      ratePerUnitDistance: '8.00',
      ratePerHour: '0.00',
      convenienceFees: '10',
    }
    expect(cars.makeCarType(draft, bike, whole)).toEqual({ ...fields, ...amounts })
  })

  test('is shown with the decimals that amounts have, and finer amounts whole', () => {
    const tariff = { ...bike, ratePerUnitDistance: '8.50', convenienceFees: '12.50' }
    const shown = (money: typeof whole, row = tariff) => {
      const { baseFare, ratePerUnitDistance, ratePerHour, convenienceFees } = cars.makeCarTypeDraft(row, 'taxi', money)
      return [baseFare, ratePerUnitDistance, ratePerHour, convenienceFees]
    }
    expect(shown(whole)).toEqual(['40', '8.50', '0', '12.5'])
    expect(shown(typingIn({ code: 'SEK', decimal: 2 }))).toEqual(['40.00', '8.50', '0.00', '12.5'])
    expect(shown(whole, { ...tariff, convenienceFees: '15.00', convenienceFeeType: 'flat' })[3]).toBe('15')
    expect(shown(typingIn({ code: 'SEK', decimal: 2 }, 'sv'))).toEqual(['40,00', '8,50', '0,00', '12,5'])
  })

  test('says by field what does not fit', () => {
    const draft = {
      ...cars.makeCarTypeDraft(null, 'taxi', whole),
      name: ' ',
      baseFare: '1.234',
      minFare: '-1',
      ratePerHour: '1',
      convenienceFees: '100.01',
    }
    expect(cars.checkCarType(draft, whole)).toEqual({
      name: 'field_required',
      baseFare: 'proper_amount',
      ratePerUnitDistance: 'proper_amount',
      minFare: 'proper_amount',
      convenienceFees: 'percentage_range',
    })
  })

  test('takes a fee above a hundred when it is an amount', () => {
    const draft = { ...cars.makeCarTypeDraft(bike, 'taxi', whole), convenienceFees: '150', convenienceFeeType: 'flat' as const }
    expect(cars.checkCarType(draft, whole)).toEqual({})
    expect(
      cars.checkCarType({ ...draft, convenienceFees: '0.5' }, typingIn({ code: 'JPY', decimal: 0 }))['convenienceFees'],
    ).toBe('proper_amount')
  })
})

const place = { typing: whole, timeZone: 'Europe/Stockholm' }
const welcome: Promo = {
  ...summer,
  promoName: 'WELCOME',
  promoDescription: '',
  promoValidity: Date.UTC(2026, 11, 24, 17, 0, 59),
  perUserLimit: 1,
  userAvail: 3,
  version: 2,
}

const amountsOf = (row: Promo | null, decimal: number) => {
  const { promoDiscountValue, maxPromoDiscountValue, minOrder } = promos.makePromoDraft(row, {
    ...place,
    typing: typingIn({ code: 'SEK', decimal }),
  })
  return [promoDiscountValue, maxPromoDiscountValue, minOrder]
}

describe('a promo', () => {
  test('ends on the clocks of the city, and to the second when nobody touched that', () => {
    const draft = promos.makePromoDraft(welcome, place)
    expect(draft.promoValidity).toBe('2026-12-24T18:00')
    expect(promos.makePromo(draft, place, welcome).promoValidity).toBe(welcome.promoValidity)
    const later = { ...draft, promoValidity: '2026-12-24T19:00' }
    expect(promos.makePromo(later, place, welcome).promoValidity).toBe(Date.UTC(2026, 11, 24, 18, 0))
  })

  test('is shown with the decimals that amounts have', () => {
    const flat = { ...welcome, promoDiscountType: 'flat' as const, promoDiscountValue: '50.00', maxPromoDiscountValue: '99.50' }
    expect([amountsOf(flat, 0), amountsOf(flat, 2)]).toEqual([
      ['50', '99.50', '0'],
      ['50.00', '99.50', '0.00'],
    ])
    expect([amountsOf(welcome, 2)[0], amountsOf(null, 2)[2]]).toEqual(['10', '0.00'])
  })

  test('without limits has none', () => {
    const draft = { ...promos.makePromoDraft(null, place), promoName: ' summer ', promoDiscountValue: '12,5', minOrder: '' }
    expect(promos.checkPromoDraft(draft, place)).toEqual({})
    expect(promos.makePromo(draft, place, null)).toEqual({
      promoName: 'summer',
      promoDescription: '',
      promoDiscountType: 'percentage',
      promoDiscountValue: '12.5',
      maxPromoDiscountValue: null,
      minOrder: '0',
      promoValidity: null,
      promoUsageLimit: null,
      perUserLimit: null,
    })
  })

  test.each([
    [{ promoName: 'two words' }, { promoName: 'promo_name_wrong' }],
    [{ promoName: '' }, { promoName: 'field_required' }],
    [{ promoDiscountValue: '0' }, { promoDiscountValue: 'promo_value_range' }],
    [{ promoDiscountValue: '100.5' }, { promoDiscountValue: 'promo_value_range' }],
    [{ promoDiscountType: 'flat' as const, promoDiscountValue: '0' }, { promoDiscountValue: 'promo_amount_zero' }],
    [{ promoDiscountType: 'flat' as const, promoDiscountValue: '1.234' }, { promoDiscountValue: 'proper_amount' }],
    [
      { maxPromoDiscountValue: 'much', minOrder: '-1' },
      { maxPromoDiscountValue: 'proper_amount', minOrder: 'proper_amount' },
    ],
    [{ promoValidity: '2026-02-31T10:00' }, { promoValidity: 'proper_date' }],
    [
      { promoUsageLimit: '0', perUserLimit: '10001' },
      { promoUsageLimit: 'proper_count', perUserLimit: 'proper_count' },
    ],
  ])('with %j says %j', (part, problems) => {
    expect(promos.checkPromoDraft({ ...promos.makePromoDraft(welcome, place), ...part }, place)).toEqual(problems)
  })
})
