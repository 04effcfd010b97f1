import type { LatLng } from '@wayfare/core/geo'
import { Marker } from '@vis.gl/react-maplibre'
import classes from './map.module.css'

type StopKind = 'pickup' | 'drop'

/** Where a trip begins (a disc) or ends (a square on a stem): told apart by shape, and named for screen readers. */
export const StopMarker = ({ kind, at, label }: { kind: StopKind; at: LatLng; label: string }) => (
  <Marker latitude={at.lat} longitude={at.lng} anchor={kind === 'drop' ? 'bottom' : 'center'}>
    <div className={classes[kind]} role="img" aria-label={label} title={label}>
      <span />
    </div>
  </Marker>
)
