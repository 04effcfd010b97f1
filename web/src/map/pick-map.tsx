// A map on which one point is chosen: pressed, or its mark dragged.
import { Marker, useMap } from '@vis.gl/react-maplibre'
import type { LatLng } from '@wayfare/core/geo'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import classes from './map.module.css'
import { MapView } from './map-view.tsx'

type PickMapProps = { label: string; at: LatLng | null; onPick: (at: LatLng) => void }

const round = ({ lat, lng }: LatLng): LatLng => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

const Presses = ({ onPick }: Pick<PickMapProps, 'onPick'>) => {
  const { current: map } = useMap()
  useEffect(() => {
    if (!map) return undefined
    const press = ({ lngLat }: MapMouseEvent) => onPick(round(lngLat))
    map.on('click', press)
    return () => {
      map.off('click', press)
    }
  }, [map, onPick])
  return null
}

export const PickMap = ({ label, at, onPick }: PickMapProps) => {
  const fit = useMemo(() => (at ? [at] : undefined), [at])
  return (
    <MapView label={label} fit={fit} inPage zoom={12}>
      <Presses onPick={onPick} />
      {at && (
        <Marker latitude={at.lat} longitude={at.lng} anchor="bottom" draggable onDragEnd={({ lngLat }) => onPick(round(lngLat))}>
          <div className={classes.drop} role="img" aria-label={label}>
            <span />
          </div>
        </Marker>
      )}
    </MapView>
  )
}
