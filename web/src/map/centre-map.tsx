// A map with a pin that stays in its middle: the map is moved below it.
import { useMap } from '@vis.gl/react-maplibre'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useMemo, useRef } from 'react'
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
    const read = () => {
      const { lat, lng } = map.getCenter()
      tell.current({ lat: round(lat), lng: round(lng) })
    }
    map.on('moveend', read)
    read()
    return () => {
      map.off('moveend', read)
    }
  }, [map])
  return null
}

export const CentreMap = ({ label, start, onMove }: CentreMapProps) => {
  const fit = useMemo(() => (start ? [start] : undefined), [start])
  return (
    <div className={classes.centred}>
      <MapView label={label} fit={fit} zoom={15}>
        <Middle onMove={onMove} />
      </MapView>
      <div className={classes.centrePin} aria-hidden>
        <div className={classes.drop}>
          <span />
        </div>
      </div>
    </div>
  )
}
