import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findTypedAmount, readNumber, shortenDecimal } from './amounts.ts'
import { makeFormat } from './format.ts'
import { getExponent, toDecimal } from './money.ts'
import { defaultSettings } from './settings.ts'

const languages = 'en sv ar es ar-EG de de-CH de-AT fr pt-PT pl en-IN hi bn fa ne my es-CO he tr ja'.split(' ')
const currencies = ['SEK', 'EUR', 'COP', 'JPY', 'ISK', 'KWD', 'TND']
const symbols = ['kr', '$', 'S/.', 'Rs.', 'د.إ', 'F CFA']

const formatIn = (language: string, code: string, part: { decimal?: number; symbol?: string; swipeSymbol?: boolean } = {}) =>
  makeFormat(
    { ...defaultSettings, code, symbol: code, decimal: getExponent(code), ...part },
    { langLocale: language, dateLocale: language },
  )

const short = (code: string, decimal: number) => (value: string) => shortenDecimal(value, { code, decimal })

const read = (typed: string, language: string, code: string) => {
  const reading = formatIn(language, code).readAmount(typed)
  if (reading.is === 'none') return null
  return reading.is === 'amount' ? reading.value : reading.values
}

const settled = fc.record({
  language: fc.constantFrom(...languages),
  code: fc.constantFrom(...currencies),
  minor: fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 11n }),
    fc.bigInt({ min: 0n, max: 3000n }).map((n) => n * 1000n),
  ),
  symbol: fc.constantFrom(...symbols),
  swipeSymbol: fc.boolean(),
})

describe('an amount that was typed', () => {
  it('keeps its digits where an operator made one of them the symbol', () => {
    expect(findTypedAmount(formatIn('en', 'SEK', { symbol: '5' }).readAmount('55'))).toBe('55.00')
  })

  it('is what the page writes, in every language and currency', () => {
    fc.assert(
      fc.property(settled, ({ language, code, minor, ...part }) => {
        const format = formatIn(language, code, part)
        const amount = toDecimal(minor, code)
        const written = [format.exactMoney, format.fullMoney, format.writeAmount].map((write) => write(amount))
        expect(written.map((text) => findTypedAmount(format.readAmount(text)))).toEqual([amount, amount, amount])
      }),
      { numRuns: 200 },
    )
  })

  it('is never another one than the page writes, however few digits the settings show', () => {
    fc.assert(
      fc.property(settled, fc.integer({ min: 0, max: 3 }), ({ language, code, minor, ...part }, decimal) => {
        const format = formatIn(language, code, { ...part, decimal: Math.min(decimal, getExponent(code)) })
        const amount = toDecimal(minor, code)
        const reading = format.readAmount(format.exactMoney(amount))
        if (reading.is === 'unsure') expect(reading.values).toContain(amount)
        else expect(findTypedAmount(reading)).toBe(amount)
        expect(findTypedAmount(format.readAmount(format.writeAmount(amount)))).toBe(amount)
      }),
      { numRuns: 200 },
    )
  })

  it('is never a thousand times more or less than in its own language: where it could be, both are offered', () => {
    const written = fc.record({
      by: fc.constantFrom(...languages),
      code: fc.constantFrom(...currencies),
      to: fc.constantFrom(...languages),
    })
    fc.assert(
      fc.property(written, fc.bigInt({ min: 0n, max: 10n ** 10n }), ({ by, code, to }, minor) => {
        const amount = toDecimal(minor, code)
        const reading = formatIn(to, code).readAmount(formatIn(by, code).fullMoney(amount))
        const own = reading.is === 'amount' ? [reading.value] : reading.is === 'unsure' ? reading.values : [amount]
        // with three decimals, grouping and decimal signs look alike: then the page's language decides
        if (getExponent(code) < 3) expect(own).toContain(amount)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    // written in the notation of the page's language
    ['1,000', 'en', 'USD', '1000.00'],
    ['1,234.50', 'en', 'USD', '1234.50'],
    ['1.000', 'es', 'EUR', '1000.00'],
    ['50.000', 'es', 'COP', '50000.00'],
    ['1.234,50', 'es', 'EUR', '1234.50'],
    ['1.000', 'en', 'KWD', '1.000'],
    ['1,005', 'sv', 'KWD', '1.005'],
    ['1,00,000', 'en-IN', 'INR', '100000.00'],
    ['٤٥', 'ar', 'SEK', '45.00'],
    ['١٢٫٥', 'ar', 'SEK', '12.50'],
    ['١٬٠٠٠', 'ar', 'SEK', '1000.00'],
    ['١٬٢٣٤٫٥٠', 'en', 'SEK', '1234.50'],
    ['١٬٠٠٠', 'ar', 'KWD', '1000.000'],
    // only one reading is possible
    ['12,50', 'en', 'USD', '12.50'],
    ['12.50', 'sv', 'SEK', '12.50'],
    ['1.000.000', 'en', 'USD', '1000000.00'],
    ['1.234,50', 'en', 'USD', '1234.50'],
    ['1 000', 'sv', 'SEK', '1000.00'],
    ['1\u00a0000,50', 'sv', 'SEK', '1000.50'],
    ['1\u202f000', 'fr', 'KWD', '1000.000'],
    ["1'000.50", 'de-CH', 'CHF', '1000.50'],
    ['1’000', 'en', 'USD', '1000.00'],
    ['0.5', 'en', 'USD', '0.50'],
    ['5.', 'en', 'USD', '5.00'],
    ['$ 5', 'en', 'USD', null],
    ['USD 5', 'en', 'USD', '5.00'],
    // two readings, or one in a foreign notation: the author chooses
    ['1.000', 'en', 'USD', ['1.00', '1000.00']],
    ['1,000', 'en', 'KWD', ['1.000', '1000.000']],
    ['1.000', 'sv', 'SEK', ['1.00', '1000.00']],
    ['1,000', 'sv', 'SEK', ['1.00', '1000.00']],
    ['1.000', 'es', 'KWD', ['1.000', '1000.000']],
    ['1.000', 'en', 'JPY', ['1', '1000']],
    ['1.234', 'en', 'USD', ['1234.00']],
    ['0.500', 'en', 'USD', ['0.50']],
    ['1,234.500', 'en', 'USD', ['1234.50']],
    // no valid reading
    ['1,00,000', 'en', 'USD', null],
    ['1,0000', 'en', 'USD', ['1.00']],
    ['1.2.3', 'en', 'USD', null],
    ['1 00', 'sv', 'SEK', null],
    ['1.005', 'en', 'JPY', ['1005']],
    ['0.005', 'en', 'USD', null],
    ...['', ' ', '-1', '−1', '+1', 'ten', '1e3', '.5', '0x10', 'Infinity', 'NaN', '9999999999999', '1..5'].map(
      (typed) => [typed, 'en', 'USD', null] as const,
    ),
  ] as const)('%j in %s of %s is %j', (typed, language, code, amount) => {
    expect(read(typed, language, code)).toEqual(amount)
  })

  it('is written with the digits that the settings have, and whole where it is finer', () => {
    expect(['45.00', '12.5', '0', '-3.00', '12.345', 'abc', ''].map(short('SEK', 0))).toEqual([
      '45',
      '12.50',
      '0',
      '-3',
      '12.345',
      'abc',
      '',
    ])
    expect(['45', '12.50', '0.05'].map(short('SEK', 1))).toEqual(['45.0', '12.5', '0.05'])
    expect([short('SEK', 2)('45'), short('JPY', 0)('730.00'), short('KWD', 2)('1.200')]).toEqual(['45.00', '730', '1.20'])
    // while the setting is not a whole number, or more than the currency's decimals
    expect([0.5, 1.5, 99].map((decimal) => short('SEK', decimal)('45.00'))).toEqual(['45.0', '45.00', '45.00'])
    const [sv, ar] = [formatIn('sv', 'SEK', { decimal: 0 }), formatIn('ar-EG', 'SEK', { decimal: 0 })]
    expect([sv.writeAmount('1234.50'), sv.writeAmount('7.00'), sv.writeNumber(12.5), ar.writeAmount('12.50')]).toEqual([
      '1234,50',
      '7',
      '12,5',
      '١٢٫٥٠',
    ])
  })
})

test('a number that was typed has no more digits than there is room for', () => {
  const place = { locale: 'en', digits: 2 }
  expect(['12.5', '1,000', '1.000', '12.345'].map((typed) => readNumber(typed, place))).toEqual([
    { is: 'amount', value: '12.5' },
    { is: 'amount', value: '1000' },
    { is: 'unsure', values: ['1', '1000'] },
    { is: 'unsure', values: ['12345'] },
  ])
})

test('the digits of every script are known', () => {
  const place = { locale: 'en', digits: 2 }
  const digits = ['٣', '۳', '३', '৩', '၃', '３', '𝟛']
  expect(digits.map((digit) => readNumber(digit, place))).toEqual(digits.map(() => ({ is: 'amount', value: '3' })))
})
