// The way to the next stop: asked once a leg, and how much of it is left from where the car is.
import { routePlaces } from '@wayfare/contract/places'
import { decodePolyline, measureDistanceM, measureLengthM, type LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { parseKept, readKept, writeKept } from '../../api/unsent.ts'

/** `steps`: not there when the map engine does not tell them. */
export type LegRoute = { key: string; points: LatLng[]; distanceM: number; durationS: number; steps?: RouteStep[] | undefined }
/** What is left, the part (0 to 1) of the whole that was driven, and how far off the way the car is. */
type Left = { distanceM: number; durationS: number; share: number; offM: number }

/** Farther from the way than this (m), a new one is asked for. */
const OFF_M = 150
const RETRY_MS = 4000

/** What is left of the way from the point of it nearest to the car. */
export const cutDrivenPart = (route: LegRoute, place: LatLng): Left => {
  let nearest = 0
  let offM = Number.POSITIVE_INFINITY
  route.points.forEach((point, at) => {
    const away = measureDistanceM(point, place)
    if (away > offM) return
    offM = away
    nearest = at
  })
  const left = measureLengthM(route.points.slice(nearest))
  const whole = measureLengthM(route.points)
  const share = whole === 0 ? 0 : left / whole
  return { distanceM: left, durationS: route.durationS * share, share: 1 - share, offM }
}

type Leg = { key: string; to: LatLng }

/** Corners lie far apart on straight streets: only a car far from every one of them has left the way. */
const isOff = (route: LegRoute, place: LatLng): boolean => {
  const gaps = route.points.slice(1).map((point, at) => measureDistanceM(route.points[at] ?? point, point))
  return cutDrivenPart(route, place).offM > OFF_M + Math.max(0, ...gaps)
}

const name = 'leg'

const isPoint = (value: unknown): value is LatLng =>
  typeof value === 'object' && value !== null && ['lat', 'lng'].every((field) => typeof Reflect.get(value, field) === 'number')

const isRoute = (value: unknown): value is LegRoute =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'key') === 'string' &&
  Array.isArray(Reflect.get(value, 'points')) &&
  (Reflect.get(value, 'points') as unknown[]).every(isPoint)

/** The way is kept for a page that starts without a network. */
const readRoute = (userId: string): LegRoute | null => parseKept(readKept(userId, name), isRoute)[0] ?? null

export const useLegRoute = (userId: string, leg: Leg | null, place: LatLng | null): LegRoute | null => {
  const [route, setRoute] = useState(() => readRoute(userId))
  const [attempt, setAttempt] = useState(0)
  const current = route && route.key === leg?.key ? route : null
  const isNeeded = leg !== null && place !== null && (current === null || isOff(current, place))
  useEffect(() => {
    if (!isNeeded || !leg || !place) return undefined
    const stop = new AbortController()
    let retry: ReturnType<typeof setTimeout> | undefined
    callEndpoint(
      routePlaces,
      { start: { lat: place.lat, lng: place.lng }, dest: { lat: leg.to.lat, lng: leg.to.lng }, steps: true },
      { signal: stop.signal },
    )
      .then((found) => {
        const { distanceM: wayM, durationS, steps } = found
        const next = { key: leg.key, points: decodePolyline(found.polyline), distanceM: wayM, durationS, steps }
        writeKept(userId, name, JSON.stringify([next]))
        setRoute(next)
      })
      .catch(() => {
        if (!stop.signal.aborted) retry = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS)
      })
    return () => {
      stop.abort()
      clearTimeout(retry)
    }
    // the place moves all the time: it matters only when a route is needed
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNeeded, leg?.key, attempt])
  return current
}
