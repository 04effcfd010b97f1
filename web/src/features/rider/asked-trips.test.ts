import { expect, test } from 'vitest'
import { shouldAskOnce } from './asked-trips.ts'

test('a trip asks by itself to be rated once in a tab', () => {
  expect(shouldAskOnce('A1')).toBe(true)
  expect(shouldAskOnce('A1')).toBe(false)
  expect(shouldAskOnce('B2')).toBe(true)
  expect(shouldAskOnce('A1')).toBe(false)
})
