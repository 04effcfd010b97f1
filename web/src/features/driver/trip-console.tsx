import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BookingView } from '@wayfare/contract/bookings'
import { useT } from '../../i18n/provider.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { NextStopBar } from './next-stop-bar.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { StepButton } from './step-button.tsx'
import { TripRow } from './trip-row.tsx'
import type { DriverPlace } from './use-driver-place.ts'
import type { Steps } from './use-driver-steps.ts'
import { useWakeLock } from './use-wake-lock.ts'
import type { WayLeft } from './way-left.ts'

type TripConsoleProps = {
  booking: BookingView
  known: BookingView
  place: Pick<DriverPlace, 'ahead' | 'current'>
  left: WayLeft | null
  steps: Steps
}

/** A trip step by step: the next stop, who rides or what is carried, and one large button. */
export const TripConsole = ({ booking, known, place, left, steps }: TripConsoleProps) => {
  const t = useT()
  const wake = useWakeLock(true)
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="sm">
      <NextStopBar booking={booking} left={left} />
      <TripRow booking={booking} known={known} place={place.current} opened={opened} onToggle={toggle} />
      {opened && <StopsList pickup={booking.pickup} drop={booking.drop} />}
      <PhotoCard booking={booking} steps={steps} />
      <ParcelCard booking={booking} />
      {wake === 'refused' && (
        <Text size="xs" c="dimmed">
          {t('wake_lock_refused')}
        </Text>
      )}
      <StepButton booking={booking} known={known} steps={steps} place={place.current} ahead={place.ahead} />
    </Stack>
  )
}
