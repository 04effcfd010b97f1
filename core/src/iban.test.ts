import { expect, test } from 'vitest'
import { isIban, normalizeIban } from './iban.ts'

/** From the registry's own examples. */
const good = [
  'DE89 3704 0044 0532 0130 00',
  'SE45 5000 0000 0583 9825 7466',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO9386011117947',
]

test('the examples of the registry are numbers, however they are spaced', () => {
  for (const iban of good) expect(isIban(iban)).toBe(true)
  expect(isIban('de89-3704-0044-0532-0130-00')).toBe(true)
  expect(normalizeIban(' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000')
})

test('one that was pasted with signs of direction, or typed in the digits of another script, is the same number', () => {
  for (const iban of [
    '\u2066DE89 3704 0044 0532 0130 00\u2069',
    '\u200eDE89\u00a03704\u202f0044 0532 0130 00',
    'DE٨٩ ٣٧٠٤ ٠٠٤٤ ٠٥٣٢ ٠١٣٠ ٠٠',
  ])
    expect([isIban(iban), normalizeIban(iban)]).toEqual([true, 'DE89370400440532013000'])
})

test('one wrong or swapped digit, and what is no number at all, are not', () => {
  for (const bad of [
    'xDE89 3704 0044 0532 0130 00',
    'DE89 3704 0044 0532 0130 00!',
    'D889 3704 0044 0532 0130 00',
    'DE89 3704 0044 0532 0130 01',
    'DE89 3704 0044 0523 0130 00',
    '5839-8257466',
    '',
    'DE89',
  ])
    expect(isIban(bad)).toBe(false)
})
