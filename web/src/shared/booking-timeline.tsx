import { Skeleton, Text } from '@mantine/core'
import type { BookingId } from '@wayfare/core/ids'
import { useBookingSteps } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import classes from './shared.module.css'

type Late = NonNullable<NonNullable<ReturnType<typeof useBookingSteps>['data']>[number]['late']>

/** What a phone said later, and whether that counts. */
const LateNote = ({ said, told, isBelieved }: Late) => {
  const t = useT()
  const format = useFormat()
  const times = { said: format.time(said), told: format.time(told) }
  return (
    <Text size="sm" fw={400} c={isBelieved ? 'dimmed' : 'danger'}>
      {t(isBelieved ? 'step_late_believed' : 'step_late_not_believed', times)}
    </Text>
  )
}

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
          <div>
            {t(`status_${step.to.toLowerCase()}`)}
            {step.late && <LateNote {...step.late} />}
            {step.awayM !== null && (
              <Text size="sm" fw={400} c="danger">
                {t('arrived_away', { distance: format.distance(step.awayM) })}
              </Text>
            )}
          </div>
          <span className={classes.when}>
            {format.time(step.at)}
            {withWho && ` · ${t(`by_${step.by}`)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
