import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import type { CarFeed } from './car-feed.ts'

/** How near the view is to a car that drives a route, and to one that waits. */
const ZOOM = { driving: 16, waiting: 14 }

type CarFollowerProps = { feed: CarFeed; headingUp: boolean; isShown: boolean }

/** Keeps the feed's car in the middle, once the map is seen: before that it is to come to rest. MapLibre jumps by itself where motion is unwanted. */
export const CarFollower = ({ feed, headingUp, isShown }: CarFollowerProps) => {
  const { current } = useMap()
  const map = current?.getMap()
  const isSeen = useEffectEvent(() => isShown)
  useEffect(() => {
    if (!map) return undefined
    const zoom = headingUp ? ZOOM.driving : ZOOM.waiting
    const viewOf = (lng: number, lat: number, heading: number) => ({
      center: [lng, lat] as [number, number],
      bearing: headingUp ? heading : 0,
      zoom,
    })
    const [first] = feed.snapshot(performance.now()).features
    if (first) map.jumpTo(viewOf(...first.geometry.coordinates, first.properties.heading))
    let before = first?.properties && {
      lng: first.geometry.coordinates[0],
      lat: first.geometry.coordinates[1],
      heading: first.properties.heading,
    }
    return feed.onChange((car) => {
      if (!car || (before && !isSeen())) return
      const isSame = before && car.lng === before.lng && car.lat === before.lat && car.heading === before.heading
      before = car
      if (isSame) return
      map.easeTo({ ...viewOf(car.lng, car.lat, car.heading), duration: isSeen() ? 1000 : 0, easing: (share) => share })
    })
  }, [map, feed, headingUp])
  return null
}
