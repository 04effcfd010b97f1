import type { GeoJSONSource, Map as CityMap, MapLayerMouseEvent } from 'maplibre-gl'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useRef } from 'react'
import { carGroups, carLayer, carSource, chosenSource } from './base-style.ts'
import type { CarFeed } from './car-feed.ts'
import { drawCar, readImageState } from './car-icon.ts'

/** Above so many cars the source is written at most every 100 ms instead of every frame. */
const MANY = 20
const SLOW_MS = 100

const addMissingImage = (map: CityMap) => (imageId: string) => {
  const state = readImageState(imageId)
  const drawn = state && drawCar(state)
  if (drawn && !map.hasImage(imageId)) map.addImage(imageId, drawn.image, { pixelRatio: drawn.pixelRatio })
}

/** Writes the feed into the raw source of the map; no React node and no state stands for a car. On a map that is not seen yet they
 * stand where they were first, so that it comes to rest. */
const startPainter = (map: CityMap, feed: CarFeed, isSeen: () => boolean) => {
  let frame = 0
  let writtenAt = 0
  let isBehind = false
  const write = (now: number) => {
    map.getSource<GeoJSONSource>(carSource)?.setData(feed.snapshot(now))
    map.getSource<GeoJSONSource>(chosenSource)?.setData(feed.chosenSnapshot(now))
    writtenAt = now
  }
  const step = (now: number) => {
    frame = 0
    isBehind = writtenAt > 0 && !isSeen()
    if (isBehind) return
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
  const stop = () => {
    cancelAnimationFrame(frame)
    stopListening()
    map.off('styledata', wake)
    for (const source of [carSource, chosenSource])
      map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features: [] })
  }
  const catchUp = () => {
    if (isBehind) wake()
  }
  return { catchUp, stop }
}

const pressed = [carLayer, carGroups]

const listen = (map: CityMap, onCar: (id: string) => void): (() => void) => {
  const pick = (event: MapLayerMouseEvent) => {
    const id: unknown = event.features?.[0]?.properties['id']
    if (typeof id === 'string') onCar(id)
  }
  const open = (event: MapLayerMouseEvent) => {
    const group: unknown = event.features?.[0]?.properties['cluster_id']
    const source = map.getSource<GeoJSONSource>(carSource)
    if (typeof group !== 'number' || !source) return
    // a group that has gone meanwhile opens no more
    source.getClusterExpansionZoom(group).then(
      (zoom) => map.easeTo({ center: event.lngLat, zoom: Math.max(zoom, map.getZoom() + 1) }),
      () => undefined,
    )
  }
  const point = () => void (map.getCanvas().style.cursor = 'pointer')
  const leave = () => void (map.getCanvas().style.cursor = '')
  map.on('click', carLayer, pick)
  map.on('click', carGroups, open)
  for (const layer of pressed) {
    map.on('mouseenter', layer, point)
    map.on('mouseleave', layer, leave)
  }
  return () => {
    map.off('click', carLayer, pick)
    map.off('click', carGroups, open)
    for (const layer of pressed) {
      map.off('mouseenter', layer, point)
      map.off('mouseleave', layer, leave)
    }
    leave()
  }
}

type CarLayerProps = { feed: CarFeed; isShown: boolean; onCar?: ((id: string) => void) | undefined }

/** `onCar`: a car was pressed; a group of cars is opened by the map itself. */
export const CarLayer = ({ feed, isShown, onCar }: CarLayerProps) => {
  const { current } = useMap()
  const map = current?.getMap()
  const isSeen = useEffectEvent(() => isShown)
  const catchUp = useRef((): void => undefined)
  useEffect(() => {
    if (!map) return undefined
    const painter = startPainter(map, feed, isSeen)
    catchUp.current = painter.catchUp
    return painter.stop
  }, [map, feed])
  useEffect(() => {
    if (isShown) catchUp.current()
  }, [isShown])
  useEffect(() => (map && onCar ? listen(map, onCar) : undefined), [map, onCar])
  return null
}
