// What a sender tells of a parcel: its kind, who receives it, and what to know at both ends.
import type { CarType } from '@wayfare/contract/catalog'
import { categoryOf } from '@wayfare/core/booking'
import type { Settings } from '@wayfare/core/settings'

export type Parcel = {
  /** descriptions out of the car type's lists */
  parcelType: string | null
  option: string | null
  deliveryPerson: string
  deliveryPersonPhone: string
  pickUpInstructions: string
  deliveryInstructions: string
}

export const noParcel: Parcel = {
  parcelType: null,
  option: null,
  deliveryPerson: '',
  deliveryPersonPhone: '',
  pickUpInstructions: '',
  deliveryInstructions: '',
}

export const carOf = (carType: string | null, cars: readonly CarType[]): CarType | null =>
  cars.find(({ id }) => id === carType) ?? null

/** Whether this operator's cars of the type carry parcels. */
export const isParcel = (car: CarType | null, category: Settings['category']): boolean =>
  car !== null && categoryOf(category, car.category) === 'delivery'

type Choices = Pick<CarType, 'parcelTypes' | 'options'>

const oneOf = (choices: CarType['options'], chosen: string | null): string | null =>
  choices.some(({ description }) => description === chosen) ? chosen : (choices[0]?.description ?? null)

/** The parcel with choices that this car type has: the first of each unless one was chosen. */
export const parcelFor = (car: Choices, parcel: Parcel): Parcel => ({
  ...parcel,
  parcelType: oneOf(car.parcelTypes, parcel.parcelType),
  option: oneOf(car.options, parcel.option),
})

/** The part of it that the estimate is made from. */
export const pricedPart = ({ parcelType, option }: Parcel): { parcelType?: string; option?: string } => ({
  ...(parcelType === null ? {} : { parcelType }),
  ...(option === null ? {} : { option }),
})

/** The part of it that the booking is made with. */
export const deliveryPart = ({ parcelType: _parcelType, option: _option, ...delivery }: Parcel) => delivery
