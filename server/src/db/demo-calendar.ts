// When people of the demo ask for a car: more on Fridays and Saturdays, in the rush of working days, late on weekends.
import { parseCityTime, toCityTime } from '@wayfare/core/city-time'
import type { Dice } from '@wayfare/core/dice'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How many a day on average. */
const usualDay = 40

/** From Sunday on; together they are seven. */
const weekdays = [0.78, 0.88, 0.9, 0.95, 1.04, 1.2, 1.25]

/** What share of the day falls on each hour from midnight on, before they are made one. */
const workingHours = [1, 0.5, 0.3, 0.2, 0.4, 1, 3, 6, 7, 4, 3, 3.5, 4, 3.5, 3.5, 5, 7, 7.5, 6, 5, 4.5, 4.5, 4, 2.5]
const weekendHours = [5, 4.5, 3.5, 2, 1, 0.7, 0.8, 1.2, 2, 3, 3.5, 4, 4.5, 4.5, 4.5, 4.5, 5, 5, 5.5, 5.5, 5, 5, 5.5, 6]

const pickHour = (hours: readonly number[], dice: Dice): number => {
  let left = dice.fraction() * hours.reduce((sum, each) => sum + each, 0)
  return Math.max(
    0,
    hours.findIndex((weight) => (left -= weight) < 0),
  )
}

/** Requests of one day (epoch ms), in order. `growth` is what the town rides beyond its usual day. */
const listDay = (day: string, timeZone: string, { dice, growth }: { dice: Dice; growth: number }): number[] => {
  const begins = parseCityTime(`${day}T00:00`, timeZone) ?? 0
  const weekday = new Date(`${day}T00:00Z`).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const count = Math.round(usualDay * (weekdays[weekday] ?? 1) * growth * dice.between(0.9, 1.1))
  return Array.from(
    { length: count },
    () => begins + pickHour(isWeekend ? weekendHours : workingHours, dice) * hourMs + Math.floor(dice.between(0, hourMs)),
  ).toSorted((a, b) => a - b)
}

/** The days of the city's calendar (2026-11-23) up to the one of `endsAt`, oldest first. */
export const listDays = (endsAt: number, timeZone: string, count: number): string[] => {
  const last = Date.parse(`${toCityTime(endsAt, timeZone).slice(0, 10)}T00:00Z`)
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * dayMs).toISOString().slice(0, 10))
}

/** All requests of these days, in order: the town grows a little. */
export const listRequests = (days: readonly string[], timeZone: string, dice: Dice): number[] =>
  days.flatMap((day, i) => listDay(day, timeZone, { dice, growth: 0.92 + (0.16 * i) / days.length }))

/** Whether people ride to work or home from it at this moment: null when neither. */
export const findCommute = (at: number, timeZone: string): 'out' | 'back' | null => {
  const time = toCityTime(at, timeZone)
  const weekday = new Date(`${time.slice(0, 10)}T00:00Z`).getUTCDay()
  const hour = Number(time.slice(11, 13))
  if (weekday === 0 || weekday === 6) return null
  if (hour >= 6 && hour < 10) return 'out'
  return hour >= 15 && hour < 19 ? 'back' : null
}
