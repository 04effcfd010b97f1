// Reconstructs what was driven on a trip from its positions alone: which are credible, the way along them, and the gaps between.
import { isWithinM, measureDistanceM, type LatLng } from './geo.ts'
import { smoothInPieces, type SmoothPieces } from './smooth-pieces.ts'
import type { SmoothMark } from './smooth.ts'
import { MOST_SPEED } from './tracking.ts'

/** A position at `at` (epoch ms) with the device's accuracy (m), heading (degrees from north) and speed (m/s); null: not sent. */
export type DrivenFix = LatLng & { at: number; accuracyM: number | null; heading?: number | null; speed?: number | null }

/** A stretch measured along its positions; `marks` (times in epoch ms) say how far along it the car was when. */
export type DrivenStretch = {
  kind: 'measured'
  fixes: readonly DrivenFix[]
  points: LatLng[]
  marks: SmoothMark[]
  metres: number
}

/** A gap between two stretches, where the way is unknown. */
export type DrivenGap = { kind: 'gap'; from: LatLng; to: LatLng; seconds: number }

export type DrivenPart = DrivenStretch | DrivenGap

/** Where a trip's distance comes from: map matching, the positions alone, partly the quickest way over gaps, or the estimate. */
export const distanceSources = ['matched', 'measured', 'partly_estimated', 'promised'] as const

/** Two positions further apart in time (ms) or distance (m) than this have a gap between them. */
const GAP_MS = 60_000
export const GAP_M = 500
/** A car that was silent but is still within this distance (m) has stood still. */
const SAME_PLACE_M = 50

/** A position with a worse accuracy (m) is ignored. */
const VAGUEST_M = 500

/** No car turns back on the spot at such a speed (m/s) over such a distance (m): the position in between is an outlier. */
const TURN_BACK_SPEED = 20
const TURN_BACK_M = 100

/** The most metres that can be driven in a time (ms). */
export const computeMostMetres = (ms: number): number => (MOST_SPEED * Math.max(0, ms)) / 1000

/** How many times faster than the map's traffic-adjusted time a car can be; more occurs only on very short stretches. */
export const MOST_HASTE = 2

/** True if the quickest way over a gap can have been driven in `seconds`. */
export const canHaveDriven = (quickest: { metres: number; seconds: number }, seconds: number): boolean =>
  quickest.metres <= computeMostMetres(seconds * 1000) && quickest.seconds <= MOST_HASTE * seconds

/** Reported accuracy never extends the reachable distance. */
const isWithinReach = (from: DrivenFix, to: DrivenFix): boolean => isWithinM(from, to, computeMostMetres(to.at - from.at))

const isFast = (metres: number, ms: number): boolean => metres >= TURN_BACK_M && metres * 1000 >= TURN_BACK_SPEED * ms

/** There and back faster than a car can turn: by the law of cosines, the angle between is less than 60°. */
const isStray = (before: DrivenFix, fix: DrivenFix, after: DrivenFix): boolean => {
  if (isWithinM(fix, after, TURN_BACK_M)) return false
  const back = measureDistanceM(fix, after)
  if (!isFast(back, after.at - fix.at)) return false
  const there = measureDistanceM(before, fix)
  if (!isFast(there, fix.at - before.at)) return false
  return measureDistanceM(before, after) ** 2 < there ** 2 + back ** 2 - there * back
}

/** From positions in order of time, keeps those that a car can have reached one after the other. */
const believe = (fixes: readonly DrivenFix[]): DrivenFix[] => {
  const believed: DrivenFix[] = []
  for (const fix of fixes) {
    const last = believed.at(-1)
    if (last && !isWithinReach(last, fix)) continue
    const before = believed.at(-2)
    if (before && last && isStray(before, last, fix) && isWithinReach(before, fix)) believed.pop()
    believed.push(fix)
  }
  return believed
}

type TripTrack = {
  /** as sent by the device, in any order */
  fixes: readonly DrivenFix[]
  /** when the trip began and ended (epoch ms, server time) */
  from: number
  until: number
  /** the known positions of the car at those times, if any; used where the track agrees with them */
  start: LatLng | null
  end: LatLng | null
}

const placeAt = (place: LatLng | null, at: number): DrivenFix[] =>
  place ? [{ lat: place.lat, lng: place.lng, at, accuracyM: null }] : []

/** Adds the start, unless it was stale and contradicts most of the track, and the end, if reachable. */
const believedOf = ({ fixes, from, until, start, end }: TripTrack): DrivenFix[] => {
  const sent = fixes
    .filter(({ at, accuracyM }) => at >= from && at <= until && (accuracyM ?? 0) <= VAGUEST_M)
    .toSorted((a, b) => a.at - b.at)
  const [alone, anchored] = [believe(sent), believe([...placeAt(start, from), ...sent])]
  const believed = anchored.length > alone.length ? anchored : alone
  const previous = believed.at(-1)
  return [...believed, ...placeAt(end, until).filter((last) => !previous || isWithinReach(previous, last))]
}

const isGap = (a: DrivenFix, b: DrivenFix): boolean => !isWithinM(a, b, b.at - a.at > GAP_MS ? SAME_PLACE_M : GAP_M)

/** Splits at every gap. */
const stretchesOf = (fixes: readonly DrivenFix[]): DrivenFix[][] => {
  const stretches: DrivenFix[][] = []
  for (const fix of fixes) {
    const stretch = stretches.at(-1)
    const last = stretch?.at(-1)
    if (stretch && last && !isGap(last, fix)) stretch.push(fix)
    else stretches.push([fix])
  }
  return stretches
}

/** Metres in a degree of latitude, on the sphere of `geo`. */
const METRES_PER_DEGREE = measureDistanceM({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })

/** The smoothed way through a stretch, on a plane tangent to the globe at its beginning. */
const measure = (fixes: readonly DrivenFix[], pieces: SmoothPieces): DrivenStretch | null => {
  const [origin] = fixes
  if (!origin) return null
  const perDegree = METRES_PER_DEGREE * Math.cos((origin.lat * Math.PI) / 180)
  const { points, marks, metres } = smoothInPieces(
    fixes.map(({ lat, lng, at, accuracyM }) => ({
      x: (lng - origin.lng) * perDegree,
      y: (lat - origin.lat) * METRES_PER_DEGREE,
      at: (at - origin.at) / 1000,
      accuracy: accuracyM,
    })),
    `${origin.at} ${origin.lat} ${origin.lng}`,
    pieces,
  )
  const timeOf = (seconds: number): number => origin.at + seconds * 1000
  return {
    kind: 'measured',
    fixes,
    metres,
    points: points.map(([x, y]) => ({ lat: origin.lat + y / METRES_PER_DEGREE, lng: origin.lng + x / perDegree })),
    marks: marks.map((mark) => ({ from: timeOf(mark.from), to: timeOf(mark.to), metres: mark.metres })),
  }
}

/**
 * The parts of the way in order, or null if fewer than two positions are credible. A measured part at a single place only joins
 * two gaps. What is measured never exceeds what can be driven from `from` to `until`; the caller applies the same limit to the
 * sum with the gaps. For a growing trip pass the same `pieces` on each call: only the last ones are smoothed again, with the same
 * result.
 */
export const splitDrivenWay = (track: TripTrack, pieces: SmoothPieces = new Map()): DrivenPart[] | null => {
  const believed = believedOf(track)
  if (believed.length < 2) return null
  const parts: DrivenPart[] = []
  let before: { fix: DrivenFix; place: LatLng } | null = null
  for (const stretch of stretchesOf(believed)) {
    const measured = measure(stretch, pieces)
    const [first, last, place] = [stretch[0], stretch.at(-1), measured?.points[0]]
    if (!measured || !first || !last || !place) continue
    if (before) parts.push({ kind: 'gap', from: before.place, to: place, seconds: (first.at - before.fix.at) / 1000 })
    parts.push(measured)
    before = { fix: last, place: measured.points.at(-1) ?? place }
  }
  return parts
}

/** The gap from where a device fell silent to the destination; null if it was heard until the end, or had arrived. */
export const findSilence = (parts: readonly DrivenPart[], until: number, goal: LatLng): DrivenGap | null => {
  const last = parts.at(-1)
  const [fix, from] = last?.kind === 'measured' ? [last.fixes.at(-1), last.points.at(-1)] : []
  if (!fix || !from || until - fix.at <= GAP_MS || isWithinM(from, goal, SAME_PLACE_M)) return null
  return { kind: 'gap', from, to: goal, seconds: (until - fix.at) / 1000 }
}

/** The gap from the pickup to where the device was first heard; null if it was heard at the start, or was still at the pickup. */
export const findLateStart = (parts: readonly DrivenPart[], since: number, pickup: LatLng): DrivenGap | null => {
  const [first] = parts
  const [fix, to] = first?.kind === 'measured' ? [first.fixes[0], first.points[0]] : []
  if (!fix || !to || fix.at - since <= GAP_MS || isWithinM(pickup, to, SAME_PLACE_M)) return null
  return { kind: 'gap', from: pickup, to, seconds: (fix.at - since) / 1000 }
}
