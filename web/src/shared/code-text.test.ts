import { expect, test } from 'vitest'
import { readCode, toLatinDigits } from './code-text.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['Your code is 123456.', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('%j holds the code %j', (text, code) => {
  expect(readCode(text)).toBe(code)
})

test('digits of other scripts become the ones the server reads, and the rest stays', () => {
  expect(toLatinDigits('٠٧٠ 123 / ab')).toBe('070 123 / ab')
})
