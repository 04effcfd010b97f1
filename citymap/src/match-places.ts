// Possible places of a car at a position: places on directed edges near it, and the position itself, off the road.
import { computeBearing, type LatLng } from '@wayfare/core/geo'
import { listEdgeEnds } from './edge-ends.ts'
import { type Graph, readShapePoint } from './graph.ts'
import type { Snap, Snapper } from './snap.ts'

/** A position at `at` (epoch ms) with the device's accuracy (m), heading (degrees clockwise from north) and speed (m/s). */
export type MatchFix = LatLng & { at: number; accuracyM: number | null; heading?: number | null; speed?: number | null }

/** A place on `edge`, `alongM` metres from where it is entered (of `lengthM`); off the road `edge` is -1. */
export type MatchPlace = { edge: number; alongM: number; lengthM: number; point: LatLng; misfit: number }

/** The accuracy assumed if the phone reports none (m). */
const USUAL_ACCURACY_M = 5
/** The largest accuracy value accepted (m): a claim must not widen what can be matched. */
const VAGUEST_M = 50
/** The map has the middle of a road (m): a car in its lane is beside it, however good its phone. */
const LANE_M = 3

/** Standard deviation of the position (m) in each direction. */
export const estimateSpreadM = ({ accuracyM }: MatchFix): number =>
  Math.hypot(Math.min(VAGUEST_M, accuracyM ?? USUAL_ACCURACY_M), LANE_M)

/** Considers roads within this many deviations, at most this many of the nearest: enough for a vague position in an old town. */
const LOOK_WITHIN = 4
const MOST_PIECES = 24

/** Beyond this many deviations the cost grows linearly, so that one outlier does not decide (Huber 1964). */
const STRAY = 3
/** Standard deviation of a heading, in degrees; its cost is capped at that of a position `STRAY` deviations away. */
const HEADING_SPREAD = 30

/** The cost per position of being off the road: as much as a road at 2.5 deviations, beyond which the map says little. */
const OFF_ROAD_MISFIT = 3

/** Quadratic up to `STRAY` deviations, linear beyond. */
export const huber = (deviations: number): number =>
  deviations <= STRAY ? deviations ** 2 / 2 : STRAY * (deviations - STRAY / 2)

const misfitHeading = (heading: number | null | undefined, bearing: number): number => {
  if (heading === null || heading === undefined) return 0
  const apart = Math.abs(((heading - bearing + 900) % 360) - 180)
  return Math.min(STRAY, apart / HEADING_SPREAD) ** 2 / 2
}

/** Bearing (degrees) of a piece, in the direction of its shape, at the place. */
const computeBearingAt = (graph: Graph, { piece, alongM }: Snap): number => {
  const last = graph.pieceShape[piece + 1] - 1
  let at = graph.pieceShape[piece]
  while (at < last - 1 && graph.shapeM[at + 1] < alongM) at++
  return computeBearing(readShapePoint(graph, at), readShapePoint(graph, at + 1))
}

/** Possible places of the car, each with its cost: the negative logarithm of the likelihood of the position there. */
export const listMatchPlaces = (graph: Graph, snapper: Snapper, fix: MatchFix): MatchPlace[] => {
  const spread = estimateSpreadM(fix)
  const places: MatchPlace[] = [{ edge: -1, alongM: 0, lengthM: 0, point: fix, misfit: OFF_ROAD_MISFIT }]
  for (const snap of snapper.listAround(fix, LOOK_WITHIN * spread, MOST_PIECES)) {
    const awayMisfit = huber(snap.awayM / spread)
    const bearing = computeBearingAt(graph, snap)
    for (const { edge, share } of listEdgeEnds(graph, snap)) {
      const driven = bearing + 180 * graph.edgeBack[edge]
      const misfit = awayMisfit + misfitHeading(fix.heading, driven)
      places.push({ edge, alongM: share * snap.lengthM, lengthM: snap.lengthM, point: snap.point, misfit })
    }
  }
  return places
}
