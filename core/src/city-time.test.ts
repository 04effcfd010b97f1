import { expect, test } from 'vitest'
import { computeNextCityTime, findCitySpan, parseCityTime, toCityTime } from './city-time.ts'

const at = (iso: string): number => Date.parse(iso)

test.each([
  ['2026-11-23T08:00', 'Europe/Stockholm', '2026-11-23T07:00Z'],
  ['2026-07-01T08:00', 'Europe/Stockholm', '2026-07-01T06:00Z'],
  ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15Z'],
  ['2026-12-31T23:59', 'Pacific/Kiritimati', '2026-12-31T09:59Z'],
  ['2026-06-01T12:30', 'UTC', '2026-06-01T12:30Z'],
])('%s on the clocks of %s is %s', (text, timeZone, moment) => {
  expect(parseCityTime(text, timeZone)).toBe(at(moment))
  expect(toCityTime(at(moment), timeZone)).toBe(text)
})

test('a time that the clocks skip in spring is as much later as they skip', () => {
  expect(parseCityTime('2026-03-29T01:59', 'Europe/Stockholm')).toBe(at('2026-03-29T00:59Z'))
  expect(parseCityTime('2026-03-29T02:30', 'Europe/Stockholm')).toBe(at('2026-03-29T01:30Z'))
  expect(toCityTime(at('2026-03-29T01:30Z'), 'Europe/Stockholm')).toBe('2026-03-29T03:30')
  expect(parseCityTime('2026-03-29T03:00', 'Europe/Stockholm')).toBe(at('2026-03-29T01:00Z'))
})

test('a time that the clocks show twice in autumn is the first of both', () => {
  expect(parseCityTime('2026-10-25T02:30', 'Europe/Stockholm')).toBe(at('2026-10-25T00:30Z'))
  expect(parseCityTime('2026-10-25T03:00', 'Europe/Stockholm')).toBe(at('2026-10-25T02:00Z'))
  expect(parseCityTime('2026-11-01T01:30', 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
})

test('in the second hour that is shown twice, a time is the one to come and not the one that has passed', () => {
  const [first, second] = [at('2026-10-25T00:45Z'), at('2026-10-25T01:45Z')]
  const read = (now: string) => parseCityTime('2026-10-25T02:45', 'Europe/Stockholm', at(now))
  expect([read('2026-10-25T00:30Z'), read('2026-10-25T00:45Z')]).toEqual([first, first])
  expect([read('2026-10-25T00:46Z'), read('2026-10-25T01:30Z'), read('2026-10-25T02:30Z')]).toEqual([second, second, second])
  // any other time is unambiguous, whatever `earliest`
  expect(parseCityTime('2026-10-25T04:00', 'Europe/Stockholm', at('2027-01-01T00:00Z'))).toBe(at('2026-10-25T03:00Z'))
  expect(parseCityTime('2026-03-29T02:30', 'Europe/Stockholm', at('2027-01-01T00:00Z'))).toBe(at('2026-03-29T01:30Z'))
})

test('what is no date is none', () => {
  for (const text of [
    '',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-11-23 08:00',
    '2026-11-23T24:00',
    '2026-11-23T08:00:00',
    'x2026-11-23T08:00',
  ])
    expect(parseCityTime(text, 'Europe/Stockholm'), text).toBeNull()
})

test('every half hour of a year comes back as the same moment, except in the hour that is shown twice', () => {
  for (const timeZone of ['Europe/Stockholm', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Riyadh']) {
    const odd: string[] = []
    for (let moment = at('2026-01-01T00:00Z'); moment < at('2027-01-01T00:00Z'); moment += 30 * 60_000) {
      const text = toCityTime(moment, timeZone)
      if (parseCityTime(text, timeZone) !== moment) odd.push(text)
    }
    expect(new Set(odd.map((text) => text.slice(0, 10))).size, timeZone).toBeLessThanOrEqual(1)
    expect(odd.length, timeZone).toBeLessThanOrEqual(2)
  }
})

test('the next time of day is today’s or tomorrow’s, also when the clocks are moved that night', () => {
  expect(computeNextCityTime(at('2026-11-22T01:30:00Z'), '03:00', 'Europe/Stockholm')).toBe(at('2026-11-22T02:00:00Z'))
  expect(computeNextCityTime(at('2026-11-22T02:00:00Z'), '03:00', 'Europe/Stockholm')).toBe(at('2026-11-23T02:00:00Z'))
  expect(computeNextCityTime(at('2026-03-28T12:00:00Z'), '03:00', 'Europe/Stockholm')).toBe(at('2026-03-29T01:00:00Z'))
  expect(computeNextCityTime(at('2026-10-24T12:00:00Z'), '03:00', 'Europe/Stockholm')).toBe(at('2026-10-25T02:00:00Z'))
})

const span = (from?: string, to?: string) => findCitySpan({ from, to }, 'Europe/Stockholm')

test('days span from the midnight before the first to that after the last, on the city’s clocks', () => {
  // the clocks change on 29 March
  expect(span('2026-03-29', '2026-03-29')).toEqual({ from: at('2026-03-28T23:00Z'), to: at('2026-03-29T22:00Z') })
  expect(span('2026-12-01', '2026-12-31')).toEqual({ from: at('2026-11-30T23:00Z'), to: at('2026-12-31T23:00Z') })
  expect(span('2026-02-28')).toEqual({ from: at('2026-02-27T23:00Z'), to: null })
  expect(span(undefined, '2026-02-28')).toEqual({ from: null, to: at('2026-02-28T23:00Z') })
  expect(span()).toEqual({ from: null, to: null })
  expect([span('2026-02-30'), span('2026-02-01', '2026-02-30'), span(undefined, 'today')]).toEqual([null, null, null])
})
