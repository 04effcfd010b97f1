// Builds the road graph: cuts ways at shared vertices, turns them into directed edges and keeps the largest connected part.
import { measureDistanceM } from '@wayfare/core/geo'
import { findComponents, findLargestComponent } from './components.ts'
import { type CitySource, isLine, type LineFeature, type Position } from './geojson.ts'
import {
  countEdges,
  countOwnEdges,
  countPieces,
  FLAG_BRIDGE,
  FLAG_FOR_ENDS,
  FLAG_ROUNDABOUT,
  FLAG_TUNNEL,
  type Graph,
  type GraphStats,
  listCopies,
  measurePieceM,
} from './graph.ts'
import { makeImportError } from './import-error.ts'
import { type DriveProfile, isExempt, isRoundabout, type Profile, readDriveProfile, stopsCars } from './profile.ts'
import { listTurnRules, type Restriction } from './restrictions.ts'
import { makeTurns } from './turns.ts'
import { makeVertexKeys } from './vertex-keys.ts'

type Piece = { line: LineFeature; drive: DriveProfile; from: number; to: number; start: number; end: number }

const listBarriers = ({ points = [] }: CitySource, profile: Profile): Position[] =>
  points.filter(({ properties }) => stopsCars(properties, profile)).map(({ geometry }) => geometry.coordinates)

type Cut = { pieces: Piece[]; nodeCount: number; ways: number; restrictions: Restriction[] }

type Drivable = { line: LineFeature; drive: DriveProfile }

const listDrivable = (source: CitySource, profile: Profile): Drivable[] =>
  source.features.flatMap((feature) => {
    const drive =
      isLine(feature) && feature.geometry.coordinates.length > 1 ? readDriveProfile(feature.properties, profile) : null
    return drive && isLine(feature) ? [{ line: feature, drive }] : []
  })

/** How often ways use each vertex; an end counts twice, because a piece ends there in any case. */
const countUses = (drivable: readonly Drivable[], keyOf: (position: Position) => number): Map<number, number> => {
  const uses = new Map<number, number>()
  for (const { line } of drivable) {
    const last = line.geometry.coordinates.length - 1
    line.geometry.coordinates.forEach((position, i) => {
      const key = keyOf(position)
      uses.set(key, (uses.get(key) ?? 0) + (i === 0 || i === last ? 2 : 1))
    })
  }
  return uses
}

/** Numbers nodes by their key. A barrier is a separate node for each piece that ends there, so that none leads on. */
const makeNodes = (barriers: ReadonlySet<number>) => {
  const nodes = new Map<number, number>()
  let count = 0
  return {
    find: (key: number): number | undefined => nodes.get(key),
    count: () => count,
    nodeOf: (key: number): number => {
      const known = barriers.has(key) ? undefined : nodes.get(key)
      if (known !== undefined) return known
      nodes.set(key, count)
      return count++
    },
  }
}

/** Cuts every drivable way at the vertices it shares with other ways or itself, as in OSM, and at barriers. */
const cutPieces = (source: CitySource, profile: Profile): Cut => {
  const drivable = listDrivable(source, profile)
  const keyOf = makeVertexKeys(drivable.map(({ line }) => line.geometry.coordinates))
  const uses = countUses(drivable, keyOf)
  const barriers = new Set(listBarriers(source, profile).map(keyOf))
  const nodes = makeNodes(barriers)
  const pieces: Piece[] = []
  for (const { line, drive } of drivable) {
    const { coordinates } = line.geometry
    let start = 0
    for (let i = 1; i < coordinates.length; i++) {
      const key = keyOf(coordinates[i])
      if ((uses.get(key) ?? 0) < 2 && !barriers.has(key)) continue
      pieces.push({ line, drive, from: nodes.nodeOf(keyOf(coordinates[start])), to: nodes.nodeOf(key), start, end: i })
      start = i
    }
  }
  const restrictions = (source.restrictions ?? [])
    .filter(({ except }) => !isExempt(except, profile))
    .flatMap((rule): Restriction[] => {
      const { from, to, isOnly } = rule
      if ('viaWays' in rule) return [{ from, to, isOnly, ways: rule.viaWays }]
      const node = nodes.find(keyOf(rule.via))
      return node === undefined ? [] : [{ from, to, isOnly, node }]
    })
  return { pieces, nodeCount: nodes.count(), ways: drivable.length, restrictions }
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'no'

const flagsOf = ({ line, drive }: Piece): number => {
  const { bridge, tunnel } = line.properties
  const round = isRoundabout(line.properties) ? FLAG_ROUNDABOUT : 0
  const ends = drive.isForEnds ? FLAG_FOR_ENDS : 0
  return (isSet(bridge) ? FLAG_BRIDGE : 0) | (isSet(tunnel) ? FLAG_TUNNEL : 0) | round | ends
}

type Shapes = { lat: number[]; lng: number[]; metres: number[]; starts: number[] }

const collectShapes = (pieces: readonly Piece[]): Shapes => {
  const shapes: Shapes = { lat: [], lng: [], metres: [], starts: [0] }
  for (const { line, start, end } of pieces) {
    let metres = 0
    for (let i = start; i <= end; i++) {
      const [lng, lat] = line.geometry.coordinates[i]
      const at = shapes.lat.length
      if (i > start) metres += measureDistanceM({ lat: shapes.lat[at - 1], lng: shapes.lng[at - 1] }, { lat, lng })
      shapes.lat.push(lat)
      shapes.lng.push(lng)
      shapes.metres.push(metres)
    }
    shapes.starts.push(shapes.lat.length)
  }
  return shapes
}

type Ways = { forward: (piece: number) => boolean; backward: (piece: number) => boolean }

/** Numbers names; -1 means none. */
const makeNames = () => {
  const names: string[] = []
  const nameIds = new Map<string, number>()
  const nameOf = (name: string | undefined): number => {
    if (!name) return -1
    const known = nameIds.get(name) ?? names.push(name) - 1
    nameIds.set(name, known)
    return known
  }
  return { names, nameOf }
}

const assembleGraph = ({ pieces, nodeCount, restrictions }: Omit<Cut, 'ways'>, ways: Ways): Graph => {
  const shapes = collectShapes(pieces)
  const { names, nameOf } = makeNames()
  const edges: { piece: number; back: number; from: number; to: number; ms: number; twin: number }[] = []
  const forward = new Int32Array(pieces.length).fill(-1)
  const backward = new Int32Array(pieces.length).fill(-1)
  pieces.forEach(({ drive, from, to }, piece) => {
    const metres = shapes.metres[shapes.starts[piece + 1] - 1]
    const ms = Math.max(1, Math.round((metres / drive.kmh) * 3600))
    if (ways.forward(piece)) forward[piece] = edges.push({ piece, back: 0, from, to, ms, twin: -1 }) - 1
    if (ways.backward(piece)) backward[piece] = edges.push({ piece, back: 1, from: to, to: from, ms, twin: forward[piece] }) - 1
    if (forward[piece] >= 0) edges[forward[piece]].twin = backward[piece]
  })
  const wayEdges = edges.map(({ piece, from, to }) => ({ from, to, way: pieces[piece].line.id }))
  const { rules, copies } = listTurnRules(wayEdges, restrictions)
  const edgeCopy = new Int32Array(edges.length + copies.length).fill(-1)
  for (const original of copies) {
    const copy = edges.push(edges[original]) - 1
    edgeCopy[copy] = edgeCopy[original]
    edgeCopy[original] = copy
  }
  return {
    nodeCount,
    shapeLat: Float64Array.from(shapes.lat),
    shapeLng: Float64Array.from(shapes.lng),
    shapeM: Float64Array.from(shapes.metres),
    pieceShape: Uint32Array.from(shapes.starts),
    pieceName: Int32Array.from(pieces, ({ line }) => nameOf(line.properties['name'])),
    pieceClass: Uint8Array.from(pieces, ({ drive }) => drive.roadClass),
    pieceFlags: Uint8Array.from(pieces, flagsOf),
    pieceForward: forward,
    pieceBackward: backward,
    edgePiece: Int32Array.from(edges, ({ piece }) => piece),
    edgeBack: Uint8Array.from(edges, ({ back }) => back),
    edgeFrom: Int32Array.from(edges, ({ from }) => from),
    edgeTo: Int32Array.from(edges, ({ to }) => to),
    edgeMs: Int32Array.from(edges, ({ ms }) => ms),
    edgeTwin: Int32Array.from(edges, ({ twin }) => twin),
    edgeCopy,
    ruleFrom: Int32Array.from(rules, ({ from }) => from),
    ruleTo: Int32Array.from(rules, ({ to }) => to),
    ruleInto: Int32Array.from(rules, ({ into }) => into),
    names,
  }
}

const measureRoadsM = (graph: Graph): number => {
  let metres = 0
  for (let piece = 0; piece < countPieces(graph); piece++) metres += measurePieceM(graph, piece)
  return metres
}

const computeStats = (graph: Graph, whole: Graph, ways: number): GraphStats => ({
  ways,
  nodes: graph.nodeCount,
  edges: countOwnEdges(graph),
  drivableKm: Math.round(measureRoadsM(graph) / 100) / 10,
  componentShare: measureRoadsM(graph) / measureRoadsM(whole),
})

/**
 * Builds the drivable graph of a city, reduced to its largest strongly connected component of directed edges (with turn rules),
 * so that every point snapped to it can reach every other. `componentShare` is the share (0..1) of all road, by length, that was
 * kept. Throws an ImportError if nothing is drivable.
 */
export const buildGraph = (source: CitySource, profile: Profile): { graph: Graph; stats: GraphStats } => {
  const cut = cutPieces(source, profile)
  const whole = assembleGraph(cut, {
    forward: (piece) => cut.pieces[piece].drive.forward,
    backward: (piece) => cut.pieces[piece].drive.backward,
  })
  if (countEdges(whole) === 0) throw makeImportError('no_roads', 'the source holds no drivable way')
  const turns = makeTurns(whole, profile)
  const component = findComponents(turns.start, turns.to)
  const main = findLargestComponent(component)
  // An edge that is always entered along a restricted way is only ever driven as its copy.
  const isKept = (edge: number): boolean => edge >= 0 && listCopies(whole, edge).some((copy) => component[copy] === main)
  const keptIds = cut.pieces
    .map((_, piece) => piece)
    .filter((p) => isKept(whole.pieceForward[p]) || isKept(whole.pieceBackward[p]))
  const renumber = new Map<number, number>()
  const numberOf = (node: number): number => {
    const known = renumber.get(node) ?? renumber.size
    renumber.set(node, known)
    return known
  }
  const pieces = keptIds.map((id) => ({
    ...cut.pieces[id],
    from: numberOf(cut.pieces[id].from),
    to: numberOf(cut.pieces[id].to),
  }))
  const restrictions = cut.restrictions.map((rule) => ('node' in rule ? { ...rule, node: renumber.get(rule.node) ?? -1 } : rule))
  const graph = assembleGraph(
    { pieces, nodeCount: renumber.size, restrictions },
    {
      forward: (piece) => isKept(whole.pieceForward[keptIds[piece]]),
      backward: (piece) => isKept(whole.pieceBackward[keptIds[piece]]),
    },
  )
  return { graph, stats: computeStats(graph, whole, cut.ways) }
}
