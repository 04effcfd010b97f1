// One figure of the trends as points in time.
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { getTrends } from '@wayfare/contract/reports-trends'

type Trends = OutputOf<typeof getTrends>
export type TrendFigure = 'revenue' | 'rides'
export type TrendSpan = 'days' | 'months'

export const makeTrendPoints = (
  { days, months }: Trends,
  figure: TrendFigure,
  span: TrendSpan,
): { at: string; value: number }[] =>
  span === 'days'
    ? days.map(({ day, ...figures }) => ({ at: day, value: Number(figures[figure]) }))
    : months.map(({ month, ...figures }) => ({ at: month, value: Number(figures[figure]) }))

/** Of decimals, in hundred-thousandths: no sum of tenths shows a hair too much. */
export const sumDecimals = (points: readonly { value: number }[]): number =>
  points.reduce((sum, { value }) => sum + Math.round(value * 1e5), 0) / 1e5
