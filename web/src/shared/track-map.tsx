import type { BookingView } from '@wayfare/contract/bookings'
import { useT } from '../i18n/provider.tsx'
import { MapView } from '../map/map-view.tsx'
import classes from './shared.module.css'
import type { LiveTrip } from './use-live-trip.ts'
import { useNow } from './use-now.ts'

/** A position older than this (ms) is told with its age: the driver may have another app in front. */
const OLD_MS = 25_000

type TrackMapProps = { booking: BookingView; trip: LiveTrip; label: string }

const TrackNote = ({ trip }: { trip: LiveTrip }) => {
  const t = useT()
  const now = useNow(5000, trip.isLive)
  const age = trip.seenAt === null ? 0 : now - trip.seenAt
  const isOld = trip.isLive && age > OLD_MS
  const words = isOld ? t('track_last_position', { seconds: Math.round(age / 1000) }) : t('location_fetch_error')
  return (
    <div className={classes.trackNote} role="status">
      {(isOld || trip.isUnknown) && <span>{words}</span>}
    </div>
  )
}

/** The live map of one booking; `label` is the same sentence that stands beside it. */
export const TrackMap = ({ booking, trip, label }: TrackMapProps) => (
  <div className={classes.fill}>
    <MapView label={label} pickup={booking.pickup} drop={booking.drop} route={trip.route} feed={trip.feed} fit={trip.fit} />
    <TrackNote trip={trip} />
  </div>
)
