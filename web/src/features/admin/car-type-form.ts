// A car type as a form holds it, and what is wrong with it.
import type { addCarType, CarType } from '@wayfare/contract/catalog'
import type { InputOf } from '@wayfare/contract/endpoint'
import { getTariffLabel } from '@wayfare/contract/fare-words'
import { tariffFields, type TariffField } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import type { PublicSettings } from '@wayfare/core/settings'
import { draftAmount, isAmount, isPercentage, wireAmount, wireValue, type AmountFormat } from './amounts.ts'

export type CarTypeInput = InputOf<typeof addCarType>

export type CarTypeDraft = Record<TariffField | 'name' | 'image' | 'extraInfo' | 'convenienceFees', string> &
  Pick<CarType, 'convenienceFeeType' | 'category'>

/** The keys of what the fields are called where distances are in this unit. */
export const makeCarTypeLabels = (settings: Pick<PublicSettings, 'convertToMile'>): Record<keyof CarTypeDraft, string> => ({
  name: 'car_name',
  image: 'car_image',
  extraInfo: 'car_extra_info',
  ...makeRecord(tariffFields, (field) => getTariffLabel(field, settings)),
  convenienceFees: 'car_fee',
  convenienceFeeType: 'car_fee_type',
  category: 'car_category',
})

type CarTypeProblems = Partial<Record<keyof CarTypeDraft, string>>

/** Pictures that come with the product, with the keys of their names. */
export const builtInImages: readonly { src: string; label: string }[] = [
  { src: '/images/cars/city.svg', label: 'car_image_city' },
  { src: '/images/cars/comfort.svg', label: 'car_image_comfort' },
  { src: '/images/cars/van.svg', label: 'car_image_van' },
  { src: '/images/cars/cargo-bike.svg', label: 'car_image_bike' },
  { src: '/images/cars/cargo-van.svg', label: 'car_image_cargo_van' },
]

const blank: CarTypeDraft = {
  name: '',
  image: '/images/cars/city.svg',
  extraInfo: '',
  ...makeRecord(tariffFields, () => ''),
  convenienceFees: '',
  convenienceFeeType: 'percentage',
  category: 'taxi',
}

export const makeCarTypeDraft = (carType: CarType | null, category: CarType['category'], typing: AmountFormat): CarTypeDraft => {
  if (!carType) return { ...blank, category, ...(category === 'delivery' ? { image: '/images/cars/cargo-bike.svg' } : {}) }
  const {
    id: _id,
    version: _version,
    createdAt: _at,
    parcelTypes: _types,
    options: _options,
    cancelSlabs: _slabs,
    ...draft
  } = carType
  return {
    ...draft,
    ...makeRecord(tariffFields, (field) => typing.writeAmount(draft[field])),
    convenienceFees: draftAmount(draft.convenienceFees, draft.convenienceFeeType, typing),
  }
}

/** All of a car type that can be saved. */
export const readCarTypeInput = ({ id: _id, version: _version, createdAt: _at, ...fields }: CarType): CarTypeInput => fields

/** The keys of what is wrong, by field. */
export const checkCarType = (draft: CarTypeDraft, typing: AmountFormat): CarTypeProblems => {
  const isFee =
    draft.convenienceFeeType === 'flat' ? isAmount(draft.convenienceFees, typing) : isPercentage(draft.convenienceFees, typing)
  const feeKey = draft.convenienceFeeType === 'flat' ? 'proper_amount' : 'percentage_range'
  return {
    ...(draft.name.trim() === '' ? { name: 'field_required' } : {}),
    ...Object.fromEntries(
      tariffFields.filter((field) => !isAmount(draft[field], typing)).map((field) => [field, 'proper_amount']),
    ),
    ...(isFee ? {} : { convenienceFees: feeKey }),
  }
}

/** What is sent; the lists of the car type stay as they are. */
export const makeCarType = (draft: CarTypeDraft, before: CarType | null, typing: AmountFormat): CarTypeInput => {
  const amounts = makeRecord(tariffFields, (field) => wireAmount(draft[field], typing))
  const convenienceFees = wireValue(draft.convenienceFees, draft.convenienceFeeType, typing)
  const lists = before ? readCarTypeInput(before) : {}
  return { ...lists, ...draft, ...amounts, convenienceFees }
}
