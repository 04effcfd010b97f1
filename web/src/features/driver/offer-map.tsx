import type { Task } from '@wayfare/contract/dispatch'
import { decodePolyline } from '@wayfare/core/geo'
import { useMemo } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { MapView } from '../../map/map-view.tsx'
import type { CarFeed } from '../../map/car-feed.ts'
import classes from './offer-map.module.css'

type OfferMapProps = { task: Task; feed: CarFeed }

/** A picture of the way to the pickup and of the trip: nothing in it is pressed while the seconds run. */
export const OfferMap = ({ task, feed }: OfferMapProps) => {
  const t = useT()
  const { pickup, drop, pickupWay, tripWay } = task
  const route = useMemo(() => [pickupWay ?? '', tripWay].flatMap(decodePolyline), [pickupWay, tripWay])
  const fit = useMemo(() => [pickup, drop, ...route], [pickup, drop, route])
  const label = t('map_route_label', { from: pickup.add, to: drop.add })
  return (
    <div className={classes.offerMap} role="img" aria-label={label}>
      <div inert>
        <MapView label={label} feed={feed} pickup={pickup} drop={drop} route={route} fit={fit} still />
      </div>
    </div>
  )
}
