// Drivers in need and bookings that need somebody: the desk looks here first.
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type BookingView, getBooking } from '@wayfare/contract/bookings'
import type { DeskAlert } from '@wayfare/contract/desk'
import { assignDriver } from '@wayfare/contract/dispatch'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { useState } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/call.ts'
import { useDashboard, useSettings } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useNow } from '../../shared/use-now.ts'
import { useProblem, useProblemText } from '../../ui/dialogs.tsx'
import { AlertRow } from './alert-row.tsx'
import { useAlerts, usePanics } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import fleet from './fleet.module.css'
import { PanicAlerts } from './panic-alerts.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const AssignDialog = makeLazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog, null)

/** Asking a driver by hand is an admin's, while nobody is asked automatically. */
const useAssign = () => {
  const problem = useProblem()
  const mayCall = useMayCall()
  const isAuto = useSettings().data?.autoDispatch ?? true
  const [booking, setBooking] = useState<BookingView | null>(null)
  const ask = ({ bookingId: id }: DeskAlert) => void callEndpoint(getBooking, { id }).then(setBooking, problem)
  const may = mayCall(assignDriver) && !isAuto
  const dialog = booking && <AssignDialog booking={booking} onClose={() => setBooking(null)} />
  return { askFor: (alert: DeskAlert) => (may && isWaitingForDriver(alert.status) ? () => ask(alert) : null), dialog }
}

const Rows = ({ alerts }: { alerts: readonly DeskAlert[] }) => {
  const now = useNow(1000, alerts.length > 0)
  const assign = useAssign()
  return (
    <>
      <ul className={classes.lane}>
        {alerts.map((alert) => (
          <AlertRow key={`${alert.kind} ${alert.bookingId}`} alert={alert} now={now} onAssign={assign.askFor(alert)} />
        ))}
      </ul>
      {assign.dialog}
    </>
  )
}

/** All is calm only while nobody waits and nobody is in need; what is not known yet is not calm. */
const Calm = () => {
  const t = useT()
  const waiting = useDashboard().data?.waiting
  const panics = usePanics().last
  if (waiting === undefined || panics === null || panics.length > 0) return null
  if (waiting > 0)
    return (
      <Anchor component={Link} to="/bookings?scope=waiting" py={10} display="inline-block">
        {t('alerts_waiting', { count: waiting })}
      </Anchor>
    )
  return (
    <p className={classes.calm} style={{ margin: 0 }}>
      <IconCircleCheck size={22} aria-hidden />
      {t('alerts_none')}
    </p>
  )
}

export const AlertsLane = () => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useAlerts()
  return (
    <section className={fleet.card} aria-labelledby="alerts-title">
      <Title order={2} size="h5" id="alerts-title" mb="sm">
        {t('alerts_title')}
      </Title>
      <PanicAlerts />
      {error.flag && (
        <Stack role="alert" align="start" gap="xs">
          <Text size="sm">{problemText(error.cause)}</Text>
          <Button variant="default" size="md" onClick={reload}>
            {t('try_again')}
          </Button>
        </Stack>
      )}
      <div role="status">
        {data?.length === 0 && <Calm />}
        {data && data.length > 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {t('alerts_count', { count: data.length })}
          </Text>
        )}
      </div>
      {data && data.length > 0 && <Rows alerts={data} />}
      {!data && !error.flag && <Skeleton height={48} />}
    </section>
  )
}
