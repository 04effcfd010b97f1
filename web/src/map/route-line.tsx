import type { LatLng } from '@wayfare/core/geo'
import { useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { routeSource } from './base-style.ts'

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

/** The route under the street names; written again after a change of theme. */
export const RouteLine = ({ points }: { points: readonly LatLng[] }) => {
  const { current } = useMap()
  const map = current?.getMap()
  useEffect(() => {
    if (!map) return undefined
    let written: unknown
    const write = () => {
      const source = map.getSource<GeoJSONSource>(routeSource)
      if (!source || source === written) return
      written = source
      source.setData(lineOf(points))
    }
    map.on('styledata', write)
    write()
    return () => {
      map.off('styledata', write)
      map.getSource<GeoJSONSource>(routeSource)?.setData(lineOf([]))
    }
  }, [map, points])
  return null
}
