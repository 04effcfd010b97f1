// Once the driver is there a rider cannot cancel any more: why not, and how the desk is reached.
import { Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isAtPickup, isUnderWay } from '@wayfare/core/booking'
import { useT } from '../i18n/provider.tsx'
import { DeskContact } from './desk-contact.tsx'

/** The trip is still to be driven or on, and the rider has lost the right to cancel it. */
export const isTooLateToCancel = ({ status, may }: BookingView): boolean =>
  !may.cancel && (isAtPickup(status) || isUnderWay(status))

/** From the start on the desk cannot cancel either, but helps. */
export const CancelTooLate = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  return (
    <Stack gap="sm" align="start">
      <Text size="sm">{t(isUnderWay(booking.status) ? 'cancel_too_late_started' : 'cancel_too_late_arrived')}</Text>
      <DeskContact />
    </Stack>
  )
}
