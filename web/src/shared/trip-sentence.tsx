import { Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { useFormat, useT } from '../i18n/provider.tsx'
import { tripWords } from './trip-words.ts'
import { clockOf, useNow } from './use-now.ts'

/** What the trip's state is, in one sentence; the clock beside it ticks for the eye only. */
export const useTripSentence = (booking: BookingView, etaS: number | null) => {
  const t = useT()
  const format = useFormat()
  const isCounting = booking.status === 'NEW' || booking.status === 'ARRIVED'
  const now = useNow(1000, isCounting)
  const since = booking.status === 'ARRIVED' ? (booking.driverArriveTime ?? now) : booking.bookingDate
  const { key, params } = tripWords(booking, { etaS, format })
  return { sentence: t(key, params), clock: isCounting ? clockOf(now - since) : null, isWaiting: booking.status === 'ARRIVED' }
}

export const TripSentence = ({ booking, etaS }: { booking: BookingView; etaS: number | null }) => {
  const t = useT()
  const { sentence, clock, isWaiting } = useTripSentence(booking, etaS)
  return (
    <div>
      <div role="status">
        <Text component="h2" fz={22} fw={700} lh={1.25}>
          {sentence}
        </Text>
      </div>
      {clock && (
        <Text c="dimmed" aria-hidden mt={2}>
          {t(isWaiting ? 'trip_waiting_since' : 'trip_searching_since', { time: clock })}
        </Text>
      )}
    </div>
  )
}
