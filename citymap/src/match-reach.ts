// Shortest ways on from an edge: what a car may have driven between two positions close together.
import { makeReachSearch } from './dijkstra.ts'
import { countEdges, type Graph, listCopies, measurePieceM } from './graph.ts'
import type { TurnTable } from './turns.ts'

/** From the end of one edge to the start of others. */
type Reach = {
  /** Metres to the start of `edge`; Infinity if out of reach. */
  metresTo: (edge: number) => number
  /** The edges driven after the first one, ending with `edge`. */
  listEdgesTo: (edge: number) => number[]
}

export type EdgeReach = (edge: number, withinM: number) => Reach

/** The search counts in whole centimetres. */
const CM = 100
/** Searches have this radius (m), or a multiple of it, so that the next position can reuse them. */
const NARROWEST_M = 200
/** Number of searches kept. Measured (Gothenburg): a search over 200 m settles about 40 edges. */
const MOST_KEPT = 5000

/** The turn table with distances instead of times: an arc costs the length of the edge that it leaves. */
const measureTurns = (graph: Graph, turns: TurnTable): TurnTable => {
  const cm = new Int32Array(turns.to.length)
  for (let edge = 0; edge < countEdges(graph); edge++)
    cm.fill(Math.round(measurePieceM(graph, graph.edgePiece[edge]) * CM), turns.start[edge], turns.start[edge + 1])
  return { ...turns, ms: cm }
}

/** Shortest ways along permitted turns, cached for later positions. */
export const makeEdgeReach = (graph: Graph, turns: TurnTable): EdgeReach => {
  const search = makeReachSearch(measureTurns(graph, turns))
  const kept = new Map<number, Reach & { withinM: number }>()

  const find = (edge: number, withinM: number): Reach & { withinM: number } => {
    // The seeds are the edges that follow, so that a way round the block back to this edge is found, too.
    const following = [...turns.to.subarray(turns.start[edge], turns.start[edge + 1])]
    const {
      ms: cmTo,
      before,
      settled,
    } = search(
      following.map((vertex) => ({ vertex, ms: 0 })),
      withinM * CM,
    )
    const rowOf = new Map<number, number>()
    const metres = new Float64Array(settled.length)
    const previous = new Int32Array(settled.length)
    settled.forEach((vertex, row) => {
      rowOf.set(vertex, row)
      metres[row] = cmTo(vertex) / CM
      previous[row] = before(vertex)
    })
    const metresAt = (vertex: number): number => metres[rowOf.get(vertex) ?? -1] ?? Number.POSITIVE_INFINITY
    /** A car that came a certain way is on a copy of the edge. */
    const nearestCopy = (to: number): number => {
      if (graph.edgeCopy[to] < 0) return to
      return listCopies(graph, to).reduce((best, copy) => (metresAt(copy) < metresAt(best) ? copy : best))
    }
    const metresTo = (to: number): number => metresAt(nearestCopy(to))
    const listEdgesTo = (last: number): number[] => {
      const edges: number[] = []
      for (let at = nearestCopy(last); at >= 0; at = previous[rowOf.get(at) ?? 0]) edges.push(at)
      return edges.toReversed()
    }
    return { withinM, metresTo, listEdgesTo }
  }
  return (edge, withinM) => {
    const known = kept.get(edge)
    if (known && known.withinM >= withinM) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const fresh = find(edge, NARROWEST_M * Math.ceil(withinM / NARROWEST_M))
    kept.set(edge, fresh)
    return fresh
  }
}
