import { expect, test } from 'vitest'
import { quickAmounts } from './top-up-amounts.ts'

const wide = { min: '1', max: '1000000' }

test('quick amounts have the size of the prices', () => {
  expect(quickAmounts(['45', '180'], wide)).toEqual(['100', '200', '500', '1000'])
  expect(quickAmounts(['6500'], wide)).toEqual(['10000', '20000', '50000', '100000'])
  expect(quickAmounts(['10'], wide)).toEqual(['10', '20', '50', '100'])
})

test('without prices they begin at one', () => {
  expect(quickAmounts([], wide)).toEqual(['1', '2', '5', '10'])
  expect(quickAmounts(['0', 'none'], wide)).toEqual(['1', '2', '5', '10'])
})

test('none is outside the limits', () => {
  expect(quickAmounts(['45'], { min: '150', max: '999.99' })).toEqual(['200', '500'])
})
