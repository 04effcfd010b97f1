// How far a car has come along the route it is driving, by one noisy position after the other, and when it has left that route.
// Pure: progress goes in with a position and comes out; it never goes back.
import { computeBearing, decodePolyline, interpolatePoint, measureDistanceM, type LatLng } from './geo.ts'

/** A route to be followed: metres and seconds from its start to each of its points (at least two). */
export type RouteLine = { points: readonly LatLng[]; metres: readonly number[]; seconds: readonly number[] }

/** `at` in epoch ms, accuracy in m, heading in degrees clockwise from north, where the device says it. */
export type CarFix = LatLng & { at: number; accuracyM?: number | null; heading?: number | null }

/**
 * `alongM` metres of the route were driven by `at` (epoch ms), when the car was last seen on it; since `strayedAt` it is seen elsewhere.
 * `rest`: where it last came on, and when. What was driven took `drivenS` where `plannedS` were reckoned with, on earlier routes of the
 * trip as well.
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

/** Without times of its own a route is driven at an even pace. null: there is nothing to drive. */
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

/** The segment that such a place of the route lies on, by its first point, and which part of it lies before the place. */
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

/** What lies before the car, the place where it is first. */
export const cutWayAhead = (line: RouteLine, { alongM }: Progress): LatLng[] => {
  const { at, share } = findSegment(line, alongM)
  const here = interpolatePoint(line.points[at] as LatLng, line.points[at + 1] as LatLng, share)
  return [here, ...line.points.slice(at + 1)]
}

/** Metres that lie before the car. */
export const measureAheadM = (line: RouteLine, { alongM }: Progress): number => Math.max(0, (line.metres.at(-1) ?? 0) - alongM)

/** The pace counts as the route's own until so much (s) of it was driven, and never as more than so much quicker or slower. */
const PACE_PRIOR_S = 240
const PACE = { quickest: 0.7, slowest: 1.6 }

/** Seconds that the way ahead takes, at the pace that was driven so far. */
export const computeAheadS = (line: RouteLine, progress: Progress): number => {
  const pace = (PACE_PRIOR_S + progress.drivenS) / (PACE_PRIOR_S + progress.plannedS)
  const planned = Math.max(0, (line.seconds.at(-1) ?? 0) - computeSecondsAt(line, progress.alongM))
  return planned * Math.min(PACE.slowest, Math.max(PACE.quickest, pace))
}

/** Sets off on a new route; what is known of the pace goes along. */
export const startProgress = (at: number, before: Progress | null): Progress => ({
  alongM: 0,
  at,
  strayedAt: null,
  rest: { alongM: 0, at },
  drivenS: before?.drivenS ?? 0,
  plannedS: before?.plannedS ?? 0,
})

/** What a phone that does not say how exact it is is taken for (m), the most it may say, and how far a lane is from the line (m). */
const [USUAL_M, VAGUEST_M, LANE_M] = [5, 50, 3]
/** Further from the route than so many deviations and metres a car is seen elsewhere. */
const ASTRAY = { deviations: 3.5, metres: 10 }
/** Seen elsewhere for so long (ms) it has left the route. */
const LEFT_MS = 4000
/** Of a car that drives back so much (m) is taken for noise. */
const BACK_M = 30
/** No car comes further along a street (m/s): how far ahead it is looked for. */
const MOST_PACE = 40
/** How far (m) apart are where the car is and where its pace would have it, at the least. */
const PACE_SPREAD_M = 40
/** A heading is right to so many degrees; one that is off by more than this says that it drives elsewhere. */
const [HEADING_SPREAD, HEADING_AGAINST] = [30, 110]

/** A car that does not come on so far in so long stands for another reason than the traffic. */
const RESTING = { metres: 20, ms: 60_000 }

const measureSpreadM = ({ accuracyM }: CarFix): number => Math.hypot(Math.min(VAGUEST_M, accuracyM ?? USUAL_M), LANE_M)

const measureApart = (a: number, b: number): number => Math.abs(((a - b + 900) % 360) - 180)

type Seen = { alongM: number; awayM: number; turned: number; cost: number }

/** Where on a segment the car is seen, no further back than `fromM` and no further on than `toM`. */
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

/** The place of the route that fits a position best: near it, the way it is heading, and about as far as its pace has it. */
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

/** Metres a second that the route reckons with there. */
const computePaceAt = (line: RouteLine, alongM: number): number => {
  const { at } = findSegment(line, alongM)
  const seconds = (line.seconds[at + 1] ?? 0) - (line.seconds[at] ?? 0)
  return seconds > 0 ? ((line.metres[at + 1] ?? 0) - (line.metres[at] ?? 0)) / seconds : 0
}

/** The progress after one more position. Those of before the last one say nothing new. */
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

/** Whether the car has left the route for good, by a position taken at that moment (epoch ms). */
export const hasLeft = ({ strayedAt }: Progress, at: number): boolean => strayedAt !== null && at - strayedAt >= LEFT_MS
