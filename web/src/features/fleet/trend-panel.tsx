// How revenue and paid trips went: bars to look at, and the same figures as a table.
import { Button, SegmentedControl, Skeleton, Text, Title, useDirection } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import '../../ui/tabs-styles.ts'
import { useTrends } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { makeTrendPoints, sumDecimals, type TrendFigure, type TrendSpan } from './trend-points.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const Bars = makeLazyPart(async () => (await import('../../ui/charts.tsx')).Bars)

type Choice<Value extends string> = {
  label: string
  value: Value
  of: readonly (readonly [Value, string])[]
  set: (value: Value) => void
}

function Choose<Value extends string>({ label, value, of, set }: Choice<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      value={value}
      onChange={(chosen) => set(chosen as Value)}
      data={of.map(([name, words]) => ({ value: name, label: words }))}
    />
  )
}

const useTrend = (figure: TrendFigure, span: TrendSpan) => {
  const t = useT()
  const format = useFormat()
  const { langLocale } = useLanguage().language
  const slice = useTrends()
  const day = new Intl.DateTimeFormat(langLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(langLocale, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const short = new Intl.NumberFormat(langLocale, { notation: 'compact' })
  const labelOf = (at: string) =>
    (span === 'days' ? day : month).format(Date.parse(`${at}${span === 'days' ? '' : '-01'}T00:00Z`))
  const valueOf = (value: number) => (figure === 'revenue' ? format.money(String(value)) : format.number(value))
  const points = slice.data && makeTrendPoints(slice.data, figure, span).map(({ at, value }) => ({ label: labelOf(at), value }))
  const name = t('trend_label', { what: t(`trend_${figure}`), span: t(`trend_${span}`) })
  return { slice, points, name, valueOf, shortOf: (value: number) => short.format(value) }
}

type Trend = ReturnType<typeof useTrend>

const TrendTable = ({ trend: { points, name, valueOf } }: { trend: Trend }) => (
  // a long table scrolls by keyboard, too
  <div className={classes.chartTable} tabIndex={0} role="region" aria-label={name}>
    <table>
      <tbody>
        {points?.toReversed().map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{valueOf(value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Chart = ({ trend, whole }: { trend: Trend; whole: boolean }) => {
  const { dir } = useDirection()
  const { points, name, valueOf, shortOf } = trend
  const waiting = <Skeleton height="100%" radius="md" />
  return (
    // the signs of an axis stand by its side, whichever that is
    <div className={classes.chart} dir="ltr">
      {points === null ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <Bars points={points} name={name} valueOf={valueOf} shortOf={shortOf} isRtl={dir === 'rtl'} whole={whole} />
        </Suspense>
      )}
    </div>
  )
}

export const TrendPanel = () => {
  const t = useT()
  const problemText = useProblemText()
  const [figure, setFigure] = useState<TrendFigure>('revenue')
  const [span, setSpan] = useState<TrendSpan>('days')
  const [asTable, setAsTable] = useState(false)
  const trend = useTrend(figure, span)
  const { error, reload } = trend.slice
  return (
    <section className={classes.trends} aria-labelledby="trends-title">
      <div className={classes.trendHead}>
        <div>
          <Title order={2} size="h5" id="trends-title">
            {t('trends_title')}
          </Title>
          <Text size="sm" c="dimmed" mih="1.55em">
            {trend.points && t('trend_sum', { sum: trend.valueOf(sumDecimals(trend.points)) })}
          </Text>
        </div>
        <Choose
          label={t('trend_figure')}
          value={figure}
          of={[
            ['revenue', t('trend_revenue')],
            ['rides', t('trend_rides')],
          ]}
          set={setFigure}
        />
        <Choose
          label={t('trend_span')}
          value={span}
          of={[
            ['days', t('trend_days')],
            ['months', t('trend_months')],
          ]}
          set={setSpan}
        />
        <Button variant="default" size="md" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'trend_as_chart' : 'trend_as_table')}
        </Button>
      </div>
      {error.flag && (
        <div role="alert">
          <Text mb="xs">{problemText(error.cause)}</Text>
          <Button variant="default" size="md" onClick={reload}>
            {t('try_again')}
          </Button>
        </div>
      )}
      {!error.flag && (asTable ? <TrendTable trend={trend} /> : <Chart trend={trend} whole={figure === 'rides'} />)}
    </section>
  )
}
