// The road graph in typed arrays: a piece is a way between two junctions, with one or two directed edges.
import type { Bounds, LatLng } from '@wayfare/core/geo'

export const FLAG_BRIDGE = 1
export const FLAG_TUNNEL = 2
export const FLAG_ROUNDABOUT = 4
/** Only for those who set off or arrive there. */
export const FLAG_FOR_ENDS = 8

/**
 * Piece p has the shape points pieceShape[p] .. pieceShape[p + 1] - 1; shapeM counts the metres from its start. Edge e drives
 * piece edgePiece[e], backwards if edgeBack[e] is 1, from node edgeFrom[e] to edgeTo[e] in edgeMs[e] milliseconds; edgeTwin[e] is
 * the edge of the other direction or -1. pieceForward and pieceBackward are the edges of a piece or -1.
 *
 * A sign may forbid a turn only for cars that came a certain way. The edges of that way then have copies, stored after all
 * others: the same road with other turns at its end. edgeCopy[e] is the next copy of the edge that e is or copies, -1 if there
 * are no more; pieces do not refer to copies. The turn from edge ruleFrom[i] into edge ruleTo[i] leads to its copy ruleInto[i],
 * or is forbidden if that is -1.
 */
export type Graph = {
  nodeCount: number
  shapeLat: Float64Array
  shapeLng: Float64Array
  shapeM: Float64Array
  pieceShape: Uint32Array
  pieceName: Int32Array
  pieceClass: Uint8Array
  pieceFlags: Uint8Array
  pieceForward: Int32Array
  pieceBackward: Int32Array
  edgePiece: Int32Array
  edgeBack: Uint8Array
  edgeFrom: Int32Array
  edgeTo: Int32Array
  edgeMs: Int32Array
  edgeTwin: Int32Array
  edgeCopy: Int32Array
  ruleFrom: Int32Array
  ruleTo: Int32Array
  ruleInto: Int32Array
  names: readonly string[]
}

export type GraphStats = {
  ways: number
  nodes: number
  edges: number
  drivableKm: number
  componentShare: number
}

/** The point with this shape index. */
export const readShapePoint = (graph: Graph, at: number): LatLng => ({ lat: graph.shapeLat[at], lng: graph.shapeLng[at] })

/** Length of a piece in metres. */
export const measurePieceM = (graph: Graph, piece: number): number => graph.shapeM[graph.pieceShape[piece + 1] - 1]

export const countEdges = (graph: Graph): number => graph.edgePiece.length
/** The number of edges that are not copies; they come first. */
export const countOwnEdges = (graph: Graph): number => {
  let count = 0
  for (let piece = 0; piece < countPieces(graph); piece++)
    count += (graph.pieceForward[piece] >= 0 ? 1 : 0) + (graph.pieceBackward[piece] >= 0 ? 1 : 0)
  return count
}
/** The edge and its copies that follow. */
export const listCopies = (graph: Graph, edge: number): number[] => {
  const copies: number[] = []
  for (let at = edge; at >= 0; at = graph.edgeCopy[at]) copies.push(at)
  return copies
}
export const countPieces = (graph: Graph): number => graph.pieceName.length

const extendBox = (box: Bounds, lat: number, lng: number): void => {
  box.south = Math.min(box.south, lat)
  box.north = Math.max(box.north, lat)
  box.west = Math.min(box.west, lng)
  box.east = Math.max(box.east, lng)
}

/** Box around everything drivable. */
export const findGraphBounds = (graph: Graph): Bounds => {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (let i = 0; i < graph.shapeLat.length; i++) extendBox(box, graph.shapeLat[i], graph.shapeLng[i])
  return box
}

/** Box around some edges. */
export const findEdgesBounds = (graph: Graph, edges: readonly number[]): Bounds => {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const edge of edges) {
    const piece = graph.edgePiece[edge]
    for (let i = graph.pieceShape[piece]; i < graph.pieceShape[piece + 1]; i++)
      extendBox(box, graph.shapeLat[i], graph.shapeLng[i])
  }
  return box
}
