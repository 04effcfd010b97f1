import { expect, test } from 'vitest'
import { parseJson, readDate, readName, readUrl } from './fields.ts'

test('a name is a text or a whole number', () => {
  expect([readName('a'), readName(7), readName({ id: 7 }, 'id')]).toEqual(['a', '7', '7'])
  expect([readName(''), readName(7.5), readName(null), readName({}, 'id'), readName([7])]).toEqual([null, null, null, null, null])
})

test('a text that is no JSON holds nothing', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  expect(parseJson('<xml>')).toBeNull()
})

test('a moment and an address are read only where they are one', () => {
  expect(readDate({ at: '2026-11-22T12:00:00Z' }, 'at')).toEqual(new Date(Date.UTC(2026, 10, 22, 12)))
  expect([readDate({ at: 'soon' }, 'at'), readDate({}, 'at'), readDate({ at: 7 }, 'at')]).toEqual([null, null, null])
  expect([readUrl('https://pay.example/1'), readUrl('pay'), readUrl(null)]).toEqual(['https://pay.example/1', null, null])
})
