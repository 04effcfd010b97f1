// What a sender tells of a parcel: its kind, who receives it, and what to know at both ends.
import type { CarType } from '@wayfare/contract/catalog'
import { getCategory } from '@wayfare/core/booking'
import { parcelNoteNames, type ParcelNote } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import type { Settings } from '@wayfare/core/settings'

/** What each note is called where it is asked for, and where it is read. */
export const noteWords: Record<ParcelNote, { ask: string; tell: string }> = {
  pickUpInstructions: { ask: 'parcel_pickup_note', tell: 'parcel_at_pickup' },
  deliveryInstructions: { ask: 'parcel_drop_note', tell: 'parcel_at_drop' },
}

export type Parcel = Record<ParcelNote, string> & {
  /** descriptions out of the car type's lists */
  parcelType: string | null
  option: string | null
  deliveryPerson: string
  deliveryPersonPhone: string
}

export const noParcel: Parcel = {
  parcelType: null,
  option: null,
  deliveryPerson: '',
  deliveryPersonPhone: '',
  ...makeRecord(parcelNoteNames, () => ''),
}

export const carOf = (carType: string | null, cars: readonly CarType[]): CarType | null =>
  cars.find(({ id }) => id === carType) ?? null

/** Whether this operator's cars of the type carry parcels. */
export const isParcel = (car: CarType | null, category: Settings['category']): boolean =>
  car !== null && getCategory(category, car.category) === 'delivery'

type Choices = Pick<CarType, 'parcelTypes' | 'options'>

const oneOf = (choices: CarType['options'], chosen: string | null): string | null =>
  choices.some(({ description }) => description === chosen) ? chosen : (choices[0]?.description ?? null)

/** The parcel with choices that this car type has: the first of each unless one was chosen. */
export const fitParcel = (car: Choices, parcel: Parcel): Parcel => ({
  ...parcel,
  parcelType: oneOf(car.parcelTypes, parcel.parcelType),
  option: oneOf(car.options, parcel.option),
})

/** The part of it that the estimate is made from. */
export const pickPricedPart = ({ parcelType, option }: Parcel): { parcelType?: string; option?: string } => ({
  ...(parcelType === null ? {} : { parcelType }),
  ...(option === null ? {} : { option }),
})

/** The part of it that the booking is made with. */
export const pickDeliveryPart = ({ parcelType: _parcelType, option: _option, ...delivery }: Parcel) => delivery
