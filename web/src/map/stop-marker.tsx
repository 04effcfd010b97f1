import type { LatLng } from '@wayfare/core/geo'
import { Marker } from '@vis.gl/react-maplibre'
import type { CarFeed } from './car-feed.ts'
import classes from './map.module.css'
import { usePinSide } from './use-pin-side.ts'

type StopKind = 'pickup' | 'drop'

type StopMarkerProps = {
  kind: StopKind
  at: LatLng
  label: string
}

/** Where a trip begins (a disc) or ends (a square on a stem): told apart by shape, and named for screen readers. */
export const StopMarker = ({ kind, at, label }: StopMarkerProps) => (
  <Marker latitude={at.lat} longitude={at.lng} anchor={kind === 'drop' ? 'bottom' : 'center'}>
    <div className={classes[kind]} role="img" aria-label={label} title={label}>
      <span />
    </div>
  </Marker>
)

type DueMarkerProps = StopMarkerProps & {
  feed: CarFeed
  /** when the car is there; empty while that is not known */
  due: string
}

/** Where a car comes next, which is seen beside the pin: it stands on a tall stem, or hangs on one where the car is above. */
export const DueMarker = ({ kind, at, label, feed, due }: DueMarkerProps) => {
  const side = usePinSide(feed, at)
  return (
    // the anchor of a marker is that of its beginning
    <Marker key={side} latitude={at.lat} longitude={at.lng} anchor={side === 'above' ? 'bottom' : 'top'}>
      <div
        className={classes.due}
        data-kind={kind}
        data-side={side}
        role="img"
        aria-label={[label, due].filter(Boolean).join(', ')}
        title={label}
      >
        <span>
          <i />
          {due && <bdi>{due}</bdi>}
        </span>
      </div>
    </Marker>
  )
}
