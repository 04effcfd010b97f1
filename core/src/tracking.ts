// What a position of a trip is, which positions are believed, and when a device sends one.
import type { Status } from './booking.ts'
import { distanceM } from './geo.ts'
import type { LatLng } from './geo.ts'

/** `at` in epoch ms; `status` is the booking's when the point was taken. */
export type TrackPoint = LatLng & { at: number; status: Status }

/** No car drives faster than this over ground (m/s, 250 km/h): a point that needs more is a jump, not a drive. */
export const MOST_SPEED = 70

/** Points older than this on arrival are history, not a position (ms): a tunnel or a dead spot of ten minutes still counts. */
export const STALEST = 10 * 60_000

/** Positions of a car that stands lie so far (m) apart, whatever accuracy they claim: that widens nothing. */
const SCATTER_M = 50

/** So near (m), the car is as good as there, whatever loop the one-way streets would ask of a car that stopped past the door. */
const NEARLY_THERE = 80

/** Seconds until a car in sight of its target is there, at a walk's haste (5 m/s); null when it has yet to drive a route. */
export const nearEtaS = (from: LatLng, to: LatLng): number | null => {
  const metres = distanceM(from, to)
  return metres < NEARLY_THERE ? Math.round(metres / 5) : null
}

export type Fix = LatLng & { at: number; accuracyM?: number | null }

/** False for a point from before `previous`, from the future, too old, too vague, or too far to have been driven. */
export const isPlausible = (previous: Fix | null, next: Fix, now: number): boolean => {
  if (next.at > now + 60_000 || next.at < now - STALEST) return false
  if ((next.accuracyM ?? 0) > 500) return false
  if (!previous) return true
  if (next.at < previous.at) return false
  return distanceM(previous, next) <= SCATTER_M + (MOST_SPEED * (next.at - previous.at)) / 1000
}

/** A device sends when it has moved 15 m, turned old (15 s standing, 4 s moving), or has never sent. */
export const shouldSend = (last: Fix | null, next: Fix): boolean => {
  if (!last) return true
  const moved = distanceM(last, next)
  const age = next.at - last.at
  return moved >= 15 || age >= (moved >= 3 ? 4000 : 15_000)
}
