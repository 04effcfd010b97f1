import { expect, test } from 'vitest'
import {
  listTextChanges,
  listContestedKeys,
  makeDrafts,
  findEnglishText,
  filterKeys,
  findFallbackText,
  listPairs,
  findTextProblem,
  mergeTexts,
  type Pairs,
} from './language-texts.ts'
import { parseTexts, printTexts } from './texts-json.ts'

const english = { bye: 'Goodbye', cars_one: 'One car', cars_other: '{{count}} cars', hello: 'Hello {{name}}' }
const pairs: Pairs = {
  language: {
    id: 'pl',
    langName: 'Polski',
    langLocale: 'pl',
    dateLocale: 'pl',
    default: false,
    direction: 'ltr',
    version: 3,
    createdAt: 0,
    texts: { all: 6, translated: 2, written: 1 },
  },
  english,
  own: { bye: 'Do widzenia' },
  lent: { ...english, bye: 'Hej då', cars_few: '{{count}} cars', cars_many: '{{count}} cars', extra: 'Eget' },
  written: { hello: 'Cześć {{name}}' },
}

test('the forms of a plural stand together, and keys of one’s own at the end', () => {
  expect(Object.keys(listPairs(pairs, { zebra: 'x' }))).toEqual([
    'bye',
    'cars_one',
    'cars_few',
    'cars_many',
    'cars_other',
    'hello',
    'extra',
    'zebra',
  ])
  expect(findEnglishText(pairs, 'cars_few')).toBe('{{count}} cars')
  expect(findFallbackText(pairs, 'bye')).toBe('Hej då')
})

test('only what differs would be saved: a text back at what comes with the version takes back what was written', () => {
  expect(listTextChanges(pairs, { bye: 'Do widzenia ', hello: 'Hej {{name}}', cars_one: '' })).toEqual({ hello: 'Hej {{name}}' })
  expect(listTextChanges(pairs, { hello: '' })).toEqual({ hello: null })
  expect(listTextChanges({ ...pairs, written: { bye: 'Pa' } }, { bye: 'Do widzenia' })).toEqual({ bye: null })
  // a lent text that is right as it is becomes the language's own
  expect(listTextChanges(pairs, { cars_one: 'One car' })).toEqual({ cars_one: 'One car' })
})

test('a text that lost its placeholder is told while it is typed, and one that was kept is told too', () => {
  expect(findTextProblem(pairs, { hello: 'Cześć' }, 'hello')).toBe('text_placeholders')
  expect(findTextProblem({ ...pairs, written: { hello: 'Cześć {{imie}}' } }, {}, 'hello')).toBe('text_placeholders')
  expect(findTextProblem(pairs, { cars_one: 'Jedno auto' }, 'cars_one')).toBeNull()
  expect(mergeTexts(pairs, { hello: 'Cześć', bye: 'Pa' })).toMatchObject({ hello: 'Cześć {{name}}', bye: 'Pa' })
  expect(mergeTexts(pairs, { hello: '' })).toMatchObject({ hello: 'Hello {{name}}' })
})

test('shows what is missing, what was changed, and what has all the words', () => {
  const none = { search: '', missing: false, changed: false, wrong: false }
  expect(filterKeys(pairs, {}, { ...none, missing: true })).toEqual(['cars_one', 'cars_few', 'cars_many', 'cars_other', 'extra'])
  expect(filterKeys(pairs, { bye: 'Pa' }, { ...none, changed: true })).toEqual(['bye', 'hello'])
  expect(filterKeys(pairs, { hello: 'Hej' }, { ...none, wrong: true })).toEqual(['hello'])
  expect(filterKeys(pairs, {}, { ...none, search: 'CZESC' })).toEqual(['hello'])
  expect(filterKeys(pairs, {}, { ...none, search: 'cars few' })).toEqual(['cars_few'])
})

test('JSON that is given back as it was shown changes nothing', () => {
  const { pairs: read } = parseTexts(printTexts(listPairs(pairs, {})))
  expect(listTextChanges(pairs, makeDrafts(pairs, {}, read ?? {}, true))).toEqual({})
})

test('a key that was taken out of the JSON takes back what was written, one that a file does not name stays', () => {
  const { hello: _hello, ...rest } = listPairs(pairs, {})
  expect(listTextChanges(pairs, makeDrafts(pairs, {}, rest, true))).toEqual({ hello: null })
  expect(listTextChanges(pairs, makeDrafts(pairs, {}, { bye: 'Pa', our_own: 'Nasze' }, false))).toEqual({
    bye: 'Pa',
    our_own: 'Nasze',
  })
})

test('of two who wrote, only the texts that both changed differently are asked about', () => {
  const now = { ...pairs, written: { hello: 'Hejka {{name}}', bye: 'Pa' } }
  expect(listContestedKeys(pairs, now, { hello: 'Hej {{name}}', bye: 'Pa', cars_one: 'Auto' })).toEqual(['hello'])
})

test.each([
  ['', 1, 1],
  ['[]', 1, 1],
  ['{"a": 1}', 1, 7],
  ['{\n  "a": "b",\n  "c" "d"\n}', 3, 7],
  ['{\n  "a": "b",\n}', 3, 1],
  ['{"a": "b", "a": "c"}', 1, 12],
  ['{"a": {"b": "c"}}', 1, 7],
  ['{"a": "b"} x', 1, 12],
  ['{"a": "line\nbreak"}', 1, 7],
  [`{'a': 'b'}`, 1, 2],
])('%j is a mistake at line %i, column %i', (text, line, column) => {
  expect(parseTexts(text).fault).toMatchObject({ line, column })
})

test.each(['{}', ' {"a":"b"}\n', '\ufeff{"a": "\\u00e5 \\" {{name}}"}', '{"__proto__": "x"}'])(
  '%j is read as JSON reads it',
  (text) => {
    expect(parseTexts(text).pairs).toEqual(JSON.parse(text.replace('\ufeff', '')))
  },
)
