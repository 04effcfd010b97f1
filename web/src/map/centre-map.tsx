// A map with a pin that stays in its middle: the map is moved below it.
import { useMap } from '@vis.gl/react-maplibre'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useRef } from 'react'
import classes from './map.module.css'
import { MapView } from './map-view.tsx'

type CentreMapProps = { label: string; start: LatLng | null; onMove: (middle: LatLng) => void }

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const Middle = ({ onMove }: Pick<CentreMapProps, 'onMove'>) => {
  const { current: map } = useMap()
  const tell = useRef(onMove)
  useEffect(() => void (tell.current = onMove), [onMove])
  useEffect(() => {
    if (!map) return undefined
    let told: LatLng | null = null
    // a map that only finds its size again has not moved
    const read = () => {
      const { lat, lng } = map.getCenter()
      const middle = { lat: round(lat), lng: round(lng) }
      if (told?.lat === middle.lat && told.lng === middle.lng) return
      told = middle
      tell.current(middle)
    }
    map.on('moveend', read)
    read()
    return () => {
      map.off('moveend', read)
    }
  }, [map])
  return null
}

export const CentreMap = ({ label, start, onMove }: CentreMapProps) => (
  <div className={classes.centred}>
    <MapView label={label} centre={start} zoom={15}>
      <Middle onMove={onMove} />
    </MapView>
    <div className={classes.centrePin} aria-hidden>
      <div className={classes.drop}>
        <span />
      </div>
    </div>
  </div>
)
