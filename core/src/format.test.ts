import { defaultSettings } from './settings.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFormat, pickMoneySettings } from './format.ts'

const english = { langLocale: 'en', dateLocale: 'en-GB' }
afterEach(() => void vi.unstubAllGlobals())

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('the symbol stands where the operator wants it', () => {
  expect(plain(makeFormat(defaultSettings, english).money('1250'))).toBe('1,250 kr')
  const before = { ...defaultSettings, symbol: '$', swipeSymbol: false, decimal: 2 }
  expect(makeFormat(before, english).money('12.5')).toBe('$12.50')
})

test('an amount that somebody owns is not rounded away: it shows the digits it has', () => {
  const { exactMoney } = makeFormat({ ...defaultSettings, decimal: 0 }, english)
  expect(['1250.00', '1250.50', '-0.05'].map((amount) => plain(exactMoney(amount)))).toEqual([
    '1,250 kr',
    '1,250.50 kr',
    '-0.05 kr',
  ])
  expect(plain(makeFormat({ ...defaultSettings, decimal: 2 }, english).exactMoney('7.00'))).toBe('7.00 kr')
  expect(['SEK', 'USD', 'BHD'].map((currency) => plain(exactMoney('7.25', currency)))).toEqual([
    '7.25 kr',
    '7.25 USD',
    '7.250 BHD',
  ])
})

test('distances are in metres and kilometres, or in feet and miles', () => {
  const km = makeFormat(defaultSettings, english)
  expect(km.distance(347)).toBe('350 m')
  expect(km.distance(4480)).toBe('4.5 km')
  const miles = makeFormat({ ...defaultSettings, convertToMile: true }, english)
  expect(miles.distance(1609.344)).toBe('1 mi')
  expect(miles.distance(100)).toBe('350 ft')
})

test('a duration is at least a minute and shows hours when there are any', () => {
  const format = makeFormat(defaultSettings, english)
  expect([5, 750, 3600, 5400].map(format.duration)).toEqual(['1 min', '13 min', '1 hr', '1 hr 30 min'])
  expect([86_369, 86_370].map(format.duration)).toEqual(['23 hr 59 min', '1d'])
})

test('from a day on a duration is told in days and hours, in each language', () => {
  const waits = [86_340, 86_400, (68 * 60 + 52) * 60]
  const read = (langLocale: string) => waits.map(makeFormat(defaultSettings, { langLocale, dateLocale: langLocale }).duration)
  expect(read('en')).toEqual(['23 hr 59 min', '1d', '2d 20h'])
  expect(read('sv')).toEqual(['23 tim 59 min', '1d', '2d 20h'])
  expect(read('es')).toEqual(['23 h 59 min', '1d', '2d 20h'])
  expect(read('ar')).toEqual(['23 س 59 د', '1 ي', '2 ي 20 س'])
})

test("times are the city's, not the device's", () => {
  const format = makeFormat(defaultSettings, english)
  expect(format.time(Date.UTC(2026, 0, 15, 12, 0))).toBe('13:00')
  expect(format.time(Date.UTC(2026, 6, 15, 12, 0))).toBe('14:00')
})

test('a moment is told from now, by the days of the city', () => {
  const { moment } = makeFormat(defaultSettings, english)
  const now = Date.UTC(2026, 10, 23, 22, 30)
  const hour = 3_600_000
  expect(moment(now, now)).toBe('Today 23:30')
  expect(moment(now + hour, now)).toBe('Tomorrow 00:30')
  expect(moment(now - 24 * hour, now)).toBe('Yesterday 23:30')
  expect(moment(now - 48 * hour, now)).toBe('21 Nov, 23:30')
  expect(moment(now - 366 * 24 * hour, now)).toBe('22 Nov 2025, 23:30')
  expect(makeFormat(defaultSettings, { langLocale: 'sv', dateLocale: 'sv-SE' }).moment(now + hour, now)).toBe('I morgon 00:30')
})

test('the amounts of a column have the same digits', () => {
  const { columnMoney } = makeFormat({ ...defaultSettings, decimal: 0 }, english)
  expect(['1250', '7.5'].map((amount) => plain(columnMoney(amount)))).toEqual(['1,250.00 kr', '7.50 kr'])
  expect(plain(columnMoney('7.25', 'BHD'))).toBe('7.250 BHD')
})

test('an unknown locale or time zone does not break the page', () => {
  const format = makeFormat({ ...defaultSettings, timeZone: 'Nowhere/Else' }, { langLocale: '??', dateLocale: '' })
  expect(format.number(1234)).toBe('1,234')
  expect(format.dateTime(0)).toContain('1970')
})

test('an amount in an old currency is written under its code, with its own digits', () => {
  const { money } = makeFormat(pickMoneySettings({ ...defaultSettings, decimal: 0 }, 'EUR'), english)
  expect(plain(money('12.50'))).toBe('12.50 EUR')
  expect(pickMoneySettings(defaultSettings, 'SEK')).toBe(defaultSettings)
})

/** Counts the formatters that are created from now on. */
const countMade = () => {
  const made = { numbers: 0, dates: 0 }
  const counted = <T extends object>(maker: T, kind: keyof typeof made): T =>
    new Proxy(maker, {
      construct: (target, given: unknown[]) => {
        made[kind]++
        return Reflect.construct(target as new () => object, given) as object
      },
    })
  const [NumberFormat, DateTimeFormat] = [counted(Intl.NumberFormat, 'numbers'), counted(Intl.DateTimeFormat, 'dates')]
  vi.stubGlobal('Intl', Object.create(Intl, { NumberFormat: { value: NumberFormat }, DateTimeFormat: { value: DateTimeFormat } }))
  return made
}

test('what the browser has for numbers and dates is made once, when it is first wanted', () => {
  const made = countMade()
  const { date, distance, number } = makeFormat({ ...defaultSettings, timeZone: 'Europe/Lisbon' }, english)
  expect(made).toEqual({ numbers: 0, dates: 0 })
  for (const value of [1, 2, 3]) expect([number(value), distance(value), date(value)]).not.toContain('')
  // the second date formatter: the first checks whether the time zone is known
  expect(made).toEqual({ numbers: 2, dates: 2 })
})

test('a list of amounts takes one formatter', () => {
  const { money } = makeFormat({ ...defaultSettings, decimal: 1 }, { langLocale: 'es', dateLocale: 'es-ES' })
  const made = countMade()
  expect(['1.5', '2.5', '3.5'].map((amount) => plain(money(amount)))).toEqual(['1,5 kr', '2,5 kr', '3,5 kr'])
  expect(made.numbers).toBe(1)
})
