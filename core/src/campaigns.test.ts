import { expect, test } from 'vitest'
import { detectDirection } from './campaigns.ts'

test.each([
  ['Half price tonight', 'ltr'],
  ['نصف السعر الليلة', 'rtl'],
  ['50 % مع Wayfare', 'rtl'],
  ['🚕 Wayfare الليلة', 'ltr'],
  ['חצי מחיר', 'rtl'],
  ['50 %!', 'ltr'],
  ['', 'ltr'],
])('the first letter of “%s” says %s', (text, direction) => {
  expect(detectDirection(text)).toBe(direction)
})
