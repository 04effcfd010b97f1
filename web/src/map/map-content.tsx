import type { LatLng } from '@wayfare/core/geo'
import { useT } from '../i18n/provider.tsx'
import type { CarFeed } from './car-feed.ts'
import { CarFollower } from './car-follower.tsx'
import { CarLayer } from './car-layer.tsx'
import { RouteLine } from './route-line.tsx'
import { StopMarker } from './stop-marker.tsx'

export type MapStop = LatLng & { add: string }

export type MapContentProps = {
  pickup?: MapStop | null
  drop?: MapStop | null
  route?: readonly LatLng[] | undefined
  feed?: CarFeed
  /** a car of the feed was pressed */
  onCar?: ((id: string) => void) | undefined
  /** a view that goes along turns with the car, as a driver sees the street */
  headingUp?: boolean
  following: boolean
}

const noRoute: readonly LatLng[] = []

/** What lies on the city: the route, the cars, and where a trip begins and ends. */
export const MapContent = ({ pickup, drop, route = noRoute, feed, onCar, headingUp = false, following }: MapContentProps) => {
  const t = useT()
  return (
    <>
      <RouteLine points={route} feed={feed} />
      {feed && <CarLayer feed={feed} onCar={onCar} />}
      {pickup && <StopMarker kind="pickup" at={pickup} label={t('map_pickup_at', { place: pickup.add })} />}
      {drop && <StopMarker kind="drop" at={drop} label={t('map_drop_at', { place: drop.add })} />}
      {feed && following && <CarFollower feed={feed} headingUp={headingUp} />}
    </>
  )
}
