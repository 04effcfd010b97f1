import type { LatLng } from '@wayfare/core/geo'
import { useT } from '../i18n/provider.tsx'
import type { CarFeed } from './car-feed.ts'
import { CarFollower } from './car-follower.tsx'
import { CarLayer } from './car-layer.tsx'
import { RouteLine } from './route-line.tsx'
import { DueMarker, StopMarker } from './stop-marker.tsx'

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
  /** the map is in sight */
  isShown: boolean
}

const noRoute: readonly LatLng[] = []

const stopTexts = { pickup: 'map_pickup_at', drop: 'map_drop_at' } as const

/** What lies on the city: the route, the cars, and where a trip begins and ends. */
export const MapContent = (props: MapContentProps) => {
  const { pickup, drop, route = noRoute, feed, due, onCar, headingUp = false, following, isShown } = props
  const t = useT()
  const markStop = (kind: 'pickup' | 'drop', at: MapStop) => {
    const stop = { kind, at, label: t(stopTexts[kind], { place: at.add }) }
    return feed && due?.stop === kind ? <DueMarker {...stop} feed={feed} due={due.text ?? ''} /> : <StopMarker {...stop} />
  }
  return (
    <>
      <RouteLine points={route} feed={feed} />
      {feed && <CarLayer feed={feed} isShown={isShown} onCar={onCar} />}
      {pickup && markStop('pickup', pickup)}
      {drop && markStop('drop', drop)}
      {feed && following && <CarFollower feed={feed} headingUp={headingUp} isShown={isShown} />}
    </>
  )
}
