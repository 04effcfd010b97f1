// What was driven on a trip, from its positions alone: which of them are believed, the way along them, and where the way is not known.
import { isWithinM, measureDistanceM, type LatLng } from './geo.ts'
import { smoothInPieces, type SmoothPieces } from './smooth-pieces.ts'
import type { SmoothMark } from './smooth.ts'
import { MOST_SPEED } from './tracking.ts'

/** A position at `at` (epoch ms) with the device's own accuracy (m), heading (degrees from north) and speed (m/s), null where it did not say. */
export type DrivenFix = LatLng & { at: number; accuracyM: number | null; heading?: number | null; speed?: number | null }

/** A stretch that was measured along its positions; `marks` (times in epoch ms) say how far along it the car was when. */
export type DrivenStretch = {
  kind: 'measured'
  fixes: readonly DrivenFix[]
  points: LatLng[]
  marks: SmoothMark[]
  metres: number
}

/** A gap between two stretches, whose way nobody saw. */
export type DrivenGap = { kind: 'gap'; from: LatLng; to: LatLng; seconds: number }

export type DrivenPart = DrivenStretch | DrivenGap

/** How the distance of a trip came about: on the roads, along the positions, over gaps by the quickest way, or as it was promised. */
export const distanceSources = ['matched', 'measured', 'partly_estimated', 'promised'] as const

/** Longer without a position (ms), or further from one to the next (m), nobody knows the way between. */
const GAP_MS = 60_000
export const GAP_M = 500
/** A car that was silent and is still here (m) stood here. */
const SAME_PLACE_M = 50

/** A vaguer position (m) says nothing. */
const VAGUEST_M = 500

/** No car turns back on the spot at such a speed (m/s), over so far (m): the position between strayed. */
const TURN_BACK_SPEED = 20
const TURN_BACK_M = 100

/** The most metres that can be driven in so long (ms). */
export const computeMostMetres = (ms: number): number => (MOST_SPEED * Math.max(0, ms)) / 1000

/** Nobody drives so many times as fast as the map reckons with in traffic, or only over stretches too short to matter. */
export const MOST_HASTE = 2

/** Whether the quickest way over a gap, can have been driven in `seconds`. */
export const canHaveDriven = (quickest: { metres: number; seconds: number }, seconds: number): boolean =>
  quickest.metres <= computeMostMetres(seconds * 1000) && quickest.seconds <= MOST_HASTE * seconds

/** Accuracy never widens what can have been driven. */
const isWithinReach = (from: DrivenFix, to: DrivenFix): boolean => isWithinM(from, to, computeMostMetres(to.at - from.at))

const isFast = (metres: number, ms: number): boolean => metres >= TURN_BACK_M && metres * 1000 >= TURN_BACK_SPEED * ms

/** There and back again faster than a car turns: the law of cosines for an angle of less than 60°. */
const isStray = (before: DrivenFix, fix: DrivenFix, after: DrivenFix): boolean => {
  if (isWithinM(fix, after, TURN_BACK_M)) return false
  const back = measureDistanceM(fix, after)
  if (!isFast(back, after.at - fix.at)) return false
  const there = measureDistanceM(before, fix)
  if (!isFast(there, fix.at - before.at)) return false
  return measureDistanceM(before, after) ** 2 < there ** 2 + back ** 2 - there * back
}

/** Of positions in order of time, those that a car can have been at one after the other. */
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
  /** what the device sent, in any order */
  fixes: readonly DrivenFix[]
  /** when the trip began and when it was over (epoch ms), by the server */
  from: number
  until: number
  /** where the car was then, as far as that is known: believed where the positions agree */
  start: LatLng | null
  end: LatLng | null
}

const placeAt = (place: LatLng | null, at: number): DrivenFix[] =>
  place ? [{ lat: place.lat, lng: place.lng, at, accuracyM: null }] : []

/** With the place of the start, unless that was an old one which most of the others contradict; with that of the end, where it fits. */
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

/** Cut wherever there is a gap. */
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

/** The smoothed way through a stretch, on a plane that touches the globe where it begins. */
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
 * The parts of the way in order, or null when fewer than two positions are believed. A measured part of one place only joins two
 * gaps. What is measured never exceeds what can be driven from `from` to `until`; the caller holds the sum with the gaps to the same.
 * Who asks again while the trip grows gives the same `pieces`, so that only the last are smoothed anew; the answer is the same without.
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

/** The way on from where a device fell silent to where the trip was to go; null where it was heard until the end, or there already. */
export const findSilence = (parts: readonly DrivenPart[], until: number, goal: LatLng): DrivenGap | null => {
  const last = parts.at(-1)
  const [fix, from] = last?.kind === 'measured' ? [last.fixes.at(-1), last.points.at(-1)] : []
  if (!fix || !from || until - fix.at <= GAP_MS || isWithinM(from, goal, SAME_PLACE_M)) return null
  return { kind: 'gap', from, to: goal, seconds: (until - fix.at) / 1000 }
}

/** The way from where a trip was to begin to where its device was first heard of; null where it was heard at the start, or there still. */
export const findLateStart = (parts: readonly DrivenPart[], since: number, pickup: LatLng): DrivenGap | null => {
  const [first] = parts
  const [fix, to] = first?.kind === 'measured' ? [first.fixes[0], first.points[0]] : []
  if (!fix || !to || fix.at - since <= GAP_MS || isWithinM(pickup, to, SAME_PLACE_M)) return null
  return { kind: 'gap', from: pickup, to, seconds: (fix.at - since) / 1000 }
}
