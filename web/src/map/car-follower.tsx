import { useMap } from '@vis.gl/react-maplibre'
import { useEffect } from 'react'
import type { CarFeed } from './car-feed.ts'

/** How near the view is to a car that drives a route, and to one that waits. */
const ZOOM = { driving: 16, waiting: 14 }

/** Keeps the feed's car in the middle; MapLibre jumps by itself where motion is unwanted. */
export const CarFollower = ({ feed, headingUp }: { feed: CarFeed; headingUp: boolean }) => {
  const { current } = useMap()
  const map = current?.getMap()
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
      const isSame = car && before && car.lng === before.lng && car.lat === before.lat && car.heading === before.heading
      before = car ?? before
      if (car && !isSame) map.easeTo({ ...viewOf(car.lng, car.lat, car.heading), duration: 1000, easing: (share) => share })
    })
  }, [map, feed, headingUp])
  return null
}
