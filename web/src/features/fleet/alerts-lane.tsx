import { Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useBookings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { clockOf, useNow } from '../../shared/use-now.ts'
import classes from './fleet.module.css'
import { PanicAlerts } from './panic-alerts.tsx'

/** Drivers in need and bookings nobody has taken: the desk looks here first. */
export const AlertsLane = () => {
  const t = useT()
  const navigate = useNavigate()
  const slice = useBookings('active', { status: 'NEW' })
  const now = useNow(5000)
  const lost = slice.data?.filter(({ noTaker }) => noTaker !== null) ?? []
  return (
    <section className={classes.card} aria-labelledby="alerts-title">
      <Title order={2} size="h5" id="alerts-title" mb="sm">
        {t('alerts_title')}
      </Title>
      <PanicAlerts />
      <Stack gap="xs" aria-live="polite">
        {!slice.data && !slice.error.flag && <Skeleton height={48} />}
        {slice.data && lost.length === 0 && <Text c="dimmed">{t('alerts_none')}</Text>}
        {lost.map((booking) => (
          <UnstyledButton key={booking.id} className={classes.alert} onClick={() => void navigate(`/bookings/${booking.id}`)}>
            <IconAlertTriangle size={22} aria-hidden />
            <span>
              <strong>{t('alert_no_taker', { id: booking.id, time: clockOf(now - booking.releaseAt) })}</strong>
              <span>
                {booking.pickup.add} · {t(`no_taker_${booking.noTaker}_short`)}
              </span>
            </span>
          </UnstyledButton>
        ))}
      </Stack>
    </section>
  )
}
