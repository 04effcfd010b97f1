import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import { DayRow } from './day-row.tsx'
import classes from './earnings.module.css'
import { moveWeek, type EarningsWeek } from './use-earnings-week.ts'

type WeekCardProps = { week: EarningsWeek; onWeek: (day: string | null) => void }

const lastOf = ({ days, from }: EarningsWeek): string => days.at(-1)?.day ?? from

/** A week in all, day by day, and each day trip by trip; the weeks before are one tap away. */
export const WeekCard = ({ week, onWeek }: WeekCardProps) => {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const span = new Intl.DateTimeFormat(language.dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const isNow = week.from <= week.today && week.today <= lastOf(week)
  const most = Math.max(...week.days.map(({ earned }) => Number(earned)), 1)
  const days = week.days.filter(({ day }) => day <= week.today).toReversed()
  return (
    <section className={classes.card} aria-labelledby="week-title">
      <Group justify="space-between" gap={8} wrap="nowrap">
        <ActionIcon
          size="var(--wf-touch)"
          variant="default"
          aria-label={t('earnings_week_before')}
          onClick={() => onWeek(moveWeek(week.from, -1))}
        >
          <IconChevronLeft size={22} aria-hidden className="wf-flip" />
        </ActionIcon>
        <div className={classes.week} aria-live="polite">
          <Title order={2} size="h4" id="week-title">
            {isNow ? t('earnings_this_week') : span.formatRange(Date.parse(week.from), Date.parse(lastOf(week)))}
          </Title>
          <Text fz="var(--wf-text-glance)" fw={800} lh={1.2}>
            <bdi>{format.exactMoney(week.total.earned)}</bdi>
          </Text>
          <Text c="dimmed">{t('earnings_trips', { count: week.total.trips })}</Text>
          {!isZero(week.total.tips) && (
            <Text c="dimmed">{t('earnings_tips', { amount: format.exactMoney(week.total.tips) })}</Text>
          )}
        </div>
        <ActionIcon
          size="var(--wf-touch)"
          variant="default"
          aria-label={t('earnings_week_after')}
          disabled={isNow}
          onClick={() => onWeek(moveWeek(week.from, 1))}
        >
          <IconChevronRight size={22} aria-hidden className="wf-flip" />
        </ActionIcon>
      </Group>
      <div>
        {days.map((day) => (
          <DayRow
            key={day.day}
            day={day}
            share={Number(day.earned) / most}
            trips={week.trips.filter((trip) => trip.day === day.day)}
            isToday={day.day === week.today}
          />
        ))}
      </div>
    </section>
  )
}
