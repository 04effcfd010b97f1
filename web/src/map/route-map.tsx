import { decodePolyline } from '@wayfare/core/geo'
import { useMemo } from 'react'
import { useT } from '../i18n/provider.tsx'
import { MapView } from './map-view.tsx'
import type { MapStop } from './map-content.tsx'

type RouteMapProps = { pickup: MapStop; drop: MapStop; polyline: string; label?: string }

/** A trip on the map: where it begins and ends and the way between. Loaded lazily by those who show it. */
export const RouteMap = ({ pickup, drop, polyline, label }: RouteMapProps) => {
  const t = useT()
  const route = useMemo(() => decodePolyline(polyline), [polyline])
  const fit = useMemo(() => [pickup, drop, ...route], [pickup, drop, route])
  return (
    <MapView
      label={label ?? t('map_route_label', { from: pickup.add, to: drop.add })}
      pickup={pickup}
      drop={drop}
      route={route}
      fit={fit}
      inPage
    />
  )
}
