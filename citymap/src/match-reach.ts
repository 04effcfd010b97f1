// The shortest ways on from an edge: what a car may have driven between two positions that lie close together.
import { makeReachSearch } from './dijkstra.ts'
import { countEdges, type Graph, listCopies, measurePieceM } from './graph.ts'
import type { TurnTable } from './turns.ts'

/** From the end of one edge to the start of others. */
type Reach = {
  /** Metres to the start of `edge`; Infinity where it is out of reach. */
  metresTo: (edge: number) => number
  /** The edges driven after the first one, `edge` being the last. */
  listEdgesTo: (edge: number) => number[]
}

export type EdgeReach = (edge: number, withinM: number) => Reach

/** The search counts whole centimetres. */
const CM = 100
/** Searches are made this wide (m), or a multiple of it, so that the next position can use them again. */
const NARROWEST_M = 200
/** measured (Gothenburg): a search over 200 m settles some 40 edges; so many are kept. */
const MOST_KEPT = 5000

/** The turns with the way in place of the time: an arc costs the whole of the edge that it leaves. */
const measureTurns = (graph: Graph, turns: TurnTable): TurnTable => {
  const cm = new Int32Array(turns.to.length)
  for (let edge = 0; edge < countEdges(graph); edge++)
    cm.fill(Math.round(measurePieceM(graph, graph.edgePiece[edge]) * CM), turns.start[edge], turns.start[edge + 1])
  return { ...turns, ms: cm }
}

/** Shortest ways over the turns that are allowed, kept for the positions to come. */
export const makeEdgeReach = (graph: Graph, turns: TurnTable): EdgeReach => {
  const search = makeReachSearch(measureTurns(graph, turns))
  const kept = new Map<number, Reach & { withinM: number }>()

  const find = (edge: number, withinM: number): Reach & { withinM: number } => {
    // Seeds are the edges that follow, so that a way round the block back to this edge is found, too.
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
    /** Who came a certain way is on a copy of the edge. */
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
