// Converts local times of a city (YYYY-MM-DDTHH:mm) to and from epoch ms, including the two days a year when the clocks change.

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/

const minuteMs = 60_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Caches one formatter per zone: creating one takes longer than using it a hundred times. */
const clockIn = (timeZone: string): Intl.DateTimeFormat => {
  const digits = 'numeric'
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: digits,
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  })
  clocks.set(timeZone, made)
  return made
}

/** Local wall-clock time at a moment, encoded as if it were UTC; epoch ms. */
const wallAt = (epochMs: number, timeZone: string): number => {
  const parts = clockIn(timeZone).formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** A moment (epoch ms) in the city's local time, to the minute. */
export const toCityTime = (epochMs: number, timeZone: string): string =>
  new Date(wallAt(epochMs, timeZone)).toISOString().slice(0, 16)

const wallOf = (text: string): number | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  // there is no 31st of February
  return new Date(wall).toISOString().slice(0, 16) === text ? wall : null
}

/**
 * The moment (epoch ms) of a local time of the city; null if it is not a valid date. A time skipped in spring is moved later by
 * the length of the gap; a time that occurs twice in autumn means the first occurrence that is not before `earliest`.
 */
export const parseCityTime = (text: string, timeZone: string, earliest = 0): number | null => {
  const wall = wallOf(text)
  if (wall === null) return null
  const dayMs = 24 * 60 * minuteMs
  const offsetAt = (epochMs: number): number => wallAt(epochMs, timeZone) - epochMs
  // around a clock change, try the offset before it first
  const before = wall - offsetAt(wall - dayMs)
  const after = wall - offsetAt(wall + dayMs)
  const isFirst = wallAt(before, timeZone) === wall && before >= earliest
  return isFirst || wallAt(after, timeZone) !== wall ? before : after
}

/** The next moment (epoch ms) at which it is this time of day in the city, such as 03:00. */
export const computeNextCityTime = (epochMs: number, time: string, timeZone: string): number => {
  const today = toCityTime(epochMs, timeZone).slice(0, 10)
  const on = (day: string): number => parseCityTime(`${day}T${time}`, timeZone) ?? epochMs
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 24 * 60 * minuteMs).toISOString().slice(0, 10)
  return on(today) > epochMs ? on(today) : on(tomorrow)
}

/** From the start of the first day to the end of the last in city time (epoch ms, `to` exclusive); null for invalid days. */
export const findCitySpan = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { from: number | null; to: number | null } | null => {
  const startOf = (day: string, plus: number): number | null => {
    if (wallOf(`${day}T00:00`) === null) return null
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    return parseCityTime(new Date(Date.UTC(year, month - 1, date + plus)).toISOString().slice(0, 16), timeZone)
  }
  const span = { from: from === undefined ? null : startOf(from, 0), to: to === undefined ? null : startOf(to, 1) }
  const isBroken = (from !== undefined && span.from === null) || (to !== undefined && span.to === null)
  return isBroken ? null : span
}
