import { Button, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { dutyStates, type DutyState } from '@wayfare/core/dispatch'
import { type UserId, asId } from '@wayfare/core/ids'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onDrivers, readServerNow, useTopic } from '../../api/live.ts'
import { useBasemap, useDrivers } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { makeCarFeed } from '../../map/car-feed.ts'
import { MapView } from '../../map/map-view.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './dashboard.module.css'
import { countDrivers, listCars } from './drivers-on-map.ts'
import fleet from './fleet.module.css'
import { useMyPlace } from './use-my-place.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const DriverNowCard = makeLazyPart(async () => (await import('./driver-now-card.tsx')).DriverNowCard, null)

export type DriverCounts = Record<DutyState, number>

/** As the specification has it. */
const ZOOM = 10
const AGAIN_MS = 10_000

const isSame = (a: DriverCounts | null, b: DriverCounts): boolean => dutyStates.every((state) => a?.[state] === b[state])

/** Positions go straight to the map; only the three counts are state. */
const useFeed = (shown: readonly DutyState[], onCounts: (counts: DriverCounts | null) => void) => {
  const drivers = useDrivers().data
  const [feed] = useState(makeCarFeed)
  const latest = useRef<readonly DriverOnMap[] | null>(null)
  const [counts, setCounts] = useState<DriverCounts | null>(null)
  useTopic('drivers')
  useEffect(() => {
    const show = (list: readonly DriverOnMap[]) => {
      feed.replaceAll(listCars(list, readServerNow(), shown))
      const next = countDrivers(list, readServerNow())
      setCounts((now) => (isSame(now, next) ? now : next))
    }
    const again = () => {
      const known = latest.current ?? drivers
      if (known) show(known)
    }
    again()
    // who falls silent says nothing
    const timer = setInterval(again, AGAIN_MS)
    const stop = onDrivers((frame) => {
      latest.current = frame.drivers
      show(frame.drivers)
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [drivers, feed, shown])
  const known = drivers ? counts : null
  useEffect(() => onCounts(known), [known, onCounts])
  useEffect(() => () => onCounts(null), [onCounts])
  return { feed, counts: counts ?? { free: 0, busy: 0, stale: 0, offline: 0 } }
}

type StatesProps = { counts: DriverCounts; shown: readonly DutyState[]; onToggle: (state: DutyState) => void }

const States = ({ counts, shown, onToggle }: StatesProps) => {
  const t = useT()
  return (
    <div role="group" aria-label={t('map_states')} className={classes.states}>
      {dutyStates.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.state}
          data-state={state}
          aria-pressed={shown.includes(state)}
          onClick={() => onToggle(state)}
        >
          {t(`legend_${state}`, { count: counts[state] })}
        </button>
      ))}
    </div>
  )
}

export type DriversMapProps = {
  driver: UserId | null
  onDriver: (id: UserId | null) => void
  /** the newest counts, null once they are known no more */
  onCounts: (counts: DriverCounts | null) => void
}

/** Where the drivers are, live, by their states; who is pressed comes forward as a card. */
export const DriversMap = ({ driver, onDriver, onCounts }: DriversMapProps) => {
  const t = useT()
  const problemText = useProblemText()
  const basemap = useBasemap().data
  const [shown, setShown] = useState<readonly DutyState[]>(dutyStates)
  const { feed, counts } = useFeed(shown, onCounts)
  const mine = useMyPlace(basemap?.bounds ?? null)
  const toggle = (state: DutyState) =>
    setShown((now) => dutyStates.filter((one) => (one === state ? !now.includes(one) : now.includes(one))))
  const pick = useCallback((id: string) => onDriver(asId<'user'>(id)), [onDriver])
  return (
    <div className={fleet.driversMap}>
      <div className={classes.mapTools}>
        <States counts={counts} shown={shown} onToggle={toggle} />
        <Button
          variant="default"
          size="md"
          loading={mine.busy}
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={mine.find}
        >
          {t('map_centre_me')}
        </Button>
      </div>
      {mine.problem !== null && (
        <Text role="alert" size="sm">
          {mine.problem === 'outside' ? t('map_me_outside') : problemText(mine.problem)}
        </Text>
      )}
      <div className={classes.stage}>
        <div className={fleet.mapBox}>
          <MapView
            label={t('map_drivers_label', counts)}
            feed={feed}
            centre={mine.place ?? basemap?.center ?? null}
            asked={mine.answered}
            zoom={ZOOM}
            onCar={pick}
            inPage
          />
        </div>
        {driver !== null && <DriverNowCard key={driver} id={driver} onClose={() => onDriver(null)} />}
      </div>
    </div>
  )
}
