import { Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { describeDistance } from '@wayfare/contract/distance-words'
import { useFormat, useT } from '../i18n/provider.tsx'

/** How far it was and how that is known; nothing before the trip is over. */
export const DistanceNote = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const how = describeDistance(booking, t, format)
  if (!how) return null
  return (
    <Text size="sm" c="dimmed">
      {t('distance_note', { distance: format.distance(booking.distance), how })}
    </Text>
  )
}
