// Where the driver is: from the device, or from the demo car. The map hears every reading, the page only now and then.
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { makeCarFeed } from '../../map/car-feed.ts'
import { makeDemoDrive, type DemoDrive } from './demo-drive.ts'
import { useAhead } from './use-ahead.ts'
import { useLegRoute } from './leg-route.ts'
import { askDevice, readingOf, type DeviceReading } from './share-location.ts'
import { findLeg } from './trip-step.ts'
import { useSharing } from './use-sharing.ts'

export type PlaceState = 'waiting' | 'known' | 'denied' | 'unavailable'
export type Source = 'demo' | 'gps'

const TICK_MS = 1000
/** The page hears of a place that is so far from the last one (m). */
const NEWS_M = 40

const watchDevice = (onReading: (reading: DeviceReading) => void, onState: (state: PlaceState) => void): (() => void) => {
  if (!('geolocation' in navigator)) {
    onState('unavailable')
    return () => undefined
  }
  const watch = navigator.geolocation.watchPosition(
    (position) => onReading(readingOf(position)),
    (problem) => onState(problem.code === problem.PERMISSION_DENIED ? 'denied' : 'unavailable'),
    { enableHighAccuracy: true, maximumAge: 2000, timeout: 20_000 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}

const runDemo = (car: DemoDrive, onReading: (reading: DeviceReading) => void): (() => void) => {
  let before = Date.now()
  const tick = () => {
    const now = Date.now()
    onReading(car.tick(now - before, now))
    before = now
  }
  tick()
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}

/** A still car must be heard of as well: browsers report only changes. */
const REPEAT_MS = 15_000
/** So long (ms) a device may look for where it is. */
const LOOK_MS = 10_000

export const useDriverPlace = (me: Me, booking: BookingView | null, sharing: boolean, fallback: LatLng | null) => {
  const [source, setSource] = useState<Source>(me.demo ? 'demo' : 'gps')
  const [state, setState] = useState<PlaceState>('waiting')
  const [place, setPlace] = useState<LatLng | null>(me.location)
  const [feed] = useState(makeCarFeed)
  const latest = useRef<DeviceReading | null>(null)
  const share = useSharing(me.id, sharing)
  // where the demo car begins: the first place that is known, whatever becomes known later
  const [start, setStart] = useState(me.location ?? fallback)
  if (!start && fallback) setStart(fallback)
  const car = useMemo(() => (source === 'demo' && start ? makeDemoDrive(start) : null), [source, start])
  const take = useCallback(
    (reading: DeviceReading) => {
      latest.current = reading
      feed.push('me', { lat: reading.lat, lng: reading.lng, heading: reading.heading, state: 'free' })
      share(reading)
      setState('known')
      setPlace((before) =>
        before && measureDistanceM(before, reading) < NEWS_M ? before : { lat: reading.lat, lng: reading.lng },
      )
    },
    [feed, share],
  )
  useEffect(() => {
    if (source === 'demo') return car ? runDemo(car, take) : undefined
    return watchDevice(take, setState)
  }, [source, car, take])
  // on a trip a device may be silent in a tunnel or behind another app: the car has not stood where it was seen last
  const isOnTrip = me.queue || booking !== null
  const tellAgain = useEffectEvent((speed?: number) => {
    if (!latest.current) return
    // where it sees nothing, or may not look, nothing is said; once it may again the answer says so
    if (isOnTrip && source !== 'demo') askDevice(LOOK_MS, (reading) => reading && take(reading))
    else if (state !== 'denied') share({ ...latest.current, at: Date.now(), ...(speed === undefined ? {} : { speed }) })
  })
  useEffect(() => {
    if (sharing) tellAgain()
  }, [sharing, share, source])
  useEffect(() => {
    if (!sharing || source === 'demo') return undefined
    const timer = setInterval(() => tellAgain(0), REPEAT_MS)
    return () => clearInterval(timer)
  }, [sharing, source])
  const leg = findLeg(booking)
  const route = useLegRoute(me.id, leg, place)
  const ahead = useAhead(booking, feed)
  useEffect(() => {
    if (!car) return
    if (route && leg) car.drive(route)
    else car.stand()
    // a leg is driven once: its key tells one from the next
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [car, route, leg?.key])
  return { feed, place, state, source, setSource, route, ahead, current: () => latest.current }
}

export type DriverPlace = ReturnType<typeof useDriverPlace>
