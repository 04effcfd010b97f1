import { useMemo } from 'react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd } from '@wayfare/core/booking'
import { useT } from '../../i18n/provider.tsx'
import { MapView } from '../../map/map-view.tsx'
import { findNextStop } from './trip-step.ts'
import type { DriverPlace } from './use-driver-place.ts'
import { useTripTiles } from './use-trip-tiles.ts'

type DriverMapProps = { booking: BookingView | null; place: DriverPlace; online: boolean }

/** Only the end of the leg that is driven is marked. */
const endsOf = (booking: BookingView | null) => {
  const to = booking && findNextStop(booking)
  const isPickup = booking !== null && findTripEnd(booking.status) === 'pickup'
  return { to, pickup: isPickup ? to : null, drop: isPickup ? null : to }
}

/** The driver's own map: it goes along with the car, and shows the way of this leg. */
export const DriverMap = ({ booking, place, online }: DriverMapProps) => {
  const t = useT()
  useTripTiles(booking, place.route)
  const { to, pickup, drop } = endsOf(booking)
  const isDriving = place.route !== null
  const at = place.place
  const isKnown = at !== null
  // the start of the view only: the follower moves it from then on
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const fit = useMemo(() => (at ? [at] : undefined), [isKnown])
  const label = to ? t('driver_map_trip', { place: to.add }) : t(online ? 'driver_map_online' : 'driver_map_offline')
  return (
    <MapView
      label={label}
      zoom={14}
      feed={place.feed}
      follow={isKnown}
      headingUp={isDriving}
      fit={fit}
      route={place.route?.points}
      pickup={pickup}
      drop={drop}
    />
  )
}
