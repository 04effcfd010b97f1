import { asId, type CarTypeId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import type { Quote } from '../../shared/use-quote.ts'
import { pickCar } from './pick-car.ts'

const id = (name: string): CarTypeId => asId<'carType'>(name)
const quote = (name: string, payableAmount: string, category: Quote['category'] = 'taxi') =>
  ({ carType: id(name), payableAmount, category }) as Quote

const quotes = [quote('comfort', '180.00'), quote('city', '95.00'), quote('van', '1000.00'), quote('bike', '59.00', 'delivery')]
const freeIn = (...names: string[]) => quotes.map(({ carType }) => ({ carType, free: names.includes(carType) ? 1 : 0 }))

test.each([
  ['the cheapest that is free', freeIn('van', 'comfort'), 'comfort'],
  ['the cheapest where none is free', freeIn(), 'city'],
  ['a car for people before a cheaper one for parcels', freeIn('bike', 'van'), 'van'],
  ['the cheapest where nobody knows which are free', null, 'city'],
])('it proposes %s', (_what, supply, car) => {
  expect(pickCar(quotes, supply)).toBe(car)
})

test('where only parcels are carried it proposes one of those, and nothing where there are no cars', () => {
  const parcels = [quote('bike', '59.00', 'delivery'), quote('cargo', '99.00', 'delivery')]
  expect(pickCar(parcels, [{ carType: id('cargo'), free: 2 }])).toBe('cargo')
  expect(pickCar([], null)).toBeNull()
})
