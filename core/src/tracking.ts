// What a position of a trip is, which positions are believed, and when a device sends one.
import type { Status } from './booking.ts'
import { measureDistanceM, type LatLng } from './geo.ts'

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
export const computeNearEtaS = (from: LatLng, to: LatLng): number | null => {
  const metres = measureDistanceM(from, to)
  return metres < NEARLY_THERE ? Math.round(metres / 5) : null
}

/** Further (m) from the pickup than this nobody has arrived there without being asked. */
const ARRIVED_WITHIN = 200

/** So far (m) from the pickup a driver says that he has arrived; null when he is there, or may be by the accuracy of his device. */
export const measureArrivalGapM = (from: LatLng, pickup: LatLng, accuracyM = 0): number | null => {
  const metres = Math.round(measureDistanceM(from, pickup))
  return metres - accuracyM > ARRIVED_WITHIN ? metres : null
}

export type Fix = LatLng & { at: number; accuracyM?: number | null }

/** False for a point from before `previous`, from the future, too old, too vague, or too far to have been driven. */
export const isPlausible = (previous: Fix | null, next: Fix, now: number): boolean => {
  if (next.at > now + 60_000 || next.at < now - STALEST) return false
  if ((next.accuracyM ?? 0) > 500) return false
  if (!previous) return true
  if (next.at < previous.at) return false
  return measureDistanceM(previous, next) <= SCATTER_M + (MOST_SPEED * (next.at - previous.at)) / 1000
}

/** A device sends when it has moved 15 m, turned old (15 s standing, 4 s moving), or has never sent. */
export const shouldSend = (last: Fix | null, next: Fix): boolean => {
  if (!last) return true
  const moved = measureDistanceM(last, next)
  const age = next.at - last.at
  return moved >= 15 || age >= (moved >= 3 ? 4000 : 15_000)
}

/** What was on its way to the server when a device lost its network may arrive so much later (ms). */
const ON_ITS_WAY_MS = 10_000
/** A device that is back tells so soon (ms) what it has kept; that of a parcel sends the photos before the steps. */
const BACK_MS = 30_000
const BACK_WITH_PHOTOS_MS = 180_000

/** Moments in epoch ms; by the server's clock, but for what the device said. */
type Silence = {
  said: number
  told: number
  /** when the server first had a position after that grace, null when it had none since */
  heardAt: number | null
  /** when the device last told a step late and was believed */
  lastToldAt: number | null
  isParcel: boolean
}

/** From when on a position shows that a device was online after what it says it did. */
export const computeOnlineSince = (said: number): number => said + ON_ITS_WAY_MS

/** Whether the device can have had no network from the moment it names until just before it told: only then it is believed. */
export const isFromOffline = ({ said, told, heardAt, lastToldAt, isParcel }: Silence): boolean => {
  if (heardAt === null || heardAt >= told - (isParcel ? BACK_WITH_PHOTOS_MS : BACK_MS)) return true
  // one of several that it had kept: the first of them was believed, the rest follow one by one
  return lastToldAt !== null && said <= lastToldAt && lastToldAt >= told - BACK_MS
}
