// Following a route: where a car is at a given time after it set off.
import { computePointAlong, decodePolyline, measureLengthM, type LatLng } from '@wayfare/core/geo'

/** Fast enough for a demo, slow enough for the server to accept it (core/tracking MOST_SPEED is 70). Metres per second. */
const TOP_SPEED = 60

/** Lowest average speed, used even if the router gives a route no duration: it still has crossings. Metres per second. */
const WALKING_PACE = 1.5

export type Drive = { points: readonly LatLng[]; metres: number; speed: number }

type Route = { polyline: string; distanceM: number; durationS: number }

/** The route at `haste` times its own average speed, but no faster than TOP_SPEED; null for a route without points. */
export const planDrive = (route: Route, haste: number): Drive | null => {
  const points = decodePolyline(route.polyline)
  if (points.length === 0) return null
  const average = route.durationS > 0 ? route.distanceM / route.durationS : 0
  return { points, metres: measureLengthM(points), speed: Math.min(TOP_SPEED, haste * Math.max(WALKING_PACE, average)) }
}

type Moment = { point: LatLng; heading: number; speed: number; done: boolean }

/** Where the car is `seconds` after it set off; after the end it stands there. */
export const findMoment = (drive: Drive, seconds: number): Moment | null => {
  const metres = Math.max(0, seconds) * drive.speed
  const at = computePointAlong(drive.points, metres)
  if (!at) return null
  const done = metres >= drive.metres
  return { point: at.point, heading: at.bearing, speed: done ? 0 : drive.speed, done }
}
