import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeTrafficFactor, parseHours } from './traffic.ts'

describe('the rush hours', () => {
  it.each([
    ['07:00-09:00', [[420, 540]]],
    [
      '7-9, 15:30–18:00',
      [
        [420, 540],
        [930, 1080],
      ],
    ],
    [' 7:05 - 24 ', [[425, 1440]]],
    ['7-9:30', [[420, 570]]],
    ['7-9:60', null],
    ['x7-9', null],
    ['7-9x', null],
    ['1-2,3-4,5-6,7-8,9-10,11-12', [1, 3, 5, 7, 9, 11].map((hour) => [hour * 60, hour * 60 + 60])],
    ['٧-٩', null],
    [
      '7-9،16-18',
      [
        [420, 540],
        [960, 1080],
      ],
    ],
    ['', []],
    ['9-7', null],
    ['7-7', null],
    ['7-25', null],
    ['7:60-9', null],
    ['7', null],
    ['7-9,', null],
    ['1-2,3-4,5-6,7-8,9-10,11-12,13-14', null],
  ])('are read from "%s"', (text, ranges) => expect(parseHours(text)?.map(({ from, to }) => [from, to]) ?? null).toEqual(ranges))

  it('are never read as anything but times of a day', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { from, to } of parseHours(text) ?? []) expect(from >= 0 && from < to && to <= 1440).toBe(true)
      }),
    )
  })
})

describe('what a drive takes longer', () => {
  const settings = { rushHours: '07:00-09:00, 15:30-18:00', rushPercent: 25, country: 'SE', timeZone: 'Europe/Stockholm' }

  it('counts from the first minute of a rush hour to the last, on the city’s clocks', () => {
    // Wednesday, 4 February 2026; Stockholm is one hour ahead of UTC
    expect(computeTrafficFactor(settings, Date.parse('2026-02-04T05:59:59Z'))).toBe(1)
    expect(computeTrafficFactor(settings, Date.parse('2026-02-04T06:00:00Z'))).toBe(1.25)
    expect(computeTrafficFactor(settings, Date.parse('2026-02-04T07:59:59Z'))).toBe(1.25)
    expect(computeTrafficFactor(settings, Date.parse('2026-02-04T08:00:00Z'))).toBe(1)
    // in summer it is two hours ahead
    expect(computeTrafficFactor(settings, Date.parse('2026-07-01T05:00:00Z'))).toBe(1.25)
    expect(computeTrafficFactor({ ...settings, timeZone: 'Asia/Riyadh' }, Date.parse('2026-02-04T05:00:00Z'))).toBe(1.25)
  })
  it('counts not on the days that are free in the country', () => {
    const [friday, saturday, sunday] = ['2026-02-06', '2026-02-07', '2026-02-08'].map((day) => Date.parse(`${day}T07:30:00Z`))
    const factors = (country: string) =>
      [friday, saturday, sunday].map((time = 0) => computeTrafficFactor({ ...settings, country }, time))
    expect(factors('SE')).toEqual([1.25, 1, 1])
    expect(factors('SA')).toEqual([1, 1, 1.25])
  })
  it('counts to the minute, and not while the hours cannot be read', () => {
    const at = Date.parse('2026-02-04T06:45:00Z')
    expect(computeTrafficFactor({ ...settings, rushHours: '7:40-7:50' }, at)).toBe(1.25)
    expect(computeTrafficFactor({ ...settings, rushHours: '7:50-8' }, at)).toBe(1)
    expect(computeTrafficFactor({ ...settings, rushHours: 'mornings' }, at)).toBe(1)
  })
  it('is nothing while no percentage is set', () => {
    expect(computeTrafficFactor({ ...settings, rushPercent: 0 }, Date.parse('2026-02-04T06:30:00Z'))).toBe(1)
  })
})
