import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBody, readJsonName, toJsonNumber } from './json.ts'

test('an amount as a number of JSON is spelled as its decimal', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (minor) => {
      const text = minor.toString().padStart(3, '0')
      const decimal = `${text.slice(0, -2)}.${text.slice(-2)}`
      return toJsonNumber(decimal).toFixed(2) === decimal
    }),
  )
})

test('an amount that no number spells is refused', () => {
  expect(toJsonNumber('1000.00')).toBe(1000)
  expect(() => toJsonNumber('900719925474099.31')).toThrow('too many digits')
})

test('a name is a text or a whole number', () => {
  expect([readJsonName('a'), readJsonName(7), readJsonName({ id: 7 }, 'id')]).toEqual(['a', '7', '7'])
  expect([readJsonName(''), readJsonName(7.5), readJsonName(null), readJsonName({}, 'id'), readJsonName([7])]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a body that is no JSON holds nothing', () => {
  expect(readBody(Buffer.from('{"a":1}'))).toEqual({ a: 1 })
  expect(readBody(Buffer.from('<xml>'))).toBeNull()
})
