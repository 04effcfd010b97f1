import { Text } from '@mantine/core'
import { IconFlag, IconMapPin } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd, isAtDrop, isAtPickup, isUnderWay } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { formatClock, useNow } from '../../shared/use-now.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import classes from './driver.module.css'
import { cutDrivenPart, findNextStep, type LegRoute } from './leg-route.ts'
import type { AheadNow } from './use-ahead.ts'

const NextManoeuvre = makeLazyPart(async () => (await import('./next-manoeuvre.tsx')).NextManoeuvre, null)

type NextStopBarProps = { booking: BookingView; route: LegRoute | null; place: LatLng | null; ahead: AheadNow | null }

const Waiting = ({ since }: { since: number }) => {
  const t = useT()
  const now = useNow(1000)
  return (
    <Text fz={20} fw={700} role="timer" aria-label={t('waiting_label')}>
      {t('waiting_for', { time: formatClock(now - since) })}
    </Text>
  )
}

const titleOf = ({ status, category }: BookingView): string => {
  if (isAtPickup(status)) return category === 'delivery' ? 'fetch_parcel' : 'wait_for_rider'
  if (isUnderWay(status)) return 'drive_to_drop'
  return isAtDrop(status) ? 'trip_at_end' : 'drive_to_pickup'
}

/** How far it still is: the server knows the road; without a network the way that was asked for at first has to do. */
const WayLeft = ({ route, place, ahead }: Omit<NextStopBarProps, 'booking'>) => {
  const t = useT()
  const format = useFormat()
  const left = route && place ? cutDrivenPart(route, place) : null
  const next = route && left ? findNextStep(route, left.distanceM) : null
  const shown = ahead ? { durationS: ahead.etaS, distanceM: ahead.metres } : left
  const isThere = ahead?.isThere ?? false
  return (
    <>
      {shown && (
        <Text fz={20} fw={700}>
          {isThere ? t('you_are_there') : `${format.duration(shown.durationS)} · ${format.distance(shown.distanceM)}`}
        </Text>
      )}
      {next && !isThere && <NextManoeuvre next={next} />}
    </>
  )
}

/** Where to go and how far it still is, readable at a glance. */
export const NextStopBar = ({ booking, ...way }: NextStopBarProps) => {
  const t = useT()
  const isPickup = findTripEnd(booking.status) === 'pickup'
  const stop = isPickup ? booking.pickup : booking.drop
  const Icon = isPickup ? IconMapPin : IconFlag
  return (
    <header className={classes.nextStop}>
      <Icon size={30} aria-hidden />
      <div>
        <h2>{t(titleOf(booking))}</h2>
        <p>{stop.add}</p>
        <WayLeft {...way} />
        {isAtPickup(booking.status) && booking.driverArriveTime !== null && <Waiting since={booking.driverArriveTime} />}
      </div>
    </header>
  )
}
