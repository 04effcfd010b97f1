import { Skeleton, Text } from '@mantine/core'
import type { BookingId } from '@wayfare/core/ids'
import { useBookingSteps } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import classes from './shared.module.css'

/** The states a booking has been through, each with its time and who made the step. */
export const BookingTimeline = ({ id, withWho = false }: { id: BookingId; withWho?: boolean }) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const steps = useBookingSteps(id)
  if (steps.error.flag) return <Text c="dimmed">{problemText(steps.error.cause)}</Text>
  if (!steps.data) return <Skeleton height={96} />
  return (
    <ol className={classes.timeline} aria-label={t('timeline_label')}>
      {steps.data.map((step, at) => (
        <li key={`${step.to}-${step.at}`} aria-current={at === (steps.data?.length ?? 0) - 1 ? 'step' : undefined}>
          <span>{t(`status_${step.to.toLowerCase()}`)}</span>
          <span className={classes.when}>
            {format.time(step.at)}
            {withWho && ` · ${t(`by_${step.by}`)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
