// Formats numbers, amounts, distances and times by language and the operator's settings, and parses what people type.
import { readAmount, readNumber, shortenDecimal, writeDecimal, type AmountReading } from './amounts.ts'
import { kmToMiles } from './geo.ts'
import { formatExactMoney, formatMoney, getExponent, makeNumberFormats, parseDecimal } from './money.ts'
import type { PublicSettings } from './settings.ts'

type FormatSettings = Pick<PublicSettings, 'symbol' | 'code' | 'decimal' | 'swipeSymbol' | 'convertToMile' | 'timeZone'>

export type Format = {
  /** a wire decimal, such as "149.50" */
  money: (decimal: string) => string
  /** without rounding, for amounts that somebody owns; another currency is shown by its code */
  exactMoney: (decimal: string, currency?: string) => string
  /** for columns: all digits, so that the decimal signs line up; another currency is shown by its code */
  columnMoney: (decimal: string, currency?: string) => string
  /** for money transfers: all digits and the currency code, since many currencies share a symbol */
  fullMoney: (decimal: string, currency?: string) => string
  /** parses a typed amount, by default in the operator's currency */
  readAmount: (typed: string, currency?: string) => AmountReading
  /** parses a typed number from zero up, with at most this many decimals */
  readNumber: (typed: string, digits: number) => AmountReading
  /** an amount as typed, to prefill a form; with at least the decimals of the settings, or `digits` */
  writeAmount: (decimal: string, currency?: string, digits?: number) => string
  writeNumber: (value: number) => string
  /** metres, shown in km or miles; short ones in metres or feet */
  distance: (metres: number) => string
  /** seconds, shown in minutes and hours; from one day on in days and hours, which is precise enough */
  duration: (seconds: number) => string
  date: (epochMs: number) => string
  dateTime: (epochMs: number) => string
  /** short and relative to now: Tomorrow 08:19, or the date, with its year if that is not the current one */
  moment: (epochMs: number, now: number) => string
  time: (epochMs: number) => string
  /** a calendar month such as 2026-11 */
  month: (yearMonth: string) => string
  number: (value: number) => string
}

/** Settings for an amount of an old booking: if the operator has since changed currency, the old one is shown by its code. */
export const pickMoneySettings = <Some extends FormatSettings>(settings: Some, currency: string): Some =>
  currency === settings.code ? settings : { ...settings, code: currency, symbol: currency, decimal: getExponent(currency) }

const feetPerMile = 5280

/** Creates a formatter on first use: most pages need few of them, and each takes a slow phone some milliseconds. */
const lazily = <T extends object>(make: () => T): (() => T) => {
  let made: T | null = null
  return () => (made ??= make())
}

const knownLocale = (wanted: string): string => {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

const knownTimeZone = (wanted: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const distanceIn = (locale: string, miles: boolean) => {
  const unit = (name: string, maximumFractionDigits: number) =>
    lazily(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits }))
  const long = unit(miles ? 'mile' : 'kilometer', 1)
  const short = unit(miles ? 'foot' : 'meter', 0)
  return (metres: number): string => {
    if (metres < 1000 && !miles) return short().format(Math.round(metres / 10) * 10)
    const inMiles = kmToMiles(metres / 1000)
    if (miles && inMiles < 0.19) return short().format(Math.round((inMiles * feetPerMile) / 50) * 50)
    return long().format(miles ? inMiles : metres / 1000)
  }
}

const dayMinutes = 1440

const joinUnits = (full: string, rest: number, unit: () => Intl.NumberFormat): string =>
  rest === 0 ? full : `${full} ${unit().format(rest)}`

const durationIn = (locale: string) => {
  const unit = (name: string, unitDisplay: 'short' | 'narrow') =>
    lazily(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay }))
  const [minutes, hours] = [unit('minute', 'short'), unit('hour', 'short')]
  const [longDays, longHours] = [unit('day', 'narrow'), unit('hour', 'narrow')]
  return (seconds: number): string => {
    const whole = Math.max(1, Math.round(seconds / 60))
    if (whole < 60) return minutes().format(whole)
    const allHours = Math.floor(whole / 60)
    if (whole < dayMinutes) return joinUnits(hours().format(allHours), whole % 60, minutes)
    return joinUnits(longDays().format(Math.floor(allHours / 24)), allHours % 24, longHours)
  }
}

const dayMs = 86_400_000

type MakeDates = (locale: string, options: Intl.DateTimeFormatOptions) => () => Intl.DateTimeFormat

/** Date formatters for a time zone, which is validated on first use. */
const datesIn = (wanted: string): MakeDates => {
  const zone = lazily(() => ({ timeZone: knownTimeZone(wanted) }))
  return (locale, options) => lazily(() => new Intl.DateTimeFormat(locale, { ...zone(), ...options }))
}

type Moments = Record<'dateTime' | 'time', () => Intl.DateTimeFormat>

const momentIn = (locale: string, dates: string, make: MakeDates, { dateTime, time }: Moments): Format['moment'] => {
  // the only locale that writes dates in ISO form
  const days = make('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
  const near = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const short = make(dates, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (ms, now) => {
    const [day, today] = [days().format(ms), days().format(now)]
    const away = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
    if (Math.abs(away) > 1) return (day.slice(0, 4) === today.slice(0, 4) ? short : dateTime)().format(ms)
    const word = near().format(away, 'day')
    return `${word.charAt(0).toLocaleUpperCase(locale)}${word.slice(1)} ${time().format(ms)}`
  }
}

/** Keeps an amount and its symbol on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Functions that parse what people type, and prefill form fields. */
const makeTyping = ({ code, symbol, decimal }: FormatSettings, locale: string) => ({
  readAmount: (typed: string, currency = code) =>
    readAmount(typed, { currency, locale, units: currency === code ? [symbol, code] : [currency] }),
  readNumber: (typed: string, digits: number) => readNumber(typed, { locale, digits }),
  writeAmount: (value: string, currency = code, digits = decimal) => {
    const short = shortenDecimal(value, { code: currency, decimal: digits })
    return parseDecimal(short, currency) === null ? short : writeDecimal(short, locale)
  },
  writeNumber: (value: number) => writeDecimal(String(value), locale),
})

export const makeFormat = (settings: FormatSettings, language: { langLocale: string; dateLocale: string }): Format => {
  const locale = knownLocale(language.langLocale)
  const dates = knownLocale(language.dateLocale)
  const make = datesIn(settings.timeZone)
  const date = make(dates, { dateStyle: 'medium' })
  const month = make(dates, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const dateTime = make(dates, { dateStyle: 'medium', timeStyle: 'short' })
  const time = make(dates, { timeStyle: 'short' })
  const numbersOf = makeNumberFormats()
  const number = lazily(() => new Intl.NumberFormat(locale))
  return {
    money: (decimal) => unbroken(formatMoney(decimal, settings, locale, numbersOf)),
    exactMoney: (decimal, currency = settings.code) => {
      const own = currency === settings.code ? settings : { ...settings, code: currency, symbol: currency, swipeSymbol: true }
      return unbroken(formatExactMoney(decimal, own, locale, numbersOf))
    },
    columnMoney: (decimal, currency = settings.code) =>
      unbroken(
        formatMoney(decimal, { ...pickMoneySettings(settings, currency), decimal: getExponent(currency) }, locale, numbersOf),
      ),
    fullMoney: (decimal, currency = settings.code) => {
      const own = { symbol: currency, code: currency, decimal: getExponent(currency), swipeSymbol: true }
      return unbroken(formatMoney(decimal, own, locale, numbersOf))
    },
    ...makeTyping(settings, locale),
    distance: distanceIn(locale, settings.convertToMile),
    duration: durationIn(locale),
    date: (ms) => date().format(ms),
    dateTime: (ms) => dateTime().format(ms),
    moment: momentIn(locale, dates, make, { dateTime, time }),
    time: (ms) => time().format(ms),
    month: (yearMonth) => month().format(Date.parse(`${yearMonth}-01T00:00Z`)),
    number: (value) => number().format(value),
  }
}
