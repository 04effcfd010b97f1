import { expect, test } from 'vitest'
import { fitParcel, noParcel, pickDeliveryPart, pickPricedPart } from './parcel.ts'

const car = {
  parcelTypes: [
    { description: 'Envelope', amount: '10.00' },
    { description: 'Box', amount: '40.00' },
  ],
  options: [{ description: 'Fragile', amount: '5.00' }],
}

test('the first parcel type and option are chosen until others are', () => {
  expect(fitParcel(car, noParcel)).toMatchObject({ parcelType: 'Envelope', option: 'Fragile' })
  expect(fitParcel(car, { ...noParcel, parcelType: 'Box' })).toMatchObject({ parcelType: 'Box', option: 'Fragile' })
})

test('a choice that the car type does not have falls back to its first; without choices there is none', () => {
  expect(fitParcel(car, { ...noParcel, parcelType: 'Piano' }).parcelType).toBe('Envelope')
  expect(fitParcel({ parcelTypes: [], options: [] }, { ...noParcel, option: 'Fragile' })).toMatchObject({
    parcelType: null,
    option: null,
  })
})

test('the estimate is asked with the choices, the booking with the recipient', () => {
  const parcel = { ...noParcel, parcelType: 'Box', deliveryPersonPhone: '031-123 45 67' }
  expect(pickPricedPart(parcel)).toEqual({ parcelType: 'Box' })
  expect(pickDeliveryPart(parcel)).toEqual({
    deliveryPerson: '',
    deliveryPersonPhone: '031-123 45 67',
    pickUpInstructions: '',
    deliveryInstructions: '',
  })
})
