// Snaps a point on the globe to a place on the road graph: the nearest drivable segment.
import {
  type Bounds,
  computeBoundsCentre,
  isInBounds,
  isLatLng,
  type LatLng,
  measureDistanceM,
  measureDistanceToSegmentM,
} from '@wayfare/core/geo'
import Flatbush from 'flatbush'
import { makeCityError } from './city-error.ts'
import { countPieces, findGraphBounds, FLAG_TUNNEL, type Graph, readShapePoint } from './graph.ts'
import { ROAD_CLASSES } from './profile.ts'

/** A point further than this from every road is outside the city. */
export const MAX_SNAP_M = 1000

/**
 * A place on the graph: on `piece`, `alongM` metres after its start (of `lengthM`), at `point`; `awayM` metres from the given
 * point.
 */
export type Snap = { piece: number; alongM: number; lengthM: number; point: LatLng; awayM: number }

/** The spatial index of all segments: flatbush bytes and, for each entry, the shape index where the segment starts. */
export type SnapIndex = { bush: Uint8Array; segmentShape: Uint32Array; segmentPiece: Uint32Array }

// The index is in metres on a plane, so that the nearest box is the nearest on the ground. The plane touches the globe at 'lat'.
const METRES_PER_DEGREE = 111_195
const plane = (lat: number): ((point: LatLng) => readonly [number, number]) => {
  const shrink = Math.cos((lat * Math.PI) / 180)
  return (point) => [point.lng * shrink * METRES_PER_DEGREE, point.lat * METRES_PER_DEGREE]
}
const middleLat = (box: Bounds): number => (box.south + box.north) / 2

/** Indexes every segment of the graph. */
export const buildSnapIndex = (graph: Graph): SnapIndex => {
  const shapes: number[] = []
  const pieces: number[] = []
  for (let piece = 0; piece < countPieces(graph); piece++)
    for (let at = graph.pieceShape[piece]; at < graph.pieceShape[piece + 1] - 1; at++) {
      shapes.push(at)
      pieces.push(piece)
    }
  const bush = new Flatbush(shapes.length)
  const project = plane(middleLat(findGraphBounds(graph)))
  for (const at of shapes) {
    const [ax, ay] = project(readShapePoint(graph, at))
    const [bx, by] = project(readShapePoint(graph, at + 1))
    bush.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
  }
  bush.finish()
  return { bush: new Uint8Array(bush.data), segmentShape: Uint32Array.from(shapes), segmentPiece: Uint32Array.from(pieces) }
}

/** Extra metres added to a road's distance: nobody is picked up in a tunnel or on a motorway if a street is near. */
const reluctanceM = (graph: Graph): Float64Array => {
  const fast = new Set(['motorway', 'motorway_link', 'trunk'].map((name) => ROAD_CLASSES.indexOf(name)))
  return Float64Array.from(graph.pieceClass, (roadClass, piece) => {
    const tunnel = (graph.pieceFlags[piece] & FLAG_TUNNEL) !== 0
    return (tunnel ? 60 : 0) + (fast.has(roadClass) ? 30 : 0)
  })
}

/** Radius of the first search around a point (m). */
const FIRST_LOOK_M = 30

/** A filter over pieces, such as "has a name". */
type PieceFilter = (piece: number) => boolean

export type Snapper = {
  bounds: Bounds
  /** Nearest place on the graph. Throws OUT_OF_AREA if no road is within 1 km. */
  snap: (point: LatLng) => Snap
  /** Nearest place on a piece that passes the filter, null if none is within `maxM` metres. */
  findNearest: (point: LatLng, maxM: number, accepts: PieceFilter) => Snap | null
  /** The nearest place on each piece within `maxM` metres, at most `most` of them, nearest first. */
  listAround: (point: LatLng, maxM: number, most: number) => Snap[]
}

/** Opens the index over the graph it was built from. A snap takes about 10 microseconds. */
export const makeSnapper = (graph: Graph, index: SnapIndex): Snapper => {
  const { bush: bytes, segmentShape, segmentPiece } = index
  const bush = Flatbush.from(bytes.buffer, bytes.byteOffset)
  const bounds = findGraphBounds(graph)
  const project = plane(middleLat(bounds))
  const reluctance = reluctanceM(graph)
  const noReluctance = new Float64Array(reluctance.length)

  const offset = (point: LatLng, segment: number): number => {
    const at = segmentShape[segment]
    return measureDistanceToSegmentM(point, readShapePoint(graph, at), readShapePoint(graph, at + 1))
  }
  const placeOn = (point: LatLng, segment: number): Snap => {
    const piece = segmentPiece[segment]
    const at = segmentShape[segment]
    const [a, b] = [readShapePoint(graph, at), readShapePoint(graph, at + 1)]
    const shrink = Math.cos((point.lat * Math.PI) / 180)
    const [dx, dy] = [(b.lng - a.lng) * shrink, b.lat - a.lat]
    const size = dx * dx + dy * dy
    const raw = size === 0 ? 0 : ((point.lng - a.lng) * shrink * dx + (point.lat - a.lat) * dy) / size
    const share = Math.min(1, Math.max(0, raw))
    return {
      piece,
      alongM: graph.shapeM[at] + share * (graph.shapeM[at + 1] - graph.shapeM[at]),
      lengthM: graph.shapeM[graph.pieceShape[piece + 1] - 1],
      point: { lat: a.lat + share * (b.lat - a.lat), lng: a.lng + share * (b.lng - a.lng) },
      awayM: offset(point, segment),
    }
  }
  const nearest = (point: LatLng, maxM: number, extra: Float64Array, accepts?: PieceFilter): Snap | null => {
    const [x, y] = project(point)
    const filter = accepts && ((segment: number): boolean => accepts(segmentPiece[segment]))
    let best = -1
    let bestCost = Number.POSITIVE_INFINITY
    const consider = (segment: number): void => {
      const awayM = offset(point, segment)
      const cost = awayM + extra[segmentPiece[segment]]
      if (cost >= bestCost || awayM > maxM) return
      best = segment
      bestCost = cost
    }
    // A box wide enough to contain what was found contains everything nearer. Most points are beside a road.
    for (let wide = FIRST_LOOK_M; ; wide *= 4) {
      const reach = Math.min(wide, maxM) * 1.01 + 1
      for (const segment of bush.search(x - reach, y - reach, x + reach, y + reach, filter)) consider(segment)
      if (bestCost <= wide || wide >= maxM) break
    }
    return best < 0 ? null : placeOn(point, best)
  }
  const listAround = (point: LatLng, maxM: number, most: number): Snap[] => {
    const [x, y] = project(point)
    const reach = maxM * 1.01 + 1
    const nearestOf = new Map<number, { segment: number; awayM: number }>()
    for (const segment of bush.search(x - reach, y - reach, x + reach, y + reach)) {
      const awayM = offset(point, segment)
      const known = nearestOf.get(segmentPiece[segment])
      if (awayM <= maxM && !(known && known.awayM <= awayM)) nearestOf.set(segmentPiece[segment], { segment, awayM })
    }
    const nearestFirst = [...nearestOf.values()].toSorted((a, b) => a.awayM - b.awayM || a.segment - b.segment)
    return nearestFirst.slice(0, most).map(({ segment }) => placeOn(point, segment))
  }
  return {
    bounds,
    listAround,
    snap: (point) => {
      const near = isLatLng(point) && isInBounds(bounds, point, MAX_SNAP_M) ? nearest(point, MAX_SNAP_M, reluctance) : null
      if (!near) throw makeCityError('OUT_OF_AREA', `no road of this city lies within ${MAX_SNAP_M} m`)
      return near
    },
    findNearest: (point, maxM, accepts) => nearest(point, maxM, noReluctance, accepts),
  }
}

const findMedian = (values: Float64Array): number => values.toSorted()[values.length >> 1]

/** The centre of a city's box; if no road is near it, for example in a bay, the road point nearest to the median of all. */
export const findCentre = (graph: Graph, snapper: Pick<Snapper, 'bounds' | 'findNearest'>): LatLng => {
  const middle = computeBoundsCentre(snapper.bounds)
  if (snapper.findNearest(middle, MAX_SNAP_M, () => true)) return middle
  const among = { lat: findMedian(graph.shapeLat), lng: findMedian(graph.shapeLng) }
  let best = readShapePoint(graph, 0)
  for (let at = 1; at < graph.shapeLat.length; at++) {
    const point = readShapePoint(graph, at)
    if (measureDistanceM(point, among) < measureDistanceM(best, among)) best = point
  }
  return best
}
