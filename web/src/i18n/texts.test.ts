import { expect, test } from 'vitest'
import { makeTranslator } from './texts.ts'

const english = makeTranslator(
  {
    locale: 'en',
    texts: { hello: 'Hello {{name}}', cars_one: 'one car', cars_other: '{{count}} cars', size: '{{count}} MB', empty: '' },
  },
  'ltr',
)
const arabic = makeTranslator(
  { locale: 'ar', texts: { hello: 'مرحبا {{name}}', cars_two: 'سيارتان', cars_few: '{{count}} سيارات' } },
  'rtl',
)

test('what is put into a sentence keeps its own direction only where the sentence runs from right to left', () => {
  expect(english('hello', { name: 'Maja' })).toBe('Hello Maja')
  expect(arabic('hello', { name: 'Maja' })).toBe('مرحبا \u2068Maja\u2069')
})

test('a number takes the plural form that its language has for it', () => {
  expect([0, 1, 2].map((count) => english('cars', { count }))).toEqual(['0 cars', 'one car', '2 cars'])
  expect([2, 3].map((count) => arabic('cars', { count }))).toEqual(['سيارتان', '\u20683\u2069 سيارات'])
})

test('a number that is written already, and a text without forms, have one text', () => {
  expect(english('size', { count: '1 200' })).toBe('1 200 MB')
  expect(english('size', { count: 1 })).toBe('1 MB')
})

test('a text that is not there is its key, and a name that nobody fills in stays', () => {
  expect([english('nothing'), english('empty'), arabic('cars', { count: 11 })]).toEqual(['nothing', 'empty', 'cars'])
  expect(english('hello')).toBe('Hello {{name}}')
})

test('what is filled in is never read as a text of its own', () => {
  expect(english('hello', { name: '{{name}} $& $1' })).toBe('Hello {{name}} $& $1')
})
