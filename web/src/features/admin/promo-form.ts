// A promotion code as a form holds it, and what is wrong with it.
import type { addPromo, Promo } from '@wayfare/contract/promos'
import type { InputOf } from '@wayfare/contract/endpoint'
import { shortDecimal } from '@wayfare/core/wallet'
import { promoNamePattern } from '@wayfare/core/promo'
import { cityTimeOf, epochOfCityTime } from '@wayfare/core/city-time'
import { draftAmount, isAboveZero, isAmount, isPercentage, plainAmount, wholeNumber } from './amounts.ts'

type PromoInput = InputOf<typeof addPromo>
type TextField =
  | 'promoName'
  | 'promoDescription'
  | 'promoDiscountValue'
  | 'maxPromoDiscountValue'
  | 'minOrder'
  | 'promoValidity'
  | 'promoUsageLimit'
  | 'perUserLimit'

/** `promoValidity` as the city's clocks show it, YYYY-MM-DDTHH:mm; an empty limit is none. */
export type PromoDraft = Record<TextField, string> & Pick<Promo, 'promoDiscountType'>

export type PromoProblems = Partial<Record<keyof PromoDraft, string>>

/** The city whose clocks and money count. */
type Place = { code: string; decimal: number; timeZone: string }

const limits = { promoUsageLimit: 10_000_000, perUserLimit: 10_000 } as const

const textOf = (value: number | null): string => (value === null ? '' : String(value))

const blank: PromoDraft = {
  promoName: '',
  promoDescription: '',
  promoDiscountType: 'percentage',
  promoDiscountValue: '',
  maxPromoDiscountValue: '',
  minOrder: '',
  promoValidity: '',
  promoUsageLimit: '',
  perUserLimit: '',
}

export const draftOf = (promo: Promo | null, place: Place): PromoDraft => {
  if (!promo) return { ...blank, minOrder: shortDecimal('0', place) }
  const { promoName, promoDescription, promoDiscountType, promoDiscountValue, minOrder, promoValidity } = promo
  const most = promo.maxPromoDiscountValue
  return {
    promoName,
    promoDescription,
    promoDiscountType,
    promoDiscountValue: draftAmount(promoDiscountValue, promoDiscountType, place),
    minOrder: shortDecimal(minOrder, place),
    maxPromoDiscountValue: most === null ? '' : shortDecimal(most, place),
    promoValidity: promoValidity === null ? '' : cityTimeOf(promoValidity, place.timeZone),
    promoUsageLimit: textOf(promo.promoUsageLimit),
    perUserLimit: textOf(promo.perUserLimit),
  }
}

const isEmpty = (typed: string): boolean => typed.trim() === ''

const valueProblem = ({ promoDiscountType, promoDiscountValue }: PromoDraft, code: string): string | null => {
  if (promoDiscountType === 'percentage')
    return isPercentage(promoDiscountValue) && isAboveZero(promoDiscountValue, 'EUR') ? null : 'promo_value_range'
  if (!isAmount(promoDiscountValue, code)) return 'proper_amount'
  return isAboveZero(promoDiscountValue, code) ? null : 'promo_amount_zero'
}

const limitOf = (draft: PromoDraft, field: keyof typeof limits): number | null => wholeNumber(draft[field], 1, limits[field])

const orNone = (isFine: boolean, key: string): string | null => (isFine ? null : key)

/** The keys of what is wrong, by field. */
export const checkPromoDraft = (draft: PromoDraft, { code, timeZone }: Place): PromoProblems => {
  const isFlat = draft.promoDiscountType === 'flat'
  const isName = promoNamePattern.test(draft.promoName.trim())
  const checks: [keyof PromoDraft, string | null][] = [
    ['promoName', orNone(isName, isEmpty(draft.promoName) ? 'field_required' : 'promo_name_wrong')],
    ['promoDiscountValue', valueProblem(draft, code)],
    [
      'maxPromoDiscountValue',
      orNone(isFlat || isEmpty(draft.maxPromoDiscountValue) || isAmount(draft.maxPromoDiscountValue, code), 'proper_amount'),
    ],
    ['minOrder', orNone(isEmpty(draft.minOrder) || isAmount(draft.minOrder, code), 'proper_amount')],
    [
      'promoValidity',
      orNone(isEmpty(draft.promoValidity) || epochOfCityTime(draft.promoValidity, timeZone) !== null, 'proper_date'),
    ],
    ...(['promoUsageLimit', 'perUserLimit'] as const).map((field): [keyof PromoDraft, string | null] => [
      field,
      orNone(isEmpty(draft[field]) || limitOf(draft, field) !== null, 'proper_count'),
    ]),
  ]
  return Object.fromEntries(checks.filter(([, key]) => key !== null)) as PromoProblems
}

/** What is sent. A moment that was not touched stays to the second. */
export const promoOf = (draft: PromoDraft, { timeZone }: Place, before: Promo | null): PromoInput => {
  // a fixed amount is its own limit
  const most = draft.promoDiscountType === 'flat' ? '' : plainAmount(draft.maxPromoDiscountValue)
  const kept = before?.promoValidity ?? null
  const isKept = kept !== null && cityTimeOf(kept, timeZone) === draft.promoValidity
  return {
    promoName: draft.promoName.trim(),
    promoDescription: draft.promoDescription.trim(),
    promoDiscountType: draft.promoDiscountType,
    promoDiscountValue: plainAmount(draft.promoDiscountValue),
    maxPromoDiscountValue: most === '' ? null : most,
    minOrder: plainAmount(draft.minOrder) || '0',
    promoValidity: isKept ? kept : epochOfCityTime(draft.promoValidity, timeZone),
    promoUsageLimit: limitOf(draft, 'promoUsageLimit'),
    perUserLimit: limitOf(draft, 'perUserLimit'),
  }
}
