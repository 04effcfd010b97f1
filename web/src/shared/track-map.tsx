import type { BookingView } from '@wayfare/contract/bookings'
import { MapView } from '../map/map-view.tsx'
import classes from './shared.module.css'
import { TrackNote } from './track-note.tsx'
import type { LiveTrip } from './use-live-trip.ts'

type TrackMapProps = {
  booking: BookingView
  trip: LiveTrip
  label: string
  /** it stands within what scrolls */
  inPage?: boolean
}

/** The live map of one booking; `label` is the same sentence that stands beside it. */
export const TrackMap = ({ booking, trip, label, inPage = false }: TrackMapProps) => (
  <div className={classes.fill}>
    <MapView
      label={label}
      pickup={booking.pickup}
      drop={booking.drop}
      route={trip.route}
      feed={trip.feed}
      fit={trip.fit}
      inPage={inPage}
    />
    <TrackNote trip={trip} />
  </div>
)
