// On which side of its stop a pin stands, so that it never hides the car that comes there.
import type { LatLng } from '@wayfare/core/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import type { CarFeed } from './car-feed.ts'

type PinSide = 'above' | 'below'

/** What the head of a pin may cover beside a car's own size (px from the stop). */
const reach = { across: 64, from: 8, to: 84 }

/** `car` is where a car is seen from the stop (px, down is positive). A pin stays where it is until the car comes below its head. @internal */
export const choosePinSide = (now: PinSide, car: { x: number; y: number }): PinSide => {
  const away = now === 'above' ? -car.y : car.y
  const isHidden = Math.abs(car.x) < reach.across && away > reach.from && away < reach.to
  if (!isHidden) return now
  return now === 'above' ? 'below' : 'above'
}

export const usePinSide = (feed: CarFeed, at: LatLng): PinSide => {
  const map = useMap().current?.getMap()
  const [side, setSide] = useState<PinSide>('above')
  const { lat, lng } = at
  useEffect(() => {
    if (!map) return undefined
    // with every frame that is painted: the car glides, and the view moves
    const look = () => {
      const [car] = feed.snapshot(performance.now()).features
      if (!car) return
      const [stop, seen] = [map.project([lng, lat]), map.project(car.geometry.coordinates)]
      setSide((now) => choosePinSide(now, { x: seen.x - stop.x, y: seen.y - stop.y }))
    }
    map.on('render', look)
    return () => void map.off('render', look)
  }, [map, feed, lat, lng])
  return side
}
