// Parses amounts as people type them, by the separators of their language; asks where a guess could be wrong by a factor of 1000.
import { getExponent, parseDecimal, toDecimal, type Decimal } from './money.ts'

/**
 * The result of reading an amount, as wire decimals: one amount; `unsure`, with several possible values from which the author has
 * to choose (including a notation of another language); or none.
 */
export type AmountReading = { is: 'amount'; value: Decimal } | { is: 'unsure'; values: readonly Decimal[] } | { is: 'none' }

/** The separators of a language, from Unicode's data; `lakh`: groups of two digits above the thousands, as in India. */
type Signs = { decimal: string; group: string; lakh: boolean }

const none: AmountReading = { is: 'none' }
const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** The value of a decimal digit of any script: Unicode has them in runs of ten, each starting with zero. */
const digitOf = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (isDigit(first - 1)) first -= 1
  return String((codePoint - first) % 10)
}

/** Replaces digits of any script with ASCII digits. */
export const toPlainDigits = (text: string): string => text.replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)

/** Also unifies all kinds of spaces and apostrophes, and drops direction marks. */
const normalizeSigns = (typed: string): string =>
  toPlainDigits(typed.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replaceAll(/[\u060c\uff0c]/g, ',')
    .replaceAll('\uff0e', '.')
    .trim()

/** Normalises one sign, but keeps a space, which normalizeSigns would trim away. */
const inPlainSign = (sign: string): string => (/^\s$/.test(sign) ? ' ' : normalizeSigns(sign))

const signsOf = (locale: string): Signs => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const valueOf = (type: string): string => inPlainSign(parts.find((part) => part.type === type)?.value ?? '')
  const integers = parts.filter(({ type }) => type === 'integer')
  return {
    decimal: valueOf('decimal'),
    group: valueOf('group'),
    lakh: integers[1] !== undefined && [...integers[1].value].length === 2,
  }
}

/** Decimal or grouping sign: a point or comma may be either, Arabic U+066B is only decimal, all others only group. */
const mayBeDecimal = (sign: string): boolean => sign === '.' || sign === ',' || sign === '\u066b'
const mayGroup = (sign: string): boolean => sign !== '\u066b'

const areGroups = ([first = '', ...rest]: readonly string[], lakh: boolean): boolean => {
  const last = rest.at(-1) ?? ''
  const middle = rest.slice(0, -1)
  const isEven = middle.every(({ length }) => length === 3) || (lakh && middle.every(({ length }) => length === 2))
  return /^[1-9]\d{0,2}$/.test(first) && last.length === 3 && isEven
}

const areAlike = (signs: readonly string[]): boolean => signs.every((sign) => sign === signs[0])

const mostDigits = 12
const whole = (parts: readonly string[]): Decimal | null => (parts.join('').length <= mostDigits ? parts.join('') : null)

/** Reads all signs as grouping signs: "1.234.567" is 1234567. */
const asGroups = (parts: readonly string[], signs: readonly string[], lakh: boolean): Decimal | null =>
  areAlike(signs) && signs.every(mayGroup) && areGroups(parts, lakh) ? whole(parts) : null

/** Reads the last sign as the decimal sign; trailing zeros of the fraction are dropped. */
const asDecimal = (parts: readonly string[], signs: readonly string[], { lakh, digits }: { lakh: boolean; digits: number }) => {
  const [integers, before, last] = [parts.slice(0, -1), signs.slice(0, -1), signs.at(-1) ?? '']
  const isGrouped = before.length === 0 || (areAlike(before) && before.every(mayGroup) && areGroups(integers, lakh))
  const isOwn = mayBeDecimal(last) && !before.includes(last)
  const fraction = (parts.at(-1) ?? '').replace(/0+$/, '')
  const integer = whole(integers)
  if (!isOwn || !isGrouped || fraction.length > digits || integer === null) return null
  return fraction === '' ? integer : `${integer}.${fraction}`
}

type Place = { locale: string; digits: number }

/** True if the grouping is the language's own, or can only be grouping: such a number is read as whole. */
const isPlainlyGrouped = (signs: readonly string[], { group }: Signs): boolean => {
  const last = signs.at(-1) ?? ''
  return last === group || !mayBeDecimal(last) || signs.length > 1
}

const readSigned = (parts: readonly string[], signs: readonly string[], { locale, digits }: Place): AmountReading => {
  const own = signsOf(locale)
  const grouped = asGroups(parts, signs, own.lakh)
  const pointed = asDecimal(parts, signs, { lakh: own.lakh, digits })
  // more zeros than the currency has decimals are no fraction: "1,000" USD in English
  const exact = (parts.at(-1) ?? '').length <= digits ? pointed : null
  if (exact === null && grouped !== null && isPlainlyGrouped(signs, own)) return { is: 'amount', value: grouped }
  if (exact !== null && (grouped === null || signs.at(-1) === own.decimal)) return { is: 'amount', value: exact }
  const values = [pointed, grouped].filter((value) => value !== null)
  return values.length > 0 ? { is: 'unsure', values } : none
}

/** Reads a number from zero up with at most `digits` decimals. A sign at the end is ignored, as more may still be typed. */
export const readNumber = (typed: string, place: Place): AmountReading => {
  const text = normalizeSigns(typed).replace(/[.,\u066b]$/, '')
  if (!/^\d+(?:[.,\u066b\u066c' ]\d+)*$/.test(text)) return none
  const parts = text.split(/\D/)
  const signs = text.match(/\D/g) ?? []
  if (signs.length > 0) return readSigned(parts, signs, place)
  const value = whole(parts)
  return value === null ? none : { is: 'amount', value }
}

/** A unit that may be stripped: a word or a currency sign, nothing that could belong to the number. */
const isUnit = (unit: string): boolean => /[\p{L}\p{Sc}]/u.test(unit) && !/\p{Nd}/u.test(unit)

const withoutUnit = (text: string, units: readonly string[]): string => {
  const unit = units.map(normalizeSigns).find((one) => isUnit(one) && (text.startsWith(one) || text.endsWith(one)))
  if (unit === undefined) return text
  return (text.startsWith(unit) ? text.slice(unit.length) : text.slice(0, -unit.length)).trim()
}

/** Reads an amount, and fills up the currency's decimals; its code or symbol (`units`) may come before or after the number. */
export const readAmount = (
  typed: string,
  { currency, locale, units }: { currency: string; locale: string; units: readonly string[] },
): AmountReading => {
  const inFull = (value: Decimal): Decimal => toDecimal(parseDecimal(value, currency) ?? 0n, currency)
  const reading = readNumber(withoutUnit(normalizeSigns(typed), units), { locale, digits: getExponent(currency) })
  if (reading.is === 'amount') return { is: 'amount', value: inFull(reading.value) }
  return reading.is === 'unsure' ? { is: 'unsure', values: reading.values.map(inFull) } : none
}

/** The amount typed; null if there is none, or if its author has yet to choose between several. */
export const findTypedAmount = (reading: AmountReading): Decimal | null => (reading.is === 'amount' ? reading.value : null)

/** Writes a decimal as people of that language type it: with its digits and decimal sign, without grouping. */
export const writeDecimal = (value: Decimal, locale: string): string => {
  const digits = (value.split('.')[1] ?? '').length
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value as Intl.StringNumericLiteral)
}

/**
 * Shortens an amount to the decimals in the settings, unless that would drop non-zero digits: with 0 decimals 45 SEK is "45" and
 * 12.5 SEK is "12.50". Anything that is not an amount of the currency is returned unchanged.
 */
export const shortenDecimal = (value: Decimal, { code, decimal }: { code: string; decimal: number }): Decimal => {
  const amount = parseDecimal(value, code)
  if (amount === null) return value
  const all = toDecimal(amount, code)
  const spare = Math.max(0, getExponent(code) - Math.ceil(decimal))
  return spare > 0 && amount % 10n ** BigInt(spare) === 0n ? all.slice(0, -spare).replace(/\.$/, '') : all
}
