import { expect, test } from 'vitest'
import { asksByItself } from './asked-trips.ts'

test('a trip asks by itself to be rated once in a tab', () => {
  expect(asksByItself('A1')).toBe(true)
  expect(asksByItself('A1')).toBe(false)
  expect(asksByItself('B2')).toBe(true)
  expect(asksByItself('A1')).toBe(false)
})
