// Amounts as people type them: read by the signs of their language, and never by a guess that may be wrong by a factor of a thousand.
import { getExponent, parseDecimal, toDecimal, type Decimal } from './money.ts'

/**
 * What was typed, as the decimals of the wire: one amount; or one that could be several, or that another language writes so, which its
 * author has to choose among; or none.
 */
export type AmountReading = { is: 'amount'; value: Decimal } | { is: 'unsure'; values: readonly Decimal[] } | { is: 'none' }

/** The signs of a language, from Unicode's data: `lakh` where groups of two follow the thousands, as in India. */
type Signs = { decimal: string; group: string; lakh: boolean }

const none: AmountReading = { is: 'none' }
const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** Decimal digits stand in runs of ten, each beginning with its zero. */
const digitOf = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (isDigit(first - 1)) first -= 1
  return String((codePoint - first) % 10)
}

/** Digits of any script as the plain ones. */
export const toPlainDigits = (text: string): string => text.replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)

/** The same, and every kind of space and apostrophe as one kind; marks of direction do not count. */
const normalizeSigns = (typed: string): string =>
  toPlainDigits(typed.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replaceAll(/[\u060c\uff0c]/g, ',')
    .replaceAll('\uff0e', '.')
    .trim()

/** One sign: a space is not left out here. */
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

/** Arabic has a sign for each; a point and a comma may be either; the others only group. */
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

/** All signs as signs of groups: "1.234.567" is 1234567. */
const asGroups = (parts: readonly string[], signs: readonly string[], lakh: boolean): Decimal | null =>
  areAlike(signs) && signs.every(mayGroup) && areGroups(parts, lakh) ? whole(parts) : null

/** The last sign as the decimal one; zeros beyond `digits` are left out. */
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

/** The language writes it so, or nobody writes it otherwise: the whole with groups. */
const isPlainlyGrouped = (signs: readonly string[], { group }: Signs): boolean => {
  const last = signs.at(-1) ?? ''
  return last === group || !mayBeDecimal(last) || signs.length > 1
}

const readSigned = (parts: readonly string[], signs: readonly string[], { locale, digits }: Place): AmountReading => {
  const own = signsOf(locale)
  const grouped = asGroups(parts, signs, own.lakh)
  const pointed = asDecimal(parts, signs, { lakh: own.lakh, digits })
  // zeros that the currency does not have are no fraction: "1,000" USD in English
  const exact = (parts.at(-1) ?? '').length <= digits ? pointed : null
  if (exact === null && grouped !== null && isPlainlyGrouped(signs, own)) return { is: 'amount', value: grouped }
  if (exact !== null && (grouped === null || signs.at(-1) === own.decimal)) return { is: 'amount', value: exact }
  const values = [pointed, grouped].filter((value) => value !== null)
  return values.length > 0 ? { is: 'unsure', values } : none
}

/** A number from zero up with at most `digits` after the decimal sign. A sign at the end is one that is still being typed. */
export const readNumber = (typed: string, place: Place): AmountReading => {
  const text = normalizeSigns(typed).replace(/[.,\u066b]$/, '')
  if (!/^\d+(?:[.,\u066b\u066c' ]\d+)*$/.test(text)) return none
  const parts = text.split(/\D/)
  const signs = text.match(/\D/g) ?? []
  if (signs.length > 0) return readSigned(parts, signs, place)
  const value = whole(parts)
  return value === null ? none : { is: 'amount', value }
}

/** A unit that may be left out: a word or a sign of a currency, nothing that may belong to the number. */
const isUnit = (unit: string): boolean => /[\p{L}\p{Sc}]/u.test(unit) && !/\p{Nd}/u.test(unit)

const withoutUnit = (text: string, units: readonly string[]): string => {
  const unit = units.map(normalizeSigns).find((one) => isUnit(one) && (text.startsWith(one) || text.endsWith(one)))
  if (unit === undefined) return text
  return (text.startsWith(unit) ? text.slice(unit.length) : text.slice(0, -unit.length)).trim()
}

/** An amount of the currency with all its digits; its code or its symbol (`units`) may stand before or after it. */
export const readAmount = (
  typed: string,
  { currency, locale, units }: { currency: string; locale: string; units: readonly string[] },
): AmountReading => {
  const inFull = (value: Decimal): Decimal => toDecimal(parseDecimal(value, currency) ?? 0n, currency)
  const reading = readNumber(withoutUnit(normalizeSigns(typed), units), { locale, digits: getExponent(currency) })
  if (reading.is === 'amount') return { is: 'amount', value: inFull(reading.value) }
  return reading.is === 'unsure' ? { is: 'unsure', values: reading.values.map(inFull) } : none
}

/** The amount that was typed; null for none, and for one that its author has yet to choose. */
export const findTypedAmount = (reading: AmountReading): Decimal | null => (reading.is === 'amount' ? reading.value : null)

/** A decimal as one types it in a language: its digits and its decimal sign, no groups. */
export const writeDecimal = (value: Decimal, locale: string): string => {
  const digits = (value.split('.')[1] ?? '').length
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value as Intl.StringNumericLiteral)
}

/**
 * An amount with the digits that the settings have, or with all of the currency's where it has finer ones: at 0 decimals 45 SEK are
 * "45" and 12.5 SEK are "12.50". What is no amount of the currency stays as it is.
 */
export const shortenDecimal = (value: Decimal, { code, decimal }: { code: string; decimal: number }): Decimal => {
  const amount = parseDecimal(value, code)
  if (amount === null) return value
  const all = toDecimal(amount, code)
  const spare = Math.max(0, getExponent(code) - Math.ceil(decimal))
  return spare > 0 && amount % 10n ** BigInt(spare) === 0n ? all.slice(0, -spare).replace(/\.$/, '') : all
}
