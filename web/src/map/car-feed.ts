// Cars on a map, outside React: fixes come in from the socket, one painter takes snapshots frame by frame.
import type { DutyState } from '@wayfare/core/dispatch'
import type { LatLng } from '@wayfare/core/geo'
import { computeNextMotion, computePlaceAt, isMoving, type CarMotion, type CarPlace } from './car-motion.ts'
import { makeListeners } from '../ui/listeners.ts'

export type CarFix = LatLng & { heading: number | null; state?: DutyState; label?: string }

type CarFeature = {
  type: 'Feature'
  id?: number
  properties: { id: string; heading: number; state: DutyState; label: string }
  geometry: { type: 'Point'; coordinates: [number, number] }
}
type CarCollection = { type: 'FeatureCollection'; features: CarFeature[] }

type Car = { motion: CarMotion; state: DutyState; label: string }

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const featureOf = (id: string, car: Car, now: number): CarFeature => {
  const place = computePlaceAt(car.motion, now)
  return {
    type: 'Feature',
    properties: { id, heading: place.heading, state: car.state, label: car.label },
    geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
  }
}

export const makeCarFeed = () => {
  const cars = new Map<string, Car>()
  let way: readonly LatLng[] | null = null
  let chosen: string | null = null
  const listeners = makeListeners<[latest: CarPlace | null]>()

  const put = (id: string, fix: CarFix) => {
    const before = cars.get(id)
    const motion = computeNextMotion(before?.motion ?? null, fix, { now: performance.now(), still: isStill() })
    cars.set(id, { motion, state: fix.state ?? before?.state ?? 'free', label: fix.label ?? before?.label ?? '' })
    return motion.to
  }

  return {
    push(id: string, fix: CarFix) {
      listeners.notify(put(id, fix))
    },
    /** What lies ahead of the car is drawn instead of its whole route; null: nobody knows. */
    setWay(points: readonly LatLng[] | null) {
      const isLost = way !== null && points === null
      way = points
      if (isLost) listeners.notify(null)
    },
    way: () => way,
    /** The car that stands out among the others; null: none. */
    setChosen(id: string | null) {
      chosen = id
      listeners.notify(null)
    },
    /** Where a car is drawn; null for one that is not known. */
    placeOf: (id: string): LatLng | null => {
      const car = cars.get(id)
      return car ? computePlaceAt(car.motion, performance.now()) : null
    },
    /** The chosen car alone, to be drawn above all groups. */
    chosenSnapshot: (now: number): CarCollection => {
      const car = chosen === null ? undefined : cars.get(chosen)
      return { type: 'FeatureCollection', features: chosen !== null && car ? [featureOf(chosen, car, now)] : [] }
    },
    /** The whole truth: cars that are not listed are gone. */
    replaceAll(fixes: ReadonlyMap<string, CarFix>) {
      for (const id of cars.keys()) if (!fixes.has(id)) cars.delete(id)
      for (const [id, fix] of fixes) put(id, fix)
      listeners.notify(null)
    },
    clear() {
      cars.clear()
      way = null
      listeners.notify(null)
    },
    size: () => cars.size,
    isMoving: (now: number) => [...cars.values()].some((car) => isMoving(car.motion, now)),
    snapshot: (now: number): CarCollection => ({
      type: 'FeatureCollection',
      features: [...cars].map(([id, car]) => featureOf(id, car, now)),
    }),
    /** Hears of every change, with the latest fix when it was a single car's. */
    onChange: listeners.add,
  }
}

export type CarFeed = ReturnType<typeof makeCarFeed>
