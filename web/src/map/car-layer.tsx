import type { GeoJSONSource, Map as CityMap } from 'maplibre-gl'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect } from 'react'
import { carSource } from './base-style.ts'
import type { CarFeed } from './car-feed.ts'
import { drawCar, stateOfImage } from './car-icon.ts'

/** Above so many cars the source is written at most every 100 ms instead of every frame. */
const MANY = 20
const SLOW_MS = 100

const addMissingImage = (map: CityMap) => (imageId: string) => {
  const state = stateOfImage(imageId)
  const drawn = state && drawCar(state)
  if (drawn && !map.hasImage(imageId)) map.addImage(imageId, drawn.image, { pixelRatio: drawn.pixelRatio })
}

/** Writes the feed into the raw source of the map; no React node and no state stands for a car. */
const paint = (map: CityMap, feed: CarFeed): (() => void) => {
  let frame = 0
  let writtenAt = 0
  const write = (now: number) => {
    map.getSource<GeoJSONSource>(carSource)?.setData(feed.snapshot(now))
    writtenAt = now
  }
  const step = (now: number) => {
    frame = 0
    const isDue = feed.size() <= MANY || now - writtenAt >= SLOW_MS
    if (isDue) write(now)
    if (!isDue || feed.isMoving(now)) frame = requestAnimationFrame(step)
  }
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(step)
  }
  map.setMissingStyleImageResolver(addMissingImage(map))
  // a new style (theme) comes with empty sources: the last snapshot is written again
  map.on('styledata', wake)
  const stopListening = feed.onChange(wake)
  wake()
  return () => {
    cancelAnimationFrame(frame)
    stopListening()
    map.off('styledata', wake)
    map.getSource<GeoJSONSource>(carSource)?.setData({ type: 'FeatureCollection', features: [] })
  }
}

export const CarLayer = ({ feed }: { feed: CarFeed }) => {
  const { current } = useMap()
  const map = current?.getMap()
  useEffect(() => (map ? paint(map, feed) : undefined), [map, feed])
  return null
}
