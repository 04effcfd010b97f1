// How much longer a trip takes in the rush hours, in the city's local time.
import { toCityTime } from './city-time.ts'
import type { Settings } from './settings.ts'

/** Minutes of the day, `to` exclusive. */
type Hours = { from: number; to: number }

const range = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?$/
const dayMinutes = 24 * 60
const mostRanges = 6

const parseRange = (text: string): Hours | null => {
  const match = range.exec(text)
  if (!match) return null
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return fromMinute < 60 && toMinute < 60 && from < to && to <= dayMinutes ? { from, to } : null
}

/** Parses typed hours, "07:00-09:00, 15:30-18"; null if invalid. An empty text means none. */
export const parseHours = (text: string): Hours[] | null => {
  const parts = text.split(/[,;،؛]/).map((part) => part.trim())
  if (parts.join('') === '') return []
  const hours = parts.flatMap((part) => parseRange(part) ?? [])
  return hours.length === parts.length && hours.length <= mostRanges ? hours : null
}

/** The country's weekend days by CLDR: 1 Monday to 7 Sunday. */
const listWeekend = (country: string): readonly number[] => {
  const locale = new Intl.Locale(`und-${country}`)
  // a method now, a getter in older engines
  const read: unknown = Reflect.get(locale, 'getWeekInfo')
  const info: unknown = typeof read === 'function' ? read.call(locale) : Reflect.get(locale, 'weekInfo')
  const weekend: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'weekend') : null
  return Array.isArray(weekend) ? weekend : [6, 7]
}

/** The factor on the driving time for a departure at `at` (epoch ms): more than 1 in the rush hours of a working day. */
export const computeTrafficFactor = (
  { rushHours, rushPercent, country, timeZone }: Pick<Settings, 'rushHours' | 'rushPercent' | 'country' | 'timeZone'>,
  at: number,
): number => {
  if (rushPercent === 0) return 1
  const time = toCityTime(at, timeZone)
  const minute = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))
  const weekday = new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7
  const isRush = (parseHours(rushHours) ?? []).some(({ from, to }) => minute >= from && minute < to)
  return isRush && !listWeekend(country).includes(weekday) ? 1 + rushPercent / 100 : 1
}
