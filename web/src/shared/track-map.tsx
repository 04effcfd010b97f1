import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd } from '@wayfare/core/booking'
import { useFormat } from '../i18n/provider.tsx'
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

/** The stop the car comes to next, and when it is there. */
const useDue = ({ status }: BookingView, { isLive, etaS }: LiveTrip) => {
  const format = useFormat()
  const stop = isLive ? findTripEnd(status) : null
  return stop && { stop, text: etaS ? format.duration(etaS) : null }
}

/** The live map of one booking; `label` is the same sentence that stands beside it. */
export const TrackMap = ({ booking, trip, label, inPage = false }: TrackMapProps) => {
  const due = useDue(booking, trip)
  return (
    <div className={classes.fill}>
      <MapView
        label={label}
        pickup={booking.pickup}
        drop={booking.drop}
        route={trip.route}
        feed={trip.feed}
        due={due}
        fit={trip.fit}
        inPage={inPage}
      />
      <TrackNote trip={trip} />
    </div>
  )
}
