// Tracks how far a car has come along its route from noisy positions, and detects when it has left the route.
// Pure: each call takes the previous progress and a position and returns the new progress, which never goes backwards.
import { computeBearing, decodePolyline, interpolatePoint, measureDistanceM, type LatLng } from './geo.ts'

/** A route to follow: metres and seconds from its start to each of its points (at least two). */
export type RouteLine = { points: readonly LatLng[]; metres: readonly number[]; seconds: readonly number[] }

/** `at` in epoch ms, accuracy in m, heading in degrees clockwise from north if the device reports them. */
export type CarFix = LatLng & { at: number; accuracyM?: number | null; heading?: number | null }

/**
 * At `at` (epoch ms), when the car was last seen on the route, it had driven `alongM` metres of it; since `strayedAt` it has been
 * off the route. `rest`: where and when it last made headway. What was driven took `drivenS` instead of the planned `plannedS`,
 * including earlier routes of the trip.
 */
export type Progress = {
  alongM: number
  at: number
  strayedAt: number | null
  rest: { alongM: number; at: number }
  drivenS: number
  plannedS: number
}

type Timed = { polyline: string; durationS: number; seconds?: readonly number[] | undefined }

/** A route without its own times is assumed to have an even pace. Null if it has fewer than two points. */
export const makeRouteLine = ({ polyline, durationS, seconds }: Timed): RouteLine | null => {
  const points = decodePolyline(polyline)
  if (points.length < 2) return null
  const metres = [0]
  for (let i = 1; i < points.length; i++)
    metres.push((metres[i - 1] ?? 0) + measureDistanceM(points[i - 1] as LatLng, points[i] as LatLng))
  const whole = Math.max(metres.at(-1) ?? 0, 1e-6)
  const isTimed = seconds?.length === points.length
  return { points, metres, seconds: isTimed ? seconds : metres.map((along) => (along / whole) * durationS) }
}

/** The segment of this position on the route, by the index of its first point, and the share of it before the position. */
const findSegment = ({ metres }: RouteLine, alongM: number): { at: number; share: number } => {
  let [low, high] = [0, metres.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((metres[middle] ?? 0) <= alongM) low = middle
    else high = middle - 1
  }
  const [start, end] = [metres[low] ?? 0, metres[low + 1] ?? 0]
  return { at: low, share: end > start ? Math.min(1, Math.max(0, (alongM - start) / (end - start))) : 0 }
}

const computeSecondsAt = (line: RouteLine, alongM: number): number => {
  const { at, share } = findSegment(line, alongM)
  const [start, end] = [line.seconds[at] ?? 0, line.seconds[at + 1] ?? 0]
  return start + share * (end - start)
}

/** The way ahead of the car, starting at its position. */
export const cutWayAhead = (line: RouteLine, { alongM }: Progress): LatLng[] => {
  const { at, share } = findSegment(line, alongM)
  const here = interpolatePoint(line.points[at] as LatLng, line.points[at + 1] as LatLng, share)
  return [here, ...line.points.slice(at + 1)]
}

/** Metres ahead of the car. */
export const measureAheadM = (line: RouteLine, { alongM }: Progress): number => Math.max(0, (line.metres.at(-1) ?? 0) - alongM)

/** The pace is weighted as if this many seconds had been driven at the route's own pace, and is limited to this range. */
const PACE_PRIOR_S = 240
const PACE = { quickest: 0.7, slowest: 1.6 }

/** Seconds for the way ahead, at the pace driven so far. */
export const computeAheadS = (line: RouteLine, progress: Progress): number => {
  const pace = (PACE_PRIOR_S + progress.drivenS) / (PACE_PRIOR_S + progress.plannedS)
  const planned = Math.max(0, (line.seconds.at(-1) ?? 0) - computeSecondsAt(line, progress.alongM))
  return planned * Math.min(PACE.slowest, Math.max(PACE.quickest, pace))
}

/** Starts a new route; what is known about the pace is kept. */
export const startProgress = (at: number, before: Progress | null): Progress => ({
  alongM: 0,
  at,
  strayedAt: null,
  rest: { alongM: 0, at },
  drivenS: before?.drivenS ?? 0,
  plannedS: before?.plannedS ?? 0,
})

/** Accuracy assumed if the phone reports none (m), the largest one accepted, and the distance of a lane from the line (m). */
const [USUAL_M, VAGUEST_M, LANE_M] = [5, 50, 3]
/** A car further from the route than this many standard deviations plus metres is off it. */
const ASTRAY = { deviations: 3.5, metres: 10 }
/** A car that has been off the route this long (ms) has left it. */
const LEFT_MS = 4000
/** Driving back up to this far (m) is treated as noise. */
const BACK_M = 30
/** The highest speed along a street (m/s): limits how far ahead the car is looked for. */
const MOST_PACE = 40
/** The least uncertainty (m) of the position expected from the car's pace. */
const PACE_SPREAD_M = 40
/** Standard deviation of a heading, in degrees; a heading off by more than the second value means the car drives elsewhere. */
const [HEADING_SPREAD, HEADING_AGAINST] = [30, 110]

/** A car that makes less headway than this in this time is not waiting in traffic but standing for another reason. */
const RESTING = { metres: 20, ms: 60_000 }

const measureSpreadM = ({ accuracyM }: CarFix): number => Math.hypot(Math.min(VAGUEST_M, accuracyM ?? USUAL_M), LANE_M)

const measureApart = (a: number, b: number): number => Math.abs(((a - b + 900) % 360) - 180)

type Seen = { alongM: number; awayM: number; turned: number; cost: number }

/** Where on a segment the car is seen, not before `fromM` and not after `toM`. */
const seeOn = (line: RouteLine, at: number, fix: CarFix, within: { fromM: number; toM: number }): Omit<Seen, 'cost'> => {
  const [a, b] = [line.points[at] as LatLng, line.points[at + 1] as LatLng]
  const [start, end] = [line.metres[at] ?? 0, line.metres[at + 1] ?? 0]
  const shrink = Math.cos((fix.lat * Math.PI) / 180)
  const [dx, dy] = [(b.lng - a.lng) * shrink, b.lat - a.lat]
  const size = dx * dx + dy * dy
  const raw = size === 0 ? 0 : ((fix.lng - a.lng) * shrink * dx + (fix.lat - a.lat) * dy) / size
  const alongM = Math.min(within.toM, Math.max(within.fromM, start + Math.min(1, Math.max(0, raw)) * (end - start)))
  const point = interpolatePoint(a, b, end > start ? (alongM - start) / (end - start) : 0)
  const turned = typeof fix.heading === 'number' ? measureApart(fix.heading, computeBearing(a, b)) : 0
  return { alongM, awayM: measureDistanceM(point, fix), turned }
}

/** The place on the route that fits a position best: close, in the direction of travel, and about as far as its pace suggests. */
const findSeen = (line: RouteLine, before: Progress, fix: CarFix): Seen | null => {
  const spread = measureSpreadM(fix)
  const passedS = Math.max(0, fix.at - before.at) / 1000
  const whole = line.metres.at(-1) ?? 0
  const within = {
    fromM: Math.max(0, before.alongM - BACK_M),
    toM: Math.min(whole, before.alongM + MOST_PACE * passedS + 3 * spread),
  }
  const expectedM = Math.min(whole, before.alongM + 0.5 * computePaceAt(line, before.alongM) * passedS)
  const paceSpread = PACE_SPREAD_M + 0.5 * computePaceAt(line, before.alongM) * passedS
  let best: Seen | null = null
  for (let at = findSegment(line, within.fromM).at; at < line.points.length - 1 && (line.metres[at] ?? 0) <= within.toM; at++) {
    const seen = seeOn(line, at, fix, within)
    const misfit = (seen.awayM / spread) ** 2 + Math.min(3, seen.turned / HEADING_SPREAD) ** 2
    const cost = misfit + ((seen.alongM - expectedM) / paceSpread) ** 2
    if (!best || cost < best.cost) best = { ...seen, cost }
  }
  return best
}

/** The route's planned pace there, in metres per second. */
const computePaceAt = (line: RouteLine, alongM: number): number => {
  const { at } = findSegment(line, alongM)
  const seconds = (line.seconds[at + 1] ?? 0) - (line.seconds[at] ?? 0)
  return seconds > 0 ? ((line.metres[at + 1] ?? 0) - (line.metres[at] ?? 0)) / seconds : 0
}

/** The progress after one more position. A position older than the last one is ignored. */
export const followRoute = (line: RouteLine, before: Progress, fix: CarFix): Progress => {
  if (fix.at < before.at) return before
  const seen = findSeen(line, before, fix)
  const most = ASTRAY.deviations * measureSpreadM(fix) + ASTRAY.metres
  if (!seen || seen.awayM > most || seen.turned > HEADING_AGAINST) return { ...before, strayedAt: before.strayedAt ?? fix.at }
  const alongM = Math.max(before.alongM, seen.alongM)
  const rest = alongM - before.rest.alongM > RESTING.metres ? { alongM, at: fix.at } : before.rest
  const isResting = fix.at - rest.at > RESTING.ms
  return {
    alongM,
    at: fix.at,
    strayedAt: null,
    rest,
    drivenS: before.drivenS + (isResting ? 0 : (fix.at - before.at) / 1000),
    plannedS: before.plannedS + computeSecondsAt(line, alongM) - computeSecondsAt(line, before.alongM),
  }
}

/** True if the car has left the route for good, as of a position at this moment (epoch ms). */
export const hasLeft = ({ strayedAt }: Progress, at: number): boolean => strayedAt !== null && at - strayedAt >= LEFT_MS
