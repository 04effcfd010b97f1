// Asking one driver by hand: those who could come, the soonest first, and how they answered before.
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { assignDriver, listCandidates, type Candidate } from '@wayfare/contract/dispatch-assign'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAlert, useProblemText } from '../../ui/dialogs.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './fleet.module.css'

type AssignDialogProps = { booking: BookingView; onClose: () => void }

/** Drivers move: the list is read again while one looks at it (ms). */
const AGAIN_MS = 10_000

type RowProps = { candidate: Candidate; busy: boolean; onChoose: () => void }

const CandidateRow = ({ candidate, busy, onChoose }: RowProps) => {
  const t = useT()
  const format = useFormat()
  const { name, vehicleNumber, rating, etaS, distanceM, state } = candidate
  const facts = [
    etaS === null ? t('assign_eta_unknown') : t('assign_eta', { time: format.duration(etaS) }),
    format.distance(distanceM),
    ...(rating > 0 ? [`★ ${format.number(rating)}`] : []),
  ]
  return (
    <li className={classes.candidate}>
      <div>
        <Group gap="xs">
          <Text fw={600}>
            <bdi>{name}</bdi>
          </Text>
          {vehicleNumber && <bdi dir="ltr">{vehicleNumber}</bdi>}
          {state && (
            <Badge color={state === 'declined' ? 'warn' : 'neutral'} fw={600}>
              {t(`assign_state_${state}`)}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button
        size="md"
        variant="default"
        disabled={busy || state === 'asked'}
        aria-label={t('assign_choose', { name })}
        onClick={onChoose}
      >
        {t('assign_ask')}
      </Button>
    </li>
  )
}

const useCandidates = ({ id }: BookingView) =>
  useRead(
    ['candidates', id],
    listCandidates,
    { id },
    { refetchInterval: AGAIN_MS, gcTime: 0, select: (answer) => answer.candidates },
  )

const Candidates = ({ booking, onClose }: AssignDialogProps) => {
  const t = useT()
  const problemText = useProblemText()
  const alert = useAlert()
  const action = useWrite(assignDriver)
  const { data, error, reload } = useCandidates(booking)
  const choose = async ({ driver }: Candidate) => {
    const done = await action.run({ id: booking.id, driver })
    if (!done) return reload()
    onClose()
    alert(t('driver_assigned'), { title: t('driver_assigned_title') })
  }
  return (
    <Stack>
      <FailureNote cause={action.cause} onClose={action.forget} />
      {error.flag && (
        <Alert color="danger" role="alert">
          {problemText(error.cause)}
        </Alert>
      )}
      {!data && !error.flag && <Skeleton height={140} />}
      {data?.length === 0 && <Text role="status">{t('assign_none')}</Text>}
      <ul className={classes.candidates}>
        {data?.map((candidate) => (
          <CandidateRow key={candidate.driver} candidate={candidate} busy={action.busy} onChoose={() => void choose(candidate)} />
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="subtle" size="md" onClick={reload}>
          {t('assign_reload')}
        </Button>
      </Group>
    </Stack>
  )
}

export const AssignDialog = ({ booking, onClose }: AssignDialogProps) => {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('assign_title', { id: booking.id })}>
      <Candidates booking={booking} onClose={onClose} />
    </Dialog>
  )
}
