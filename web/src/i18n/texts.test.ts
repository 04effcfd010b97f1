import { expect, test } from 'vitest'
import { isolateText } from './texts.ts'

test('what is put into a sentence keeps its own direction only where the sentence runs from right to left', () => {
  expect(isolateText('95 kr', 'ltr')).toBe('95 kr')
  expect(isolateText('95 kr', 'rtl')).toBe('\u206895 kr\u2069')
})
