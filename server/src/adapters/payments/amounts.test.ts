import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkMoney,
  formatDecimal,
  formatDecimalWith,
  readDecimal,
  readMinor,
  readUnits,
  toJsonNumber,
  toUnits,
} from './amounts.ts'

const money = (amountMinor: bigint, currency: string) => ({ amountMinor, currency })
const anyMoney = fc.record({
  amountMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  currency: fc.constantFrom('SEK', 'JPY', 'KWD'),
})

describe('an amount for a provider', () => {
  test('has the digits of its currency, or those that the provider asks for', () => {
    expect([money(14_950n, 'SEK'), money(730n, 'JPY'), money(5n, 'KWD')].map(formatDecimal)).toEqual(['149.50', '730', '0.005'])
    expect([formatDecimalWith(0, money(14_900n, 'SEK')), formatDecimalWith(2, money(730n, 'JPY'))]).toEqual(['149', '730.00'])
    expect(formatDecimalWith(2, money(5120n, 'KWD'))).toBe('5.12')
    expect([toUnits(2, money(5n, 'JPY')), toUnits(0, money(500n, 'MGA')), toUnits(3, money(5n, 'KWD'))]).toEqual([500n, 5n, 5n])
  })

  test('is refused with digits that the provider lacks, in another currency, and for nothing', () => {
    for (const asking of [
      () => formatDecimalWith(0, money(14_950n, 'SEK')),
      () => formatDecimalWith(2, money(5n, 'KWD')),
      () => toUnits(0, money(550n, 'MGA')),
      () => checkMoney(money(1n, 'SEK'), ['EUR']),
      () => checkMoney(money(0n, 'SEK'), ['SEK']),
    ]) {
      expect(asking).toThrow(expect.objectContaining({ outage: 'refused' }) as Error)
    }
  })
})

describe('an amount from a provider', () => {
  test.each([
    ['149.5', 'SEK', 14_950n],
    [149.5, 'SEK', 14_950n],
    [0.1, 'SEK', 10n],
    ['730.000', 'JPY', 730n],
    ['5.1200', 'KWD', 5120n],
    ['149.505', 'SEK', null],
    ['1.5', 'JPY', null],
    [1e21, 'SEK', null],
    ['1e3', 'SEK', null],
    ['', 'SEK', null],
    [null, 'SEK', null],
    [Number.NaN, 'SEK', null],
  ])('%j %s is %s', (value, currency, amount) => {
    expect(readDecimal(value, currency)).toBe(amount)
  })

  test('is a whole number where minor units are meant', () => {
    expect(['14950', 14_950, '-5'].map(readMinor)).toEqual([14_950n, 14_950n, -5n])
    expect(['1.5', 1.5, 2 ** 53, '', ' 5', '0x5', null, '9'.repeat(19)].map(readMinor)).toEqual(Array(8).fill(null))
    expect([readUnits(2, 500, 'JPY'), readUnits(2, 550, 'JPY'), readUnits(0, 5, 'MGA'), readUnits(2, null, 'SEK')]).toEqual([
      5n,
      null,
      500n,
      null,
    ])
  })

  test('is the one that was sent', () => {
    fc.assert(
      fc.property(anyMoney, fc.integer({ min: 3, max: 4 }), ({ amountMinor, currency }, digits) => {
        const given = money(amountMinor, currency)
        expect(readDecimal(formatDecimal(given), currency)).toBe(amountMinor)
        expect(readDecimal(JSON.parse(formatDecimal(given)), currency)).toBe(amountMinor)
        expect(readUnits(digits, String(toUnits(digits, given)), currency)).toBe(amountMinor)
      }),
    )
  })
})

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
