import { describe, expect, test, vi } from 'vitest'
import { addPluralForms, checkText, listFormNumbers, listTextKeys, textLimits, type Texts } from './texts.ts'

const english = {
  hello: 'Hello {{name}}',
  cars_one: 'One car on {{street}}',
  cars_other: '{{count}} cars on {{street}}',
  other: 'Other',
  bye: 'Goodbye',
}

describe('the keys of a language', () => {
  test('are the English ones with the plural forms of its own grammar, beside each other', () => {
    expect(listTextKeys(english, 'en').keys).toEqual(['hello', 'cars_one', 'cars_other', 'other', 'bye'])
    expect(listTextKeys(english, 'ja').keys).toEqual(['hello', 'cars_other', 'other', 'bye'])
    const arabic = listTextKeys(english, 'ar').keys.filter((key) => key.startsWith('cars'))
    expect(arabic).toEqual(['cars_zero', 'cars_one', 'cars_two', 'cars_few', 'cars_many', 'cars_other'])
  })

  test('a form is told by some numbers that it is for', () => {
    expect(listFormNumbers('pl', 'cars_few')).toEqual([2, 3, 4])
    expect(listFormNumbers('en', 'cars_one')).toEqual([1])
    expect(listFormNumbers('en', 'hello')).toEqual([])
  })

  test('a key that only ends like a plural form is none', () => {
    const { baseOf } = listTextKeys({ ...english, no_two: 'No two' }, 'en')
    expect([baseOf('cars_few'), baseOf('no_two'), baseOf('hello')]).toEqual(['cars', null, null])
  })
})

test('a form that is lacking reads as the form for many in the same language, else as the English one', () => {
  const polish = addPluralForms({ hello: 'Cześć {{name}}', cars_other: '{{count}} aut na {{street}}' }, english, 'pl')
  expect(polish).toMatchObject({ hello: 'Cześć {{name}}', cars_few: '{{count}} aut na {{street}}', bye: 'Goodbye' })
  expect(addPluralForms({}, english, 'pl')).toMatchObject({ cars_one: english.cars_one, cars_many: english.cars_other })
  for (const locale of ['ru', 'fr', 'fil'])
    expect(addPluralForms({}, english, locale)['cars_one'], locale).toBe(english.cars_other)
  expect(addPluralForms({ cars_other: 'Aut: {{count}}' }, english, 'pl')['cars_one']).toBe('Aut: {{count}}')
})

const check = (key: string, text: string) => checkText(english, key, text)

test('a plural form may leave the number out, the one for many may not', () => {
  for (const text of ['Några bilar på {{street}}', '{{count}} bilar på {{street}}']) expect(check('cars_few', text)).toBeNull()
  expect(check('cars_few', '{{count}} bilar')).toBe('text_placeholders')
  expect(check('cars_other', '{{count}} bilar på {{street}}')).toBeNull()
  for (const text of ['{{count}} bilar', 'Bilar på {{street}}']) expect(check('cars_other', text)).toBe('text_placeholders')
})

describe('a text is refused', () => {
  test.each([
    ['that lost a placeholder', 'hello', 'Hej', 'text_placeholders'],
    ['that invented one', 'hello', 'Hej {{name}} {{surname}}', 'text_placeholders'],
    ['that misspelt one', 'hello', 'Hej {{namn}}', 'text_placeholders'],
    ['with half a placeholder', 'hello', 'Hej {{name}} {', 'text_placeholders'],
    ['with a way around escaping', 'hello', 'Hej {{- name}}', 'text_placeholders'],
    ['that lost the number where it stands for many', 'cars_other', 'Bilar på {{street}}', 'text_placeholders'],
    ['that is endless', 'bye', 'x'.repeat(textLimits.characters + 1), 'text_length'],
    ['with characters nobody sees', 'bye', 'Hej\u0000', 'text_characters'],
    ['with half a character', 'bye', 'Hej \ud83d', 'text_characters'],
    ['under a key that is none', '__proto__', 'Hej', 'text_key'],
    ['under a key with a space', 'two words', 'Hej', 'text_key'],
  ])('%s', (_what, key, text, problem) => {
    expect(checkText(english, key, text)).toBe(problem)
  })
})

test.each([
  ['hello', 'Hej {{name}}, {{name}}!'],
  ['cars_one', 'En bil på {{street}}'],
  ['cars_few', '{{count}} bilar på {{street}}'],
  ['bye', '<b>Hej då</b> 👋\n\n& välkommen åter'],
  ['bye', 'x'.repeat(textLimits.characters)],
  ['our_own', 'What {another} client of ours reads'],
])('a text for %s is kept as it is written', (key, text) => {
  expect(checkText(english, key, text)).toBeNull()
})

test('every key of a language is one that can be saved', () => {
  const arabic = listTextKeys(english, 'ar').keys
  expect(arabic.filter((key) => checkText({}, key, 'x') === 'text_key')).toEqual([])
})

test('thousands of texts are put together without trying numbers for each of them', () => {
  const plain = Array.from({ length: 2000 }, (_, i) => [`plain_${i}`, 'Words'])
  const plural = Array.from({ length: 200 }, (_, i) => [
    [`cars${i}_one`, 'a car'],
    [`cars${i}_other`, '{{count}} cars'],
  ]).flat()
  const many: Texts = Object.fromEntries([...plain, ...plural])
  const select = vi.spyOn(Intl.PluralRules.prototype, 'select')
  expect(addPluralForms({}, many, 'sl')).toMatchObject({ cars7_one: '{{count}} cars', cars7_two: '{{count}} cars' })
  expect(select.mock.calls.length).toBeLessThan(1000)
  select.mockRestore()
})
