// What was driven on a trip: the accepted positions matched to the roads, and the quickest route across gaps.
import type { BookingView } from '@wayfare/contract/bookings'
import {
  canHaveDriven,
  computeMostMetres,
  findLateStart,
  findSilence,
  splitDrivenWay,
  type DrivenGap,
  type DrivenPart,
} from '@wayfare/core/driven'
import { isUnderWay } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { decodePolyline, encodePolyline, measureDistanceM, thinLine, type LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { isPartlyEstimated, measureStretch, type CountedWay } from '@wayfare/core/matched'
import type { SmoothPieces } from '@wayfare/core/smooth-pieces'
import { isOutage, type MatchedTrip } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import { findBookingRow, presentDrop, presentPickup, type BookingRow } from '../bookings/queries.ts'
import { readDrivenFixes, type DrivenFixes } from '../bookings/track.ts'

/** Distances in whole metres; `coords` is the route as an encoded polyline. */
export type DrivenWay = {
  distanceM: number
  estimatedM: number
  source: NonNullable<BookingView['distanceSource']>
  coords: string
  /** how many device positions it was measured from, accepted or not */
  fixCount: number
}

/** The most points of a trip's line on a map. */
const mostDrawn = 500

type Way = CountedWay & { points: readonly LatLng[] }

const estimate = (metres: number, points: readonly LatLng[]): Way => ({ metres, estimatedM: metres, points })

/** The quickest route across a gap; null if the map has none that can have been driven in the time. */
const findQuickest = async (deps: Deps, { from, to, seconds }: DrivenGap): Promise<Way | null> => {
  try {
    const { distanceM, durationS, polyline } = await deps.maps.router.route([from, to])
    if (!canHaveDriven({ metres: distanceM, seconds: durationS }, seconds)) return null
    return estimate(distanceM, decodePolyline(polyline))
  } catch (error) {
    if (!isOutage(error)) throw error
    if (error.outage === 'unavailable' || error.outage === 'quota') throw new Refusal('place_to_coords_error')
    return null
  }
}

/** The quickest route, or a straight line if there is none. */
const acrossGap = async (deps: Deps, gap: DrivenGap): Promise<Way> =>
  (await findQuickest(deps, gap)) ?? estimate(measureDistanceM(gap.from, gap.to), [gap.from, gap.to])

/** The stretches matched to the roads; null if no map can do so, in which case the smoothed positions count. */
const matchStretches = async (deps: Deps, trip: string, parts: readonly DrivenPart[]): Promise<MatchedTrip | null> => {
  const stretches = parts.flatMap((part) => (part.kind === 'measured' ? [part.fixes] : []))
  try {
    return (await deps.maps.router.match?.({ trip, stretches })) ?? null
  } catch (error) {
    if (!isOutage(error)) throw error
    return null
  }
}

/** The route of one part; every other part is a gap. */
const wayOf = async (deps: Deps, part: DrivenPart, i: number, matched: MatchedTrip | null): Promise<Way> => {
  if (part.kind === 'gap') {
    const quickest = matched?.gaps[(i - 1) / 2]
    if (!quickest || !canHaveDriven(quickest, part.seconds)) return acrossGap(deps, part)
    return estimate(quickest.metres, quickest.line)
  }
  const stretch = matched?.stretches[i / 2]
  if (!stretch?.marks.some(({ onRoad }) => onRoad)) return { ...measureStretch(part, []), points: part.points }
  return { ...measureStretch(part, stretch.marks), points: stretch.line }
}

const sumOf = (ways: readonly Way[], metres: keyof CountedWay): number => ways.reduce((sum, way) => sum + way[metres], 0)

const findSource = (way: CountedWay, matched: MatchedTrip | null): DrivenWay['source'] => {
  if (isPartlyEstimated(way)) return 'partly_estimated'
  return matched?.stretches.some(({ marks }) => marks.some(({ onRoad }) => onRoad)) ? 'matched' : 'measured'
}

/** `before` and `after`: the unobserved ways to the first part and on from the last, if they can have been driven. */
type Track = { parts: readonly DrivenPart[]; before: DrivenGap | null; after: DrivenGap | null }

/** Joins the parts; the result is never more than can be driven in the time. */
const join = async (
  deps: Deps,
  trip: string,
  { parts, before, after }: Track,
  most: number,
): Promise<Omit<DrivenWay, 'fixCount'>> => {
  const matched = await matchStretches(deps, trip, parts)
  const seen = await Promise.all(parts.map((part, i) => wayOf(deps, part, i, matched)))
  const [first, last] = await Promise.all([before, after].map((gap) => gap && findQuickest(deps, gap)))
  const ways = [...(first ? [first] : []), ...seen, ...(last ? [last] : [])]
  const metres = Math.round(Math.min(sumOf(ways, 'metres'), most))
  const estimatedM = Math.min(metres, Math.round(sumOf(ways, 'estimatedM')))
  const line = ways.flatMap(({ points }) => points)
  return {
    distanceM: metres,
    estimatedM,
    source: findSource({ metres, estimatedM }, matched),
    coords: encodePolyline(thinLine(line, mostDrawn)),
  }
}

/** Remembered of a trip under way, so that its drop only processes the last positions. A cache: nothing depends on it. */
export type TripMemory = { known: DrivenFixes | null; pieces: SmoothPieces }

const makeMemory = (): TripMemory => ({ known: null, pieces: new Map() })

/** Reads a trip's positions; the memory holds the first ones. */
const readTrack = async (deps: Deps, id: BookingId, memory: TripMemory): Promise<DrivenFixes> => {
  const read = await readDrivenFixes(deps.db, id, memory.known)
  memory.known = read
  return read
}

type Over = {
  until: number
  /** where the car was then; null if unknown */
  end: LatLng | null
  /** the end was reported by the device: the promised route counts only as far as it can have been driven by then */
  isSaid: boolean
}

/** What was driven until then, or the promised route if the positions do not show it. */
export const findDriven = async (deps: Deps, row: BookingRow, over: Over, memory = makeMemory()): Promise<DrivenWay> => {
  const { until, end, isSaid } = over
  const from = row.tripStartAt?.getTime() ?? until
  const { fixes, start } = await readTrack(deps, row.id, memory)
  const parts = splitDrivenWay({ until, end, from, fixes, start }, memory.pieces)
  const fixCount = fixes.length
  if (parts) {
    const before = start ? null : findLateStart(parts, from, presentPickup(row))
    const after = end ? null : findSilence(parts, until, presentDrop(row))
    return { fixCount, ...(await join(deps, row.id, { parts, before, after }, computeMostMetres(until - from))) }
  }
  const promised = row.estimateDistanceM
  const metres = isSaid ? Math.min(promised, Math.round(computeMostMetres(until - from))) : promised
  return { distanceM: metres, estimatedM: metres, source: 'promised', coords: row.coords, fixCount }
}

/** How many new positions are matched at once while the trip is under way. */
const followEvery = 100

/**
 * Measures trips as they are driven, so that the drop only has to process the last positions. A trip accepted before this process
 * started is measured at its next position. Trips are measured one at a time, so that route requests wait for one at most.
 */
export const makeTripFollower = (deps: Deps) => {
  const since = deps.now().getTime()
  const trips = new Map<BookingId, { waiting: number; memory: TripMemory }>()
  let turn: Promise<void> = Promise.resolve()
  const follow = async (id: BookingId, memory: TripMemory): Promise<void> => {
    const row = await findBookingRow(deps.db, id)
    if (!row?.tripStartAt || !isUnderWay(row.status)) return void trips.delete(id)
    const { fixes, start } = await readTrack(deps, id, memory)
    const span = { from: row.tripStartAt.getTime(), until: deps.now().getTime(), end: null }
    const parts = splitDrivenWay({ ...span, fixes, start }, memory.pieces)
    if (parts) await matchStretches(deps, id, parts)
  }
  const followInTurn = async (before: Promise<void>, id: BookingId, memory: TripMemory): Promise<void> => {
    await before
    await follow(id, memory).catch((error: unknown) => deps.log.warn({ err: error }, 'a trip cannot be matched now'))
  }
  return {
    /** notes that `count` more positions of the trip are in the database */
    note: ({ id, acceptedAt }: { id: BookingId; acceptedAt: number }, count: number): void => {
      const unknown = { waiting: acceptedAt < since ? followEvery : 0, memory: makeMemory() }
      const { waiting, memory } = trips.get(id) ?? unknown
      const sum = waiting + count
      trips.set(id, { waiting: sum % followEvery, memory })
      if (sum >= followEvery) turn = followInTurn(turn, id, memory)
    },
    recall: (id: BookingId): TripMemory => trips.get(id)?.memory ?? makeMemory(),
    forget: (id: BookingId): void => void trips.delete(id),
  }
}
