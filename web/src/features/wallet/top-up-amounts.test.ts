import { defaultSettings } from '@wayfare/core/settings'
import { expect, test } from 'vitest'
import { findTopUpProblem, listQuickAmounts } from './top-up-amounts.ts'

const wide = { min: '1', max: '1000000' }

test('quick amounts have the size of the prices', () => {
  expect(listQuickAmounts(['45', '180'], wide)).toEqual(['100', '200', '500', '1000'])
  expect(listQuickAmounts(['6500'], wide)).toEqual(['10000', '20000', '50000', '100000'])
  expect(listQuickAmounts(['10'], wide)).toEqual(['10', '20', '50', '100'])
})

test('without prices they begin at one', () => {
  expect(listQuickAmounts([], wide)).toEqual(['1', '2', '5', '10'])
  expect(listQuickAmounts(['0', 'none'], wide)).toEqual(['1', '2', '5', '10'])
})

test('none is outside the limits', () => {
  expect(listQuickAmounts(['45'], { min: '150', max: '999.99' })).toEqual(['200', '500'])
})

test('the limits are named only where an amount passes them', () => {
  const settings = { ...defaultSettings, topUpMin: 50, topUpMax: 2000 }
  expect(['49.99', '2000.01', '-1'].map((amount) => findTopUpProblem(amount, settings))).toEqual(
    Array.from({ length: 3 }, () => 'topup_range'),
  )
  expect(['', '100.001'].map((amount) => findTopUpProblem(amount, settings))).toEqual(['proper_amount', 'proper_amount'])
  expect(['50', '2000'].map((amount) => findTopUpProblem(amount, settings))).toEqual([null, null])
})
