import type { DriverOnMap } from '@wayfare/contract/accounts'
import { useEffect, useMemo, useState } from 'react'
import { onDrivers, useTopic } from '../../api/live.ts'
import { useBasemap, useDrivers } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { makeCarFeed } from '../../map/car-feed.ts'
import { MapView } from '../../map/map-view.tsx'
import { carsOf, countDrivers } from './drivers-on-map.ts'
import classes from './fleet.module.css'

/** Where the drivers are, live: positions go straight to the map, only the three counts are state. */
export const DriversMap = () => {
  const t = useT()
  const bounds = useBasemap().data?.bounds ?? null
  const drivers = useDrivers().data
  const [feed] = useState(makeCarFeed)
  const [counts, setCounts] = useState({ free: 0, busy: 0, offline: 0 })
  useTopic('drivers')
  useEffect(() => {
    const show = (list: readonly DriverOnMap[]) => {
      feed.replaceAll(carsOf(list))
      const next = countDrivers(list)
      setCounts((now) => (now.free === next.free && now.busy === next.busy && now.offline === next.offline ? now : next))
    }
    if (drivers) show(drivers)
    return onDrivers((frame) => show(frame.drivers))
  }, [drivers, feed])
  const fit = useMemo(
    () =>
      bounds
        ? [
            { lng: bounds[0], lat: bounds[1] },
            { lng: bounds[2], lat: bounds[3] },
          ]
        : undefined,
    [bounds],
  )
  const label = t('map_drivers_label', counts)
  return (
    <div className={classes.driversMap}>
      <div className={classes.mapBox}>
        <MapView label={label} feed={feed} zoom={10} {...(fit ? { fit } : {})} />
      </div>
      <ul className={classes.legend} aria-label={label}>
        <li data-state="free">{t('legend_free', { count: counts.free })}</li>
        <li data-state="busy">{t('legend_busy', { count: counts.busy })}</li>
        <li data-state="offline">{t('legend_offline', { count: counts.offline })}</li>
      </ul>
    </div>
  )
}
