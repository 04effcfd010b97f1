import { Group, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isAtDrop } from '@wayfare/core/booking'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ChatButton } from '../../shared/chat-button.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { CallButton } from './call-button.tsx'
import { HandOff } from './hand-off.tsx'
import { NextStopBar } from './next-stop-bar.tsx'
import { PanicButton } from './panic-button.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { describePayment } from './payment-words.ts'
import { PhotoCard } from './photo-card.tsx'
import { StepButton } from './step-button.tsx'
import { findNextStop } from './trip-step.ts'
import type { DriverPlace } from './use-driver-place.ts'
import type { Steps } from './use-driver-steps.ts'
import { useWakeLock } from './use-wake-lock.ts'

type TripConsoleProps = { booking: BookingView; known: BookingView; place: DriverPlace; steps: Steps }

const Rider = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const payment = describePayment(booking, format.money)
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={700} fz={18}>
          {booking.customerName}
        </Text>
        <Text c="dimmed">{t(payment.key, payment.params)}</Text>
      </div>
      {booking.customerContact && <CallButton phone={booking.customerContact} label={t('call_rider')} />}
    </Group>
  )
}

/** A trip step by step: the next stop, who rides or what is carried, and one large button. */
export const TripConsole = ({ booking, known, place, steps }: TripConsoleProps) => {
  const t = useT()
  const wake = useWakeLock(true)
  const to = findNextStop(booking)
  return (
    <Stack gap="lg">
      <NextStopBar booking={booking} route={place.route} place={place.place} ahead={place.ahead} />
      <PhotoCard booking={booking} steps={steps} />
      <ParcelCard booking={booking} />
      <Rider booking={booking} />
      <ChatButton booking={known} large />
      <PanicButton booking={known} place={place.current} />
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      {to && !isAtDrop(booking.status) && <HandOff to={to} />}
      {wake === 'refused' && (
        <Text size="sm" c="dimmed">
          {t('wake_lock_refused')}
        </Text>
      )}
      <StepButton booking={booking} known={known} steps={steps} place={place.current} ahead={place.ahead} />
    </Stack>
  )
}
