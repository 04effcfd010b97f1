import { expect, it } from 'vitest'
import { splitRuns, type Direction } from './pdf-text.ts'

const one = () => 'a'
const bySigns = (char: string) => (/[ (]/.test(char) ? 'signs' : 'letters')
/** As it is seen from left to right: runs of right-to-left letters are turned round, as the font does it. */
const seen = (text: string, base: Direction): string =>
  splitRuns(text, base, one)
    .map((run) => (run.rtl ? [...run.text].toReversed().join('') : run.text))
    .join('')

it('leaves a line of one direction as it is', () => {
  expect(seen('Trip to Göteborg, 12.50 kr (paid)', 'ltr')).toBe('Trip to Göteborg, 12.50 kr (paid)')
  expect(splitRuns('إيصال الرحلة', 'rtl', one)).toEqual([{ text: 'إيصال الرحلة', rtl: true, font: 'a' }])
})

it('keeps numbers readable among Arabic words', () => {
  expect(seen('ابج 123.45 دهو', 'rtl')).toBe('وهد 123.45 جبا')
  expect(seen('ابج ‎-12', 'rtl')).toBe('-12 جبا')
  expect(seen('ابج ١٢٫٥٠', 'rtl')).toBe('١٢٫٥٠ جبا')
})

it('puts other letters into an Arabic line where they belong, and turns its brackets', () => {
  expect(seen('ابج Kungsgatan 12 دهو', 'rtl')).toBe('وهد Kungsgatan 12 جبا')
  expect(seen('ابج (دهو)', 'rtl')).toBe('(وهد) جبا')
  expect(seen('ابج (4.5 دهو)', 'rtl')).toBe('(وهد 4.5) جبا')
  expect(seen('ابج a Volvo (ABC 123) دهو', 'rtl')).toBe('وهد a Volvo (ABC 123) جبا')
  expect(seen('ابج A ((B))', 'rtl')).toBe('A ((B)) جبا')
})

it('puts Arabic words into a line of other letters', () => {
  expect(seen('Driver ابج دهو here', 'ltr')).toBe('Driver وهد جبا here')
})

it('lets what is isolated keep to itself', () => {
  expect(seen('ابج: 12:30 – 13:00', 'rtl')).toBe('13:00 – 12:30 :جبا')
  expect(seen('ابج: \u206812:30 – 13:00\u2069', 'rtl')).toBe('12:30 – 13:00 :جبا')
  expect(seen('ابج \u2068A-1, B\u2069 دهو', 'rtl')).toBe('وهد A-1, B جبا')
})

it('keeps emoji whole, and where their neighbours belong', () => {
  expect(seen('ابج 🚕 👍', 'rtl')).toBe('👍 🚕 جبا')
  expect(seen('OK 🚕 👍', 'ltr')).toBe('OK 🚕 👍')
})

it('parts a run where another font is needed, in the order in which it is seen', () => {
  expect(splitRuns('اب جد', 'rtl', bySigns).map(({ text, font }) => [text, font])).toEqual([
    ['جد', 'letters'],
    [' ', 'signs'],
    ['اب', 'letters'],
  ])
})

it('turns what no font turns: signs by themselves among Arabic words', () => {
  expect(splitRuns('اب (جد)', 'rtl', bySigns)[1]).toEqual({ text: ') ', rtl: false, font: 'signs' })
})
