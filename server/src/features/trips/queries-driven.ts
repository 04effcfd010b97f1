// What was driven on a trip: its way along the believed positions, and over gaps the quickest way on the streets.
import type { BookingView } from '@wayfare/contract/bookings'
import { computeMostMetres, splitDrivenWay } from '@wayfare/core/driven'
import type { DrivenPart, TripTrack } from '@wayfare/core/driven'
import { Refusal } from '@wayfare/core/errors'
import { decodePolyline, encodePolyline, measureDistanceM, thinLine } from '@wayfare/core/geo'
import type { LatLng } from '@wayfare/core/geo'
import { isOutage } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import type { BookingRow } from '../bookings/queries.ts'
import { readDrivenFixes } from '../bookings/track.ts'

/** Whole metres; `coords` is the way as an encoded polyline. */
export type DrivenWay = {
  distanceM: number
  estimatedM: number
  source: NonNullable<BookingView['distanceSource']>
  coords: string
}

/** As many points as the line of a trip on a map needs. */
const mostDrawn = 500

type Way = { metres: number; points: readonly LatLng[] }

/** Without a map nothing is estimated; where it knows no way, or none that can have been driven in the time, the straight line counts. */
const acrossGap = async (deps: Deps, { from, to, seconds }: DrivenPart & { kind: 'gap' }): Promise<Way> => {
  const straight = { metres: measureDistanceM(from, to), points: [from, to] }
  try {
    const route = await deps.maps.router.route([from, to])
    if (route.distanceM > computeMostMetres(seconds * 1000)) return straight
    return { metres: route.distanceM, points: decodePolyline(route.polyline) }
  } catch (error) {
    if (!isOutage(error)) throw error
    if (error.outage === 'unavailable' || error.outage === 'quota') throw new Refusal('place_to_coords_error')
    return straight
  }
}

const wayOf = (deps: Deps, part: DrivenPart): Promise<Way> | Way => (part.kind === 'gap' ? acrossGap(deps, part) : part)

const sumOf = (ways: readonly Way[]): number => ways.reduce((sum, { metres }) => sum + metres, 0)

/** The parts together, and never more than can be driven in the time. */
const join = async (deps: Deps, parts: readonly DrivenPart[], most: number): Promise<DrivenWay> => {
  const ways = await Promise.all(parts.map((part) => wayOf(deps, part)))
  const gaps = ways.filter((_way, i) => parts[i]?.kind === 'gap')
  const metres = Math.round(Math.min(sumOf(ways), most))
  const line = ways.flatMap(({ points }) => points)
  return {
    distanceM: metres,
    estimatedM: Math.min(metres, Math.round(sumOf(gaps))),
    source: gaps.length > 0 ? 'partly_estimated' : 'measured',
    coords: encodePolyline(thinLine(line, mostDrawn)),
  }
}

type Over = {
  until: number
  end: LatLng | null
  /** the device says when it was over: what was promised counts as far as it can have been driven by then */
  isSaid: boolean
}

/** What was driven until then; what was promised, where the positions do not tell. */
export const findDriven = async (deps: Deps, row: BookingRow, over: Over): Promise<DrivenWay> => {
  const { until, end, isSaid } = over
  const from = row.tripStartAt?.getTime() ?? until
  const track: TripTrack = { until, end, from, ...(await readDrivenFixes(deps.db, row.id)) }
  const parts = splitDrivenWay(track)
  if (parts) return join(deps, parts, computeMostMetres(until - from))
  const promised = row.estimateDistanceM
  const metres = isSaid ? Math.min(promised, Math.round(computeMostMetres(until - from))) : promised
  return { distanceM: metres, estimatedM: metres, source: 'promised', coords: row.coords }
}
