// What a trip's distance is measured from, which positions are believed, and when a device sends one.
import type { Status } from './booking.ts'
import { distanceM, thin } from './geo.ts'
import type { LatLng } from './geo.ts'

/** `at` in epoch ms; `status` is the booking's when the point was taken. */
export type TrackPoint = LatLng & { at: number; status: Status }

/** The most points a multi-location call takes; the specification says "about 25". */
export const MOST_WAYPOINTS = 25

/** No car drives faster than this over ground (m/s, 250 km/h): a point that needs more is a jump, not a drive. */
export const MOST_SPEED = 70

/** Points older than this on arrival are history, not a position (ms): a tunnel or a dead spot of ten minutes still counts. */
export const STALEST = 10 * 60_000

/** So near (m), the car is as good as there, whatever loop the one-way streets would ask of a car that stopped past the door. */
const NEARLY_THERE = 80

/** Seconds until a car in sight of its target is there, at a walk's haste (5 m/s); null when it has yet to drive a route. */
export const nearEtaS = (from: LatLng, to: LatLng): number | null => {
  const metres = distanceM(from, to)
  return metres < NEARLY_THERE ? Math.round(metres / 5) : null
}

/** Only points taken while STARTED or REACHED count for the distance. */
export const countedPoints = (points: readonly TrackPoint[]): TrackPoint[] =>
  points.filter((point) => point.status === 'STARTED' || point.status === 'REACHED').toSorted((a, b) => a.at - b.at)

/** How the distance of a trip is to be found: nothing to measure, or a route through these places in order. */
export type TripPath = { kind: 'none' } | { kind: 'route'; points: LatLng[] }

/** 0 or 1 counted points: none. 2: a drive between them. More: a route through at most 25 of them. Source: specification, 9. */
export const tripPath = (points: readonly TrackPoint[]): TripPath => {
  const counted = countedPoints(points).map(({ lat, lng }) => ({ lat, lng }))
  if (counted.length < 2) return { kind: 'none' }
  return { kind: 'route', points: thin(counted, MOST_WAYPOINTS) }
}

export type Fix = LatLng & { at: number; accuracyM?: number }

/** False for a point from before `previous`, from the future, too old, too vague, or too far to have been driven. */
export const isPlausible = (previous: Fix | null, next: Fix, now: number): boolean => {
  if (next.at > now + 60_000 || next.at < now - STALEST) return false
  if ((next.accuracyM ?? 0) > 500) return false
  if (!previous) return true
  if (next.at < previous.at) return false
  const slack = 50 + (next.accuracyM ?? 0) + (previous.accuracyM ?? 0)
  return distanceM(previous, next) <= slack + (MOST_SPEED * (next.at - previous.at)) / 1000
}

/** A device sends when it has moved 15 m, turned old (15 s standing, 4 s moving), or has never sent. */
export const shouldSend = (last: Fix | null, next: Fix): boolean => {
  if (!last) return true
  const moved = distanceM(last, next)
  const age = next.at - last.at
  return moved >= 15 || age >= (moved >= 3 ? 4000 : 15_000)
}
