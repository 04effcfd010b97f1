// Alternative routes: ways over a vertex that both searches reach (Abraham, Delling, Goldberg, Werneck: Alternative Routes in
// Road Networks, 2013), admissible by the three measures of that paper.
import type { HierarchySearch, Path, PathSearch, Seed } from './ch-query.ts'
import { type Graph, measurePieceM } from './graph.ts'
import { findTurnMs, type TurnTable } from './turns.ts'

/** An alternative takes at most this many times as long as the quickest way, */
const MOST_STRETCH = 1.25
/** shares at most this much of its time with each way already chosen, */
const MOST_SHARED = 0.8
/** and every part of it that takes no longer than this share of the quickest way is itself a quickest way. */
const OPTIMAL_PART = 0.25

const MOST_ALTERNATIVES = 2
/** Trying a meeting costs two to three searches; good ones come early, since the quickest are tried first. */
const MOST_TRIED = 60

/** Milliseconds to the end of each vertex of a way, including the seed's own cost. */
const sumUp = (turns: TurnTable, { vertices }: Path, startMs: number): number[] => {
  const sums = [startMs]
  for (let i = 1; i < vertices.length; i++) sums.push(sums[i - 1] + findTurnMs(turns, vertices[i - 1], vertices[i]))
  return sums
}

/** True if the part of a way around one of its vertices, about `ms` long on each side, is a quickest way between its ends. */
const isOptimalAround = (turns: TurnTable, find: PathSearch, { way, at, ms }: { way: Path; at: number; ms: number }): boolean => {
  const sums = sumUp(turns, way, 0)
  let first = at
  while (first > 0 && sums[at] - sums[first] < ms) first--
  let last = at
  while (last < sums.length - 1 && sums[last] - sums[at] < ms) last++
  if (first === last) return true
  const quickest = find([{ vertex: way.vertices[first], ms: 0 }], [{ vertex: way.vertices[last], ms: 0 }])
  return quickest !== null && quickest.ms >= sums[last] - sums[first] - 1
}

/**
 * Alternatives to `best` between the same seeds, at most two, quickest first; `paidMs` of each one's cost is not driving time.
 * Measured: about 8 ms across a metropolis of 145,000 edges.
 */
export const makeAlternatives = (graph: Graph, turns: TurnTable, { find, listMeetings }: HierarchySearch) => {
  const timeOf = (vertices: Iterable<number>): number => {
    let ms = 0
    for (const vertex of vertices) ms += graph.edgeMs[vertex]
    return ms
  }
  const isTooAlike = (way: Path, known: readonly Path[]): boolean =>
    known.some(({ vertices }) => {
      const others = new Set(vertices)
      return timeOf(way.vertices.filter((vertex) => others.has(vertex))) > MOST_SHARED * timeOf(vertices)
    })
  const drive = (from: readonly Seed[], to: readonly Seed[], via: number): Path | null => {
    const there = find(from, [{ vertex: via, ms: 0 }])
    const on = there && find([{ vertex: via, ms: 0 }], to)
    if (!there || !on) return null
    const vertices = [...there.vertices, ...on.vertices.slice(1)]
    return new Set(vertices).size === vertices.length ? { ms: there.ms + on.ms, vertices } : null
  }
  return (from: readonly Seed[], to: readonly Seed[], best: Path, paidMs = 0): Path[] => {
    const mostMs = paidMs + (best.ms - paidMs) * MOST_STRETCH
    const ways = [best]
    const isAdmissible = (way: Path, via: number): boolean =>
      way.ms <= mostMs &&
      !isTooAlike(way, ways) &&
      isOptimalAround(turns, find, { way, at: way.vertices.indexOf(via), ms: OPTIMAL_PART * (best.ms - paidMs) })
    const passed = new Set(best.vertices)
    let left = MOST_TRIED
    for (const via of listMeetings(from, to, mostMs)) {
      if (ways.length > MOST_ALTERNATIVES || left === 0) break
      if (passed.has(via)) continue
      left--
      const way = drive(from, to, via)
      if (way && isAdmissible(way, via)) ways.push(way)
      for (const vertex of way?.vertices ?? []) passed.add(vertex)
    }
    return ways.slice(1)
  }
}

/** Names each way by its longest street that no other way has, or else its longest; empty if none has a name. */
export const nameWays = (graph: Graph, ways: readonly (readonly number[])[]): string[] => {
  const measureStreets = (edges: readonly number[]): Map<string, number> => {
    const metres = new Map<string, number>()
    for (const edge of edges) {
      const piece = graph.edgePiece[edge]
      const name = graph.names[graph.pieceName[piece]] ?? ''
      if (name !== '') metres.set(name, (metres.get(name) ?? 0) + measurePieceM(graph, piece))
    }
    return metres
  }
  const streets = ways.map(measureStreets)
  return streets.map((own, i) => {
    const free = [...own].filter(([name]) => streets.every((other, k) => k === i || !other.has(name)))
    const [longest] = (free.length > 0 ? free : [...own]).toSorted(([, a], [, b]) => b - a)
    return longest?.[0] ?? ''
  })
}
