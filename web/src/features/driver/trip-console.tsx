import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ChatButton } from '../../shared/chat-button.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import classes from './driver.module.css'
import { HandOff } from './hand-off.tsx'
import { NextStopBar } from './next-stop-bar.tsx'
import { StepButton } from './step-button.tsx'
import { nextStop } from './trip-step.ts'
import type { DriverPlace } from './use-driver-place.ts'
import { useWakeLock } from './use-wake-lock.ts'

type TripConsoleProps = { booking: BookingView; place: DriverPlace; onPaid: (booking: BookingView) => void }

const Rider = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={700} fz={18}>
          {booking.customerName}
        </Text>
        <Text c="dimmed">{t('cash_from_rider', { amount: format.money(booking.cashPaymentAmount) })}</Text>
      </div>
      {booking.customerContact && (
        <Anchor className={classes.call} href={`tel:${booking.customerContact}`} underline="never">
          <IconPhone size={22} aria-hidden />
          <span>{t('call_rider')}</span>
        </Anchor>
      )}
    </Group>
  )
}

/** A trip step by step: the next stop, who rides, and one large button. */
export const TripConsole = ({ booking, place, onPaid }: TripConsoleProps) => {
  const t = useT()
  const wake = useWakeLock(true)
  const to = nextStop(booking)
  return (
    <Stack gap="lg">
      <NextStopBar booking={booking} route={place.route} place={place.place} />
      <Rider booking={booking} />
      <ChatButton booking={booking} large />
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      {to && booking.status !== 'REACHED' && <HandOff to={to} />}
      {wake === 'refused' && (
        <Text size="sm" c="dimmed">
          {t('wake_lock_refused')}
        </Text>
      )}
      <StepButton booking={booking} onPaid={onPaid} />
    </Stack>
  )
}
