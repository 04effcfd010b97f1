import { expect, test } from 'vitest'
import { deliveryPart, noParcel, parcelFor, pricedPart } from './parcel.ts'

const car = {
  parcelTypes: [
    { description: 'Envelope', amount: '10.00' },
    { description: 'Box', amount: '40.00' },
  ],
  options: [{ description: 'Fragile', amount: '5.00' }],
}

test('the first parcel type and option are chosen until others are', () => {
  expect(parcelFor(car, noParcel)).toMatchObject({ parcelType: 'Envelope', option: 'Fragile' })
  expect(parcelFor(car, { ...noParcel, parcelType: 'Box' })).toMatchObject({ parcelType: 'Box', option: 'Fragile' })
})

test('a choice that the car type does not have falls back to its first; without choices there is none', () => {
  expect(parcelFor(car, { ...noParcel, parcelType: 'Piano' }).parcelType).toBe('Envelope')
  expect(parcelFor({ parcelTypes: [], options: [] }, { ...noParcel, option: 'Fragile' })).toMatchObject({
    parcelType: null,
    option: null,
  })
})

test('the estimate is asked with the choices, the booking with the recipient', () => {
  const parcel = { ...noParcel, parcelType: 'Box', deliveryPersonPhone: '031-123 45 67' }
  expect(pricedPart(parcel)).toEqual({ parcelType: 'Box' })
  expect(deliveryPart(parcel)).toEqual({
    deliveryPerson: '',
    deliveryPersonPhone: '031-123 45 67',
    pickUpInstructions: '',
    deliveryInstructions: '',
  })
})
