// Money is an integer of the currency's minor units, from the core to the database; only the wire uses decimals.

/** An integer of minor units of the ISO currency, such as öre or cents. */
export type Minor = bigint

/** A decimal amount as sent over the wire, such as "149.50". */
export type Decimal = string

/** Currencies whose minor unit does not have two digits. */
export const withoutMinor = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
export const withThreeDigits = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Digits of the minor unit by ISO 4217 (2 for an unknown code). */
export const getExponent = (currency: string): number => {
  if (withoutMinor.has(currency)) return 0
  return withThreeDigits.has(currency) ? 3 : 2
}

const power = (digits: number): bigint => 10n ** BigInt(digits)

/** Divides and rounds to the nearest whole, halves away from zero. @internal */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

/** Minor units in the smallest amount that `decimals` digits can show: 100 for SEK at 0 decimals. @internal */
export const computeRoundingStep = (currency: string, decimals: number): bigint =>
  power(Math.max(0, getExponent(currency) - Math.max(0, decimals)))

/** Rounds the exact amount numerator/denominator (in minor units) to the settings' decimal count. */
export const roundToDecimals = (
  amount: { numerator: bigint; denominator: bigint },
  currency: string,
  decimals: number,
): Minor => {
  const step = computeRoundingStep(currency, decimals)
  return divideRounded(amount.numerator, amount.denominator * step) * step
}

/** Converts minor units to a wire decimal, always with all of the currency's digits: 14950 SEK is "149.50". */
export const toDecimal = (amount: Minor, currency: string): Decimal => {
  const digits = getExponent(currency)
  const sign = amount < 0n ? '-' : ''
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0')
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Converts a wire decimal to minor units; null if it is invalid or has digits the currency lacks. */
export const parseDecimal = (value: Decimal, currency: string): Minor | null => {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/.exec(value)
  if (!match) return null
  const digits = getExponent(currency)
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  const amount = BigInt(match[2] ?? '0') * power(digits) + BigInt(fraction.padEnd(digits, '0') || '0')
  return match[1] === '-' ? -amount : amount
}

/** Rescales to another currency's minor units without a rate: 45.00 SEK to 45 JPY; a positive amount never becomes 0. */
export const carryUnits = (amount: Minor, from: string, to: string): Minor => {
  const carried = divideRounded(amount * power(getExponent(to)), power(getExponent(from)))
  return carried === 0n && amount > 0n ? 1n : carried
}

/** Converts a setting in whole units of the currency to minor units, rounded to the nearest; 0 for a negative or invalid one. */
export const toMinor = (units: number, currency: string): Minor =>
  parseDecimal(Math.max(0, units).toFixed(getExponent(currency)), currency) ?? 0n

type MoneyFormat = { symbol: string; code: string; decimal: number; swipeSymbol: boolean }

/** Provides the number formatter for a language and a number of decimals. */
type NumberFormats = (locale: string, digits: number) => Intl.NumberFormat

const makeNumberFormat: NumberFormats = (locale, digits) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Caches formatters: creating one takes far longer than using it, and a list has many amounts. */
export const makeNumberFormats = (): NumberFormats => {
  const made = new Map<string, Intl.NumberFormat>()
  return (locale, digits) => {
    const key = `${locale} ${digits}`
    const numbers = made.get(key) ?? makeNumberFormat(locale, digits)
    made.set(key, numbers)
    return numbers
  }
}

/**
 * Formats an amount for people: the symbol goes before the number if swipeSymbol is false, else after it.
 * `locale` determines digits and separators; the symbol and its side are the operator's.
 */
export const formatMoney = (value: Decimal, format: MoneyFormat, locale = 'en', numbersOf = makeNumberFormat): string => {
  const shown = numbersOf(locale, format.decimal).format(value as Intl.StringNumericLiteral)
  return format.swipeSymbol ? `${shown} ${format.symbol}` : `${format.symbol}${format.symbol.length > 1 ? ' ' : ''}${shown}`
}

const digitsOf = (value: Decimal): number => (value.split('.')[1] ?? '').replace(/0+$/, '').length

/** Formats an amount that somebody owns or pays without rounding: finer amounts get all of the currency's digits. */
export const formatExactMoney = (value: Decimal, format: MoneyFormat, locale = 'en', numbersOf = makeNumberFormat): string => {
  const isFiner = digitsOf(value) > format.decimal
  return formatMoney(value, isFiner ? { ...format, decimal: getExponent(format.code) } : format, locale, numbersOf)
}
