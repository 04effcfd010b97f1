import { toCityTime } from '@wayfare/core/city-time'
import { makeDice } from '@wayfare/core/dice'
import { describe, expect, it } from 'vitest'
import { listDays, listRequests } from './demo-calendar.ts'

const timeZone = 'Europe/Stockholm'
const endsAt = Date.parse('2026-11-27T12:00Z')

const plan = (seed: number, zone = timeZone) => listRequests(listDays(endsAt, zone, 60), zone, makeDice(seed))

type Moment = { weekday: number; hour: number }
const momentOf = (at: number): Moment => {
  const time = toCityTime(at, timeZone)
  return { weekday: new Date(`${time.slice(0, 10)}T00:00Z`).getUTCDay(), hour: Number(time.slice(11, 13)) }
}

const isWeekend = ({ weekday }: Moment) => weekday === 0 || weekday === 6
const isWorkday = (moment: Moment) => !isWeekend(moment)

describe.each([1, 2, 3])('the requests of 60 days (seed %i)', (seed) => {
  const moments = plan(seed).map(momentOf)
  const count = (is: (moment: Moment) => boolean): number => moments.filter(is).length
  /** Of those days, the share of requests in these hours (from, to). */
  const shareOf = (of: (moment: Moment) => boolean, [from, to]: readonly [number, number]): number =>
    count((moment) => of(moment) && moment.hour >= from && moment.hour < to) / count(of)

  const anHourOf = (hours: readonly [number, number]): number => shareOf(isWorkday, hours) / (hours[1] - hours[0])

  it('are about 40 a day', () => {
    expect(moments.length).toBeGreaterThan(2250)
    expect(moments.length).toBeLessThan(2550)
  })

  it('are more on Fridays and Saturdays than on any other day, and fewest on Sundays', () => {
    const perDay = [0, 1, 2, 3, 4, 5, 6].map((day) => count(({ weekday }) => weekday === day))
    const [sunday = 0, ...others] = perDay
    const [monday = 0, , , thursday = 0, friday = 0, saturday = 0] = others
    // of 60 days some weekdays come eight times and some nine
    expect(Math.min(friday, saturday) / 8).toBeGreaterThan((Math.max(monday, thursday) / 9) * 1.1)
    expect(sunday).toBe(Math.min(...perDay))
    expect((friday / sunday) * (9 / 8)).toBeGreaterThan(1.3)
  })

  it('have a rush on working days, in the morning and in the afternoon, and nights that sleep', () => {
    const noon = anHourOf([10, 14])
    expect(anHourOf([7, 9])).toBeGreaterThan(1.5 * noon)
    expect(anHourOf([16, 18])).toBeGreaterThan(1.5 * noon)
    expect(anHourOf([1, 5])).toBeLessThan(0.25 * noon)
  })

  it('are late on weekends, without a rush in the morning', () => {
    expect(shareOf(isWeekend, [0, 4])).toBeGreaterThan(3 * shareOf(isWorkday, [0, 4]))
    expect(shareOf(isWeekend, [7, 9])).toBeLessThan(shareOf(isWorkday, [7, 9]) / 2)
  })
})

it('the same seed gives the same past, another one another', () => {
  expect(plan(1)).toEqual(plan(1))
  expect(plan(1)).not.toEqual(plan(2))
})

it('the last of the days is that of the town, wherever it lies, and none is missing', () => {
  const late = Date.parse('2026-11-27T23:30Z')
  expect(listDays(late, 'Pacific/Auckland', 3)).toEqual(['2026-11-26', '2026-11-27', '2026-11-28'])
  expect(listDays(late, 'America/Los_Angeles', 3)).toEqual(['2026-11-25', '2026-11-26', '2026-11-27'])
  expect(new Set(plan(1).map((at) => toCityTime(at, timeZone).slice(0, 10)))).toEqual(new Set(listDays(endsAt, timeZone, 60)))
})
