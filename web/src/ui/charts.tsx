// Bars over time, with the same figures as a table beside them: the only place that knows the charts' library.
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'

type ChartPoint = { label: string; value: number }

type BarsProps = {
  points: readonly ChartPoint[]
  /** what the bars stand for */
  name: string
  valueOf: (value: number) => string
  /** the same in little room, along the axis */
  shortOf: (value: number) => string
  isRtl: boolean
  whole: boolean
}

/** Nothing moves by itself: bars that grow say nothing. */
const still = { isAnimationActive: false }

export const Bars = ({ points, name, valueOf, shortOf, isRtl, whole }: BarsProps) => (
  <BarChart
    h="100%"
    data={points.map(({ label, value }) => ({ label, value }))}
    dataKey="label"
    series={[{ name: 'value', label: name, color: 'var(--mantine-color-primary-filled)' }]}
    valueFormatter={valueOf}
    gridAxis="x"
    tickLine="none"
    maxBarWidth={28}
    barProps={{ ...still, radius: [3, 3, 0, 0] }}
    tooltipProps={still}
    xAxisProps={{ reversed: isRtl, minTickGap: 12 }}
    yAxisProps={{ orientation: isRtl ? 'right' : 'left', width: 64, tickFormatter: shortOf, allowDecimals: !whole }}
    barChartProps={{ accessibilityLayer: true, title: name }}
  />
)
