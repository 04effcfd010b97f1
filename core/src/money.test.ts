import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  carryUnits,
  divideRounded,
  getExponent,
  formatMoney,
  parseDecimal,
  toMinor,
  computeRoundingStep,
  roundToDecimals,
  toDecimal,
} from './money.ts'

const anyCurrency = fc.constantFrom('SEK', 'EUR', 'JPY', 'KRW', 'KWD', 'TND', 'XYZ')
const kronor = { symbol: 'kr', code: 'SEK', decimal: 0, swipeSymbol: true }

describe('an amount on the wire', () => {
  it('has the digits of its currency', () => {
    expect(['JPY', 'SEK', 'KWD', 'XYZ'].map(getExponent)).toEqual([0, 2, 3, 2])
    expect([toDecimal(14_950n, 'SEK'), toDecimal(5n, 'SEK'), toDecimal(0n, 'KWD')]).toEqual(['149.50', '0.05', '0.000'])
    expect([toDecimal(-5n, 'SEK'), toDecimal(-730n, 'JPY')]).toEqual(['-0.05', '-730'])
  })

  it('comes back as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), anyCurrency, (amount, code) => {
        expect(parseDecimal(toDecimal(amount, code), code)).toBe(amount)
      }),
    )
  })

  it.each([
    ['149.5', 'SEK', 14_950n],
    ['149', 'SEK', 14_900n],
    ['149.5000', 'SEK', 14_950n],
    ['730.00', 'JPY', 730n],
    ['-0', 'SEK', 0n],
    ['007', 'JPY', 7n],
  ])('may be written %s in %s', (text, code, amount) => {
    expect(parseDecimal(text, code)).toBe(amount)
  })

  it.each(['', ' ', '.5', '5.', '1e3', '+1', '1,5', '0x10', 'NaN', '١', '1.5\n', '1 000', '9'.repeat(16), '1.00001'])(
    'is not %j',
    (text) => {
      expect(parseDecimal(text, 'SEK')).toBeNull()
    },
  )

  it('is refused with digits that its currency lacks', () => {
    expect([parseDecimal('1.234', 'SEK'), parseDecimal('1.5', 'JPY')]).toEqual([null, null])
    expect(parseDecimal('1.234', 'KWD')).toBe(1234n)
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), anyCurrency, (text, code) => {
        expect(() => parseDecimal(text, code)).not.toThrow()
      }),
    )
  })
})

describe('rounding', () => {
  it('goes to the nearest, halves away from zero', () => {
    expect([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(5n, -2n), divideRounded(-5n, -2n)]).toEqual([
      3n,
      -3n,
      -3n,
      3n,
    ])
    expect([divideRounded(7n, 3n), divideRounded(8n, 3n), divideRounded(0n, -3n)]).toEqual([2n, 3n, 0n])
  })

  it('is never farther than half a step from the exact amount, and lands on a step', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        anyCurrency,
        fc.nat(4),
        (numerator, denominator, code, decimals) => {
          const step = computeRoundingStep(code, decimals)
          const rounded = roundToDecimals({ numerator, denominator }, code, decimals)
          const error = rounded * denominator - numerator
          expect(rounded % step).toBe(0n)
          expect(2n * (error < 0n ? -error : error) <= step * denominator).toBe(true)
        },
      ),
    )
  })

  it('knows the smallest amount that the settings can show', () => {
    expect([
      computeRoundingStep('SEK', 0),
      computeRoundingStep('SEK', 1),
      computeRoundingStep('SEK', 2),
      computeRoundingStep('SEK', 3),
    ]).toEqual([100n, 10n, 1n, 1n])
    expect([
      computeRoundingStep('JPY', 0),
      computeRoundingStep('JPY', 2),
      computeRoundingStep('KWD', 1),
      computeRoundingStep('SEK', -1),
    ]).toEqual([1n, 1n, 100n, 100n])
  })
})

describe('an amount that people read', () => {
  it('has the symbol before it, or after it when swipeSymbol is on', () => {
    expect(formatMoney('149.00', kronor)).toBe('149 kr')
    expect(formatMoney('149.00', { ...kronor, swipeSymbol: false })).toBe('kr 149')
    expect(formatMoney('149.50', { symbol: '$', code: 'USD', decimal: 2, swipeSymbol: false })).toBe('$149.50')
    expect(formatMoney('149.50', { symbol: '€', code: 'EUR', decimal: 2, swipeSymbol: true })).toBe('149.50 €')
  })

  it('has the separators of the language', () => {
    const euros = { symbol: '€', code: 'EUR', decimal: 2, swipeSymbol: true }
    expect(formatMoney('1234567.50', euros)).toBe('1,234,567.50 €')
    expect(formatMoney('1234567.50', euros, 'es')).toBe('1.234.567,50 €')
    expect(formatMoney('1234567.50', euros, 'sv').replaceAll(/\s/g, ' ')).toBe('1 234 567,50 €')
  })

  it('is exact where a floating point number would not be', () => {
    expect(formatMoney('90071992547409.93', { symbol: '$', code: 'USD', decimal: 2, swipeSymbol: false })).toBe(
      '$90,071,992,547,409.93',
    )
    expect(formatMoney('999999999999999.999', { symbol: 'KD', code: 'KWD', decimal: 3, swipeSymbol: true })).toBe(
      '999,999,999,999,999.999 KD',
    )
  })

  it('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), anyCurrency, (amount, code) => {
        const text = toDecimal(amount, code)
        const shown = formatMoney(text, { symbol: '¤', code, decimal: getExponent(code), swipeSymbol: true })
        expect(shown.replaceAll(',', '')).toBe(`${text} ¤`)
      }),
    )
  })
})

describe('an amount of the settings', () => {
  it('is counted in minor units of its currency', () => {
    expect([toMinor(50, 'SEK'), toMinor(0.1 + 0.2, 'SEK'), toMinor(50, 'JPY'), toMinor(1.5, 'KWD')]).toEqual([
      5000n,
      30n,
      50n,
      1500n,
    ])
  })

  it('is nothing when it is no amount', () => {
    for (const bonus of [0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e30]) expect(toMinor(bonus, 'SEK')).toBe(0n)
  })
})

describe('so many units in another currency', () => {
  it('are as many, whatever digits it has, and never nothing', () => {
    expect([carryUnits(4500n, 'SEK', 'JPY'), carryUnits(45n, 'JPY', 'KWD'), carryUnits(45_000n, 'KWD', 'SEK')]).toEqual([
      45n,
      45_000n,
      4500n,
    ])
    expect([carryUnits(35n, 'EUR', 'JPY'), carryUnits(150n, 'EUR', 'JPY'), carryUnits(0n, 'EUR', 'JPY')]).toEqual([1n, 2n, 0n])
  })
})
