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
  /** the stop that the feed's car comes to next, and when it is there, in words */
  due?: { stop: 'pickup' | 'drop'; text: string | null } | null
  /** a car of the feed was pressed */
  onCar?: ((id: string) => void) | undefined
  /** a view that goes along turns with the car, as a driver sees the street */
  headingUp?: boolean
  following: boolean
}

const noRoute: readonly LatLng[] = []

/** What lies on the city: the route, the cars, and where a trip begins and ends. */
export const MapContent = (props: MapContentProps) => {
  const { pickup, drop, route = noRoute, feed, due, onCar, headingUp = false, following } = props
  const t = useT()
  const pinOf = (stop: 'pickup' | 'drop') => (due?.stop === stop ? { due: due.text ?? '' } : {})
  return (
    <>
      <RouteLine points={route} feed={feed} />
      {feed && <CarLayer feed={feed} onCar={onCar} />}
      {pickup && <StopMarker kind="pickup" at={pickup} label={t('map_pickup_at', { place: pickup.add })} {...pinOf('pickup')} />}
      {drop && <StopMarker kind="drop" at={drop} label={t('map_drop_at', { place: drop.add })} {...pinOf('drop')} />}
      {feed && following && <CarFollower feed={feed} headingUp={headingUp} />}
    </>
  )
}
