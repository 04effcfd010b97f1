import { expect, test } from 'vitest'
import { quickAmounts } from './top-up-amounts.ts'

test('quick amounts have the size of the prices', () => {
  expect(quickAmounts(['45', '180'])).toEqual(['100', '200', '500', '1000'])
  expect(quickAmounts(['6500'])).toEqual(['10000', '20000', '50000', '100000'])
  expect(quickAmounts(['10'])).toEqual(['10', '20', '50', '100'])
})

test('without prices they begin at one', () => {
  expect(quickAmounts([])).toEqual(['1', '2', '5', '10'])
  expect(quickAmounts(['0', 'none'])).toEqual(['1', '2', '5', '10'])
})
