import type { LatLng } from '@wayfare/core/geo'
import { useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { routeSource } from './base-style.ts'
import type { CarFeed } from './car-feed.ts'

const lineOf = (points: readonly LatLng[]) => ({
  type: 'FeatureCollection' as const,
  features:
    points.length < 2
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: {},
            geometry: { type: 'LineString' as const, coordinates: points.map(({ lat, lng }) => [lng, lat]) },
          },
        ],
})

/** The route under the street names, or what of it lies ahead of the feed's car; written again after a change of theme. */
export const RouteLine = ({ points, feed }: { points: readonly LatLng[]; feed?: CarFeed | undefined }) => {
  const { current } = useMap()
  const map = current?.getMap()
  useEffect(() => {
    if (!map) return undefined
    let written: ReturnType<typeof lineOf> | null = null
    let drawn: readonly LatLng[] | null = null
    const write = () => {
      const source = map.getSource<GeoJSONSource>(routeSource)
      const line = feed?.way() ?? points
      // another theme empties the source, or puts a new one in its place
      if (!source || (line === drawn && source.serialize().data === written)) return
      written = lineOf(line)
      drawn = line
      source.setData(written)
    }
    map.on('styledata', write)
    const stopListening = feed?.onChange(write)
    write()
    return () => {
      stopListening?.()
      map.off('styledata', write)
      map.getSource<GeoJSONSource>(routeSource)?.setData(lineOf([]))
    }
  }, [map, points, feed])
  return null
}
