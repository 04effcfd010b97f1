import { Stack } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isActive, isBilled } from '@wayfare/core/booking'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { LazyTrackMap } from '../../shared/lazy-track-map.tsx'
import { LazyPushOffer } from '../../shared/lazy-push-offer.tsx'
import { useTripSentence } from '../../shared/trip-sentence.tsx'
import { useLiveTrip } from '../../shared/use-live-trip.ts'
import classes from './rider.module.css'
import { TripPanel } from './trip-panel.tsx'
import sheet from '../../shared/map-sheet.module.css'

/** One trip as it goes on, and its end: the map above (or beside) the words. */
export const LiveTrip = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const trip = useLiveTrip(booking)
  const { sentence } = useTripSentence(booking, trip.etaS)
  const { me } = useSession()
  return (
    <Stack gap="md">
      <article className={classes.live} aria-label={t('active_trip')} data-over={isBilled(booking.status) || undefined}>
        <div className={`${sheet.map} ${classes.map}`}>
          <LazyTrackMap booking={booking} trip={trip} label={sentence} />
        </div>
        <div className={sheet.panel}>
          <TripPanel booking={booking} etaS={trip.etaS} />
        </div>
      </article>
      {me && isActive(booking.status) && <LazyPushOffer me={me} />}
    </Stack>
  )
}
