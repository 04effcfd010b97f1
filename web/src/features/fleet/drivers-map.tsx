import { ActionIcon, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { dutyStates, type DutyState } from '@wayfare/core/dispatch'
import { asId } from '@wayfare/core/ids'
import type { Bounds, LatLng } from '@wayfare/core/geo'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readServerNow, useDriversIn, useLiveState, useTopic } from '../../api/live.ts'
import { useBasemap, useDrivers } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { makeCarFeed, type CarFeed } from '../../map/car-feed.ts'
import { MapView } from '../../map/map-view.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './drivers-map.module.css'
import { countDrivers, listCars, listPlaces, stopsAhead } from './drivers-on-map.ts'
import type { DeskChoice } from './use-desk-choice.ts'
import { liveDrivers } from './live-drivers.ts'
import { useMyPlace } from './use-my-place.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const DriverNowCard = makeLazyPart(async () => (await import('./driver-now-card.tsx')).DriverNowCard, null)

export type DriverCounts = Record<DutyState, number>

/** As the specification has it. */
const ZOOM = 10
const AGAIN_MS = 10_000

const isSame = (a: DriverCounts | null, b: DriverCounts): boolean => dutyStates.every((state) => a?.[state] === b[state])

const isSameView = (a: Bounds | null, b: Bounds): boolean =>
  a !== null && a.south === b.south && a.north === b.north && a.west === b.west && a.east === b.east

/** Asks for what changes in the view that the map tells. */
const useDriversInView = () => {
  const [view, setView] = useState<Bounds | null>(null)
  useEffect(() => liveDrivers.ask(view), [view])
  useDriversIn(view)
  // names, plates and who is there at all are told once: the list is read again when they change
  useTopic('driverAccounts')
  useTopic('people')
  return useCallback((next: Bounds) => setView((now) => (isSameView(now, next) ? now : next)), [])
}

/** Positions go straight to the map; only the counts are state. */
const useFeed = (shown: readonly DutyState[], onCounts: (counts: DriverCounts | null) => void) => {
  const drivers = useDrivers().data
  const [feed] = useState(makeCarFeed)
  const [counts, setCounts] = useState<DriverCounts | null>(null)
  const isOpen = useLiveState() === 'open'
  const aliveAt = useRef(0)
  useEffect(() => {
    const show = () => {
      if (!drivers) return
      const now = readServerNow()
      if (isOpen || aliveAt.current === 0) aliveAt.current = now
      const list = liveDrivers.layOver(drivers, aliveAt.current)
      feed.replaceAll(listCars(list, now, shown))
      const next = (isOpen && liveDrivers.counts()) || countDrivers(list, now)
      setCounts((before) => (isSame(before, next) ? before : next))
    }
    show()
    // without a connection nobody tells who falls silent
    const timer = setInterval(show, AGAIN_MS)
    const stop = liveDrivers.onChange(show)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [drivers, feed, shown, isOpen])
  const known = drivers ? counts : null
  useEffect(() => onCounts(known), [known, onCounts])
  useEffect(() => () => onCounts(null), [onCounts])
  return { feed, drivers, counts: counts ?? { free: 0, busy: 0, stale: 0, offline: 0 } }
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

/** The view holds what was chosen: the car and the next stop, or the whole way of a job that has none yet. */
const useFit = (
  { job, car, times }: DriversMapProps['choice'],
  { feed, drivers }: { feed: CarFeed; drivers: readonly DriverOnMap[] | null },
) => {
  // as it was when it was chosen, or first known: the view does not follow every step of every car
  const isKnown = drivers !== null
  return useMemo(() => {
    if (!job && car === null) return listPlaces(drivers ?? [])
    const at = car === null ? null : (feed.placeOf(car) ?? drivers?.find(({ id }) => id === car)?.location ?? null)
    return [...(at ? [at] : []), ...(job ? stopsAhead(job, at !== null) : [])]
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [times, isKnown])
}

type Middle = { isChosen: boolean; isEmpty: boolean; middle: LatLng | null }

/** Where one is, once one asks; an empty town opens on its middle, or where this browser may tell that one is. */
const centreOf = (mine: { place: LatLng | null; answered: number }, { isChosen, isEmpty, middle }: Middle): LatLng | null => {
  if (isChosen) return null
  if (mine.answered > 0) return mine.place
  return isEmpty ? (mine.place ?? middle) : null
}

export type DriversMapProps = {
  choice: Pick<DeskChoice, 'job' | 'driver' | 'car' | 'times' | 'onDriver'>
  /** the newest counts, null once they are known no more */
  onCounts: (counts: DriverCounts | null) => void
}

/** What the map shows of the town: whatever was asked for last, a job, a car, or where one is; else all who work. */
const useView = (choice: DriversMapProps['choice'], cars: Parameters<typeof useFit>[1]) => {
  const { job, car, times } = choice
  const basemap = useBasemap().data
  const mine = useMyPlace(basemap?.bounds ?? null)
  const fit = useFit(choice, cars)
  const isChosen = job !== null || car !== null
  const centre = centreOf(mine, { isChosen, isEmpty: fit.length === 0, middle: basemap?.center ?? null })
  const isMine = mine.answered > 0 && !isChosen
  const ends = { pickup: job?.pickup ?? null, drop: job?.drop ?? null }
  return { mine, view: { ...ends, fit: isMine ? undefined : fit, centre, asked: mine.answered + times } }
}

/** From the map's lower edge (px): what the card of a driver lies over, where it does. */
const useCovered = (height: number): number => {
  const isOver = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  return isOver ? height : 0
}

/** Where the drivers are, live, by their states; who is pressed comes forward as a card. */
export const DriversMap = ({ choice, onCounts }: DriversMapProps) => {
  const { driver, car, onDriver } = choice
  const t = useT()
  const problemText = useProblemText()
  const [shown, setShown] = useState<readonly DutyState[]>(dutyStates)
  const { feed, drivers, counts } = useFeed(shown, onCounts)
  const onView = useDriversInView()
  const { ref, height } = useElementSize()
  const covered = useCovered(height)
  const { mine, view } = useView(choice, { feed, drivers })
  useEffect(() => feed.setChosen(car), [feed, car])
  const toggle = (state: DutyState) =>
    setShown((now) => dutyStates.filter((one) => (one === state ? !now.includes(one) : now.includes(one))))
  const pick = useCallback((id: string) => onDriver(asId<'user'>(id)), [onDriver])
  return (
    <div className={classes.driversMap}>
      <div className={classes.mapTools}>
        <States counts={counts} shown={shown} onToggle={toggle} />
        <ActionIcon
          variant="default"
          size={36}
          loading={mine.busy}
          aria-label={t('map_centre_me')}
          title={t('map_centre_me')}
          onClick={mine.find}
        >
          <IconCurrentLocation size={18} aria-hidden />
        </ActionIcon>
      </div>
      {mine.problem !== null && (
        <Text role="alert" size="sm">
          {mine.problem === 'outside' ? t('map_me_outside') : problemText(mine.problem)}
        </Text>
      )}
      <div className={classes.stage}>
        <div className={classes.mapBox}>
          <MapView
            {...view}
            label={t('map_drivers_label', counts)}
            feed={feed}
            zoom={ZOOM}
            onCar={pick}
            onView={onView}
            covered={covered}
            inPage
          />
        </div>
        <div ref={ref} className={classes.over}>
          {driver !== null && <DriverNowCard key={driver} id={driver} onClose={() => onDriver(null)} />}
        </div>
      </div>
    </div>
  )
}
