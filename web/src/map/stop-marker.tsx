import type { LatLng } from '@wayfare/core/geo'
import { Marker } from '@vis.gl/react-maplibre'
import classes from './map.module.css'

type StopKind = 'pickup' | 'drop'

type StopMarkerProps = {
  kind: StopKind
  at: LatLng
  label: string
  /** a car comes here: it is seen below the pin, which stands on a tall stem and may say when it is there */
  due?: string
}

/** Where a trip begins (a disc) or ends (a square on a stem): told apart by shape, and named for screen readers. */
export const StopMarker = ({ kind, at, label, due }: StopMarkerProps) => (
  <Marker
    // the anchor of a marker is that of its beginning
    key={due === undefined ? 'stop' : 'due'}
    latitude={at.lat}
    longitude={at.lng}
    anchor={kind === 'drop' || due !== undefined ? 'bottom' : 'center'}
  >
    {due === undefined ? (
      <div className={classes[kind]} role="img" aria-label={label} title={label}>
        <span />
      </div>
    ) : (
      <div className={classes.due} data-kind={kind} role="img" aria-label={[label, due].filter(Boolean).join(', ')} title={label}>
        <span>
          <i />
          {due && <bdi>{due}</bdi>}
        </span>
      </div>
    )}
  </Marker>
)
