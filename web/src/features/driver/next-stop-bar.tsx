import { Text } from '@mantine/core'
import { IconFlag, IconMapPin } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd, isAtDrop, isAtPickup, isUnderWay } from '@wayfare/core/booking'
import { readServerNow } from '../../api/live.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { formatClock, useNow } from '../../shared/use-now.ts'
import classes from './trip.module.css'
import type { WayLeft } from './way-left.ts'

type NextStopBarProps = { booking: BookingView; left: WayLeft | null }

const Waiting = ({ since }: { since: number }) => {
  const t = useT()
  const now = useNow(1000)
  return (
    <Text fz="var(--wf-text-step)" fw={700} role="timer" aria-label={t('waiting_label')}>
      {t('waiting_for', { time: formatClock(now - since) })}
    </Text>
  )
}

/** Of a booking for later: before that time nobody is late. */
const PickupTime = ({ at }: { at: number }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Text fw={600}>
      {t('task_pickup_time')} · {format.moment(at, readServerNow())}
    </Text>
  )
}

const titleOf = ({ status, category }: BookingView, isThere: boolean): string => {
  if (isAtPickup(status)) return category === 'delivery' ? 'fetch_parcel' : 'wait_for_rider'
  if (isAtDrop(status)) return 'trip_at_end'
  if (isThere) return 'you_are_there'
  return isUnderWay(status) ? 'drive_to_drop' : 'drive_to_pickup'
}

/** Where to go and how far it still is, readable at a glance; at the kerb it says so instead. */
export const NextStopBar = ({ booking, left }: NextStopBarProps) => {
  const t = useT()
  const format = useFormat()
  const isPickup = findTripEnd(booking.status) === 'pickup'
  const stop = isPickup ? booking.pickup : booking.drop
  const Icon = isPickup ? IconMapPin : IconFlag
  const isThere = left?.isThere ?? false
  return (
    <header className={classes.nextStop} data-there={isThere || undefined}>
      <Icon size={28} aria-hidden />
      <div>
        <h2>{t(titleOf(booking, isThere))}</h2>
        <p>{stop.add}</p>
        {isPickup && booking.bookLater && <PickupTime at={booking.tripdate} />}
        {isAtPickup(booking.status) && booking.driverArriveTime !== null && <Waiting since={booking.driverArriveTime} />}
      </div>
      {left && !isThere && (
        <div className={classes.left}>
          <strong>{format.duration(left.seconds)}</strong>
          <span>{format.distance(left.metres)}</span>
        </div>
      )}
    </header>
  )
}
