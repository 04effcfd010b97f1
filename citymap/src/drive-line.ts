// The line of a drive: the points of its edges and the time at each. Written into typed arrays, since a route across a metropolis
// has hundreds of points and a server gets many requests.
import { interpolatePoint, type LatLng, POLYLINE_UNITS, POLYLINE_WIDTH, writePolyline } from '@wayfare/core/geo'
import { countEdges, type Graph, readShapePoint } from './graph.ts'
import { findTurnMs, readEntryMs, type TurnTable } from './turns.ts'

/**
 * A drive between two places on the road: milliseconds, metres, and the edges with the shares at which it starts and ends.
 * `turnMs` is the part of the time that the car needs to turn round first.
 */
export type RoadPath = { ms: number; metres: number; edges: number[]; from: number; to: number; turnMs: number }

/** The part of a drive that says which way it goes. */
export type DrivenEdges = Pick<RoadPath, 'edges' | 'from' | 'to'>

/** A growing list of points, each with how far along it is (metres or seconds, as the writer counts). */
type Trace = { lat: Float64Array; lng: Float64Array; along: Float64Array; count: number }

const makeTrace = (room: number): Trace => ({
  lat: new Float64Array(room),
  lng: new Float64Array(room),
  along: new Float64Array(room),
  count: 0,
})

const makeRoom = (trace: Trace, more: number): void => {
  const least = trace.count + more
  if (least <= trace.lat.length) return
  const grow = (old: Float64Array): Float64Array => {
    const grown = new Float64Array(2 * least)
    grown.set(old)
    return grown
  }
  trace.lat = grow(trace.lat)
  trace.lng = grow(trace.lng)
  trace.along = grow(trace.along)
}

const readTrace = (trace: Trace, i: number): LatLng => ({ lat: trace.lat[i], lng: trace.lng[i] })

const readPoints = (trace: Trace): LatLng[] => Array.from({ length: trace.count }, (_, i) => readTrace(trace, i))

const pointAt = (graph: Graph, [first, last]: readonly [number, number], metres: number): LatLng => {
  let i = first
  while (i < last - 1 && graph.shapeM[i + 1] < metres) i++
  const step = graph.shapeM[i + 1] - graph.shapeM[i]
  const share = step > 0 ? (metres - graph.shapeM[i]) / step : 0
  return interpolatePoint(readShapePoint(graph, i), readShapePoint(graph, i + 1), share)
}

/** The points of an edge, and whether it is driven from the last to the first. */
type Shape = { first: number; last: number; isBack: boolean }

const findShape = (graph: Graph, edge: number): Shape => {
  const piece = graph.edgePiece[edge]
  return { first: graph.pieceShape[piece], last: graph.pieceShape[piece + 1] - 1, isBack: graph.edgeBack[edge] === 1 }
}

/** Packs what the line needs of each edge side by side: first and last point, direction, milliseconds. Fewer cache misses. */
const packEdges = (graph: Graph): Int32Array => {
  const packed = new Int32Array(4 * countEdges(graph))
  for (let edge = 0; edge < countEdges(graph); edge++) {
    const { first, last, isBack } = findShape(graph, edge)
    packed.set([first, last, isBack ? 1 : 0, graph.edgeMs[edge]], 4 * edge)
  }
  return packed
}

/**
 * An edge between two shares of its length. `since` and `perM`: the value along the line at its start, and its increase per
 * metre. `isOn`: it continues where the line ends, so its first point is left out.
 */
type Part = Shape & { from: number; to: number; since: number; perM: number; isOn: boolean }

const addPart = (graph: Graph, { first, last, isBack, from, to, since, perM, isOn }: Part, trace: Trace): void => {
  makeRoom(trace, last - first + 3)
  const total = graph.shapeM[last]
  const add = ({ lat, lng }: LatLng, metres: number): void => {
    const at = trace.count++
    trace.lat[at] = lat
    trace.lng[at] = lng
    trace.along[at] = since + perM * metres
  }
  const at = (share: number): LatLng => pointAt(graph, [first, last], (isBack ? 1 - share : share) * total)
  if (!isOn) add(at(from), from * total)
  for (let k = first; k <= last; k++) {
    const i = isBack ? first + last - k : k
    const metres = isBack ? total - graph.shapeM[i] : graph.shapeM[i]
    if (metres > from * total && metres < to * total) add(readShapePoint(graph, i), metres)
  }
  add(at(to), to * total)
}

/** Adds the points of part of an edge in driving direction. Most edges are driven completely; their points are simply copied. */
const addEdge = (graph: Graph, part: Part, trace: Trace): void => {
  const { first, last, isBack, since, perM } = part
  if (part.from > 0 || part.to < 1) return addPart(graph, part, trace)
  makeRoom(trace, last - first + 1)
  const { shapeLat, shapeLng, shapeM } = graph
  const { lat, lng, along } = trace
  const step = isBack ? -1 : 1
  const total = shapeM[last]
  const skipped = part.isOn ? step : 0
  let at = trace.count
  for (let i = (isBack ? last : first) + skipped; i >= first && i <= last; i += step, at++) {
    lat[at] = shapeLat[i]
    lng[at] = shapeLng[i]
    along[at] = since + perM * (isBack ? total - shapeM[i] : shapeM[i])
  }
  trace.count = at
}

/** Lists points of edges without times. Reuses its memory: allocating it for each edge takes longer than writing the points. */
export const makePointLister = (graph: Graph) => {
  const trace = makeTrace(64)
  const add = (edge: number, { from, to }: { from: number; to: number }, isOn: boolean): void => {
    const { first, last, isBack } = findShape(graph, edge)
    addEdge(graph, { first, last, isBack, from, to, since: 0, perM: 1, isOn }, trace)
  }
  return {
    /** Appends the points of an edge between two shares of its length, in driving direction. */
    append: (edge: number, cut: { from: number; to: number }, into: LatLng[]): void => {
      trace.count = 0
      add(edge, cut, false)
      for (let i = 0; i < trace.count; i++) into.push(readTrace(trace, i))
    },
    /** The points of a drive. */
    list: ({ edges, from: begin, to: end }: DrivenEdges): LatLng[] => {
      trace.count = 0
      for (let i = 0; i < edges.length; i++) {
        const from = i === 0 ? begin : 0
        add(edges[i], { from, to: Math.max(from, i === edges.length - 1 ? end : 1) }, i > 0)
      }
      return readPoints(trace)
    },
  }
}

type Roads = { graph: Graph; turns: TurnTable; packed: Int32Array }

/** Adds a drive that starts `since` seconds after the start of the line. */
const addDrive = ({ graph, turns, packed }: Roads, drive: RoadPath, { since, trace }: { since: number; trace: Trace }): void => {
  const { edges } = drive
  let s = since + drive.turnMs / 1000
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]
    const from = i === 0 ? drive.from : 0
    const to = Math.max(from, i === edges.length - 1 ? drive.to : 1)
    const [first, last] = [packed[4 * edge], packed[4 * edge + 1]]
    const edgeS = packed[4 * edge + 3] / 1000
    const perM = edgeS / Math.max(graph.shapeM[last], 1e-6)
    addEdge(
      graph,
      { first, last, isBack: packed[4 * edge + 2] === 1, from, to, since: s - from * edgeS, perM, isOn: i > 0 },
      trace,
    )
    s += (to - from) * edgeS
    if (i < edges.length - 1)
      s += (findTurnMs(turns, edge, edges[i + 1]) - readEntryMs(turns, edge, edges[i + 1]) - packed[4 * edges[i + 1] + 3]) / 1000
  }
}

/** The finished line: a polyline of precision 5, and the seconds from the start to each point, rounded to tenths. */
type ToldLine = { polyline5: string; seconds: number[] }

/** `Math.round` has a branch that is mispredicted every other time: for a whole line this takes a third of the time. */
const round = (value: number): number => Math.floor(value + 0.5)

/** Encodes a line without points that encode to the same position as the previous one, but always keeps two points. */
const makeTeller = () => {
  // reused for each line: allocating the memory each time costs as much as a third of the search
  let units = new Int32Array(0)
  let bytes = Buffer.alloc(0)
  return ({ lat, lng, along, count }: Trace): ToldLine => {
    if (units.length < 2 * count + 2) {
      units = new Int32Array(4 * count + 2)
      bytes = Buffer.alloc(POLYLINE_WIDTH * units.length)
    }
    const seconds: number[] = []
    let size = 0
    for (let i = 0; i < count; i++) {
      const north = round(lat[i] * POLYLINE_UNITS)
      const east = round(lng[i] * POLYLINE_UNITS)
      if (size > 0 && north === units[size - 2] && east === units[size - 1]) continue
      units[size++] = north
      units[size++] = east
      seconds.push(round(along[i] * 10) / 10)
    }
    if (size === 2) {
      units.copyWithin(2, 0, 2)
      seconds.push(seconds[0])
      size = 4
    }
    return { polyline5: bytes.toString('latin1', 0, writePolyline(units, size, bytes)), seconds }
  }
}

/** A line to which drives are added one after the other. Not reentrant: it writes one line at a time. */
export const makeLineWriter = (graph: Graph, turns: TurnTable) => {
  const roads = { graph, turns, packed: packEdges(graph) }
  const trace = makeTrace(1024)
  const tellLine = makeTeller()
  return {
    /** Adds a drive and returns its first and last point. */
    add: (drive: RoadPath): [LatLng, LatLng] => {
      const first = trace.count
      addDrive(roads, drive, { since: first > 0 ? trace.along[first - 1] : 0, trace })
      return [readTrace(trace, first), readTrace(trace, trace.count - 1)]
    },
    begin: (): void => {
      trace.count = 0
    },
    tell: (): ToldLine => tellLine(trace),
  }
}
