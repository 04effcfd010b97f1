import { Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isAtPickup, isPrepaying, isUnassigned, isWaitingForDriver } from '@wayfare/core/booking'
import { useFormat, useT } from '../i18n/provider.tsx'
import { describeTrip, isScheduled } from './trip-words.ts'
import { formatClock, useNow } from './use-now.ts'

type Clock = { key: string; ms: number }

/** The clock beside the sentence: how long one has searched or waited, or how long there is to pay. */
const clockFor = (booking: BookingView, now: number): Clock | null => {
  if (isAtPickup(booking.status)) return { key: 'trip_waiting_since', ms: now - (booking.driverArriveTime ?? now) }
  if (isPrepaying(booking.status) && booking.payBy !== null) return { key: 'trip_pay_within', ms: booking.payBy - now }
  if (!isWaitingForDriver(booking.status) || isScheduled(booking, now)) return null
  // drivers are looked for since its time came near, it was paid, or the desk took it from its driver
  return { key: 'trip_searching_since', ms: now - Math.max(booking.releaseAt, booking.bookingDate) }
}

/** What the trip's state is, in one sentence; the clock beside it ticks for the eye only. */
export const useTripSentence = (booking: BookingView, etaS: number | null) => {
  const t = useT()
  const format = useFormat()
  const now = useNow(1000, isUnassigned(booking.status) || isAtPickup(booking.status))
  const { key, params } = describeTrip(booking, { etaS, now, format })
  const clock = clockFor(booking, now)
  return {
    sentence: t(key, params),
    clock: clock && t(clock.key, { time: formatClock(clock.ms) }),
    scheduled: isScheduled(booking, now),
  }
}

export const TripSentence = ({ booking, etaS }: { booking: BookingView; etaS: number | null }) => {
  const t = useT()
  const format = useFormat()
  const { sentence, clock, scheduled } = useTripSentence(booking, etaS)
  return (
    <div>
      <div role="status">
        <Text component="h2" fz="var(--wf-text-figure)" fw={700} lh={1.25}>
          {sentence}
        </Text>
      </div>
      {clock && (
        <Text c="dimmed" aria-hidden mt={2}>
          {clock}
        </Text>
      )}
      {scheduled && (
        <Text c="dimmed" mt={2}>
          {t('trip_scheduled_hint', { time: format.dateTime(booking.releaseAt) })}
        </Text>
      )}
    </div>
  )
}
