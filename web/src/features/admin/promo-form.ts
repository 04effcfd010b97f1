// A promotion code as a form holds it, and what is wrong with it.
import type { addPromo, Promo } from '@wayfare/contract/promos'
import type { InputOf } from '@wayfare/contract/endpoint'
import { promoNamePattern } from '@wayfare/core/promo'
import { parseCityTime, toCityTime } from '@wayfare/core/city-time'
import { draftAmount, isAmount, isPercentage, parseWholeNumber, wireAmount, wireValue, type AmountFormat } from './amounts.ts'

export type PromoInput = InputOf<typeof addPromo>
/** `promoValidity` as the city's clocks show it, YYYY-MM-DDTHH:mm; an empty limit is none. */
export type PromoDraft = Record<Exclude<keyof PromoInput, 'promoDiscountType'>, string> & Pick<Promo, 'promoDiscountType'>

/** Text keys. */
export const promoLabels: Record<keyof PromoDraft, string> = {
  promoName: 'promo_name',
  promoDescription: 'promo_description',
  promoDiscountType: 'promo_type',
  promoDiscountValue: 'promo_value',
  maxPromoDiscountValue: 'promo_most',
  minOrder: 'promo_least',
  promoValidity: 'promo_until',
  promoUsageLimit: 'promo_limit',
  perUserLimit: 'promo_per_user',
}

type PromoProblems = Partial<Record<keyof PromoDraft, string>>

/** The city whose clocks count, and the page on which amounts are typed. */
type Place = { timeZone: string; typing: AmountFormat }

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

export const makePromoDraft = (promo: Promo | null, place: Place): PromoDraft => {
  if (!promo) return { ...blank, minOrder: place.typing.writeAmount('0') }
  const { promoName, promoDescription, promoDiscountType, promoDiscountValue, minOrder, promoValidity } = promo
  const most = promo.maxPromoDiscountValue
  return {
    promoName,
    promoDescription,
    promoDiscountType,
    promoDiscountValue: draftAmount(promoDiscountValue, promoDiscountType, place.typing),
    minOrder: place.typing.writeAmount(minOrder),
    maxPromoDiscountValue: most === null ? '' : place.typing.writeAmount(most),
    promoValidity: promoValidity === null ? '' : toCityTime(promoValidity, place.timeZone),
    promoUsageLimit: textOf(promo.promoUsageLimit),
    perUserLimit: textOf(promo.perUserLimit),
  }
}

const isEmpty = (typed: string): boolean => typed.trim() === ''

const valueProblem = ({ promoDiscountType, promoDiscountValue }: PromoDraft, typing: AmountFormat): string | null => {
  const isAboveZero = Number(wireValue(promoDiscountValue, promoDiscountType, typing)) > 0
  if (promoDiscountType === 'percentage')
    return isPercentage(promoDiscountValue, typing) && isAboveZero ? null : 'promo_value_range'
  if (!isAmount(promoDiscountValue, typing)) return 'proper_amount'
  return isAboveZero ? null : 'promo_amount_zero'
}

const limitOf = (draft: PromoDraft, field: keyof typeof limits, typing: AmountFormat): number | null =>
  parseWholeNumber(draft[field], { least: 1, most: limits[field] }, typing)

const orNone = (isFine: boolean, key: string): string | null => (isFine ? null : key)

/** The keys of what is wrong, by field. */
export const checkPromoDraft = (draft: PromoDraft, { typing, timeZone }: Place): PromoProblems => {
  const isFlat = draft.promoDiscountType === 'flat'
  const isName = promoNamePattern.test(draft.promoName.trim())
  const checks: [keyof PromoDraft, string | null][] = [
    ['promoName', orNone(isName, isEmpty(draft.promoName) ? 'field_required' : 'promo_name_wrong')],
    ['promoDiscountValue', valueProblem(draft, typing)],
    [
      'maxPromoDiscountValue',
      orNone(isFlat || isEmpty(draft.maxPromoDiscountValue) || isAmount(draft.maxPromoDiscountValue, typing), 'proper_amount'),
    ],
    ['minOrder', orNone(isEmpty(draft.minOrder) || isAmount(draft.minOrder, typing), 'proper_amount')],
    [
      'promoValidity',
      orNone(isEmpty(draft.promoValidity) || parseCityTime(draft.promoValidity, timeZone) !== null, 'proper_date'),
    ],
    ...(['promoUsageLimit', 'perUserLimit'] as const).map((field): [keyof PromoDraft, string | null] => [
      field,
      orNone(isEmpty(draft[field]) || limitOf(draft, field, typing) !== null, 'proper_count'),
    ]),
  ]
  return Object.fromEntries(checks.filter(([, key]) => key !== null)) as PromoProblems
}

/** What is sent. A moment that was not touched stays to the second. */
export const makePromo = (draft: PromoDraft, { timeZone, typing }: Place, before: Promo | null): PromoInput => {
  // a fixed amount is its own limit
  const most = draft.promoDiscountType === 'flat' ? '' : wireAmount(draft.maxPromoDiscountValue, typing)
  const kept = before?.promoValidity ?? null
  const isKept = kept !== null && toCityTime(kept, timeZone) === draft.promoValidity
  return {
    promoName: draft.promoName.trim(),
    promoDescription: draft.promoDescription.trim(),
    promoDiscountType: draft.promoDiscountType,
    promoDiscountValue: wireValue(draft.promoDiscountValue, draft.promoDiscountType, typing),
    maxPromoDiscountValue: most === '' ? null : most,
    minOrder: wireAmount(draft.minOrder, typing) || '0',
    promoValidity: isKept ? kept : parseCityTime(draft.promoValidity, timeZone),
    promoUsageLimit: limitOf(draft, 'promoUsageLimit', typing),
    perUserLimit: limitOf(draft, 'perUserLimit', typing),
  }
}
