import { expect, test } from 'vitest'
import { makeTrendPoints, sumDecimals } from './trend-points.ts'

const trends = {
  days: [
    { day: '2026-11-21', revenue: '0.10', rides: 1 },
    { day: '2026-11-22', revenue: '0.20', rides: 3 },
  ],
  months: [{ month: '2026-11', revenue: '0.30', rides: 4 }],
}

test('a figure of the days or of the months as points, and their sum without a hair too much', () => {
  expect(makeTrendPoints(trends, 'rides', 'days')).toEqual([
    { at: '2026-11-21', value: 1 },
    { at: '2026-11-22', value: 3 },
  ])
  expect(makeTrendPoints(trends, 'revenue', 'months')).toEqual([{ at: '2026-11', value: 0.3 }])
  expect(sumDecimals(makeTrendPoints(trends, 'revenue', 'days'))).toBe(0.3)
})
