// Times from many places to many: one backward search per target, limited in time, which finds every driver at once; or, for a
// few sources without a tight limit, the hierarchy pair by pair.
import { encodePolyline, isInBounds, thinLine, type LatLng } from '@wayfare/core/geo'
import type { Seed } from './ch-query.ts'
import { makeReachSearch, type ReachedCosts } from './dijkstra.ts'
import type { DrivenEdges } from './drive-line.ts'
import { computeRestMs, type EdgeEnd, listArrivals } from './edge-ends.ts'
import { countEdges, findEdgesBounds, type Graph, measurePieceM } from './graph.ts'
import type { Router } from './router.ts'
import { MAX_SNAP_M, type Snapper } from './snap.ts'
import { type CarPlace, findStartPlace } from './start-place.ts'
import { ENTRY_MS, readEntryMs, reverseTurns, type TurnTable } from './turns.ts'

/** With `linePoints` each way's line is included, with at most that many points. */
export type MatrixQuestion = {
  sources: readonly CarPlace[]
  targets: readonly LatLng[]
  maxSeconds?: number
  linePoints?: number
}

/** Row per source, column per target: whole seconds, metres and line of the fastest drive, null if unreachable in time. */
export type Matrix = { durationsS: (number | null)[][]; distancesM: (number | null)[][]; lines?: (string | null)[][] }

/** `cost`: what the search says, `ms` without what is no time. `start`: the edges at its beginning, of which the last one is on the tree of the search. */
type Cell = { cost: number; ms: number; metres: number; start: readonly number[] }

type Drawn = { ms: number; metres: number; line: string | null }

/** Measured (Gothenburg): a pair through the hierarchy takes 0.04 ms, an unbounded backward search 2.5 ms. */
const PAIRWISE_MAX_SOURCES = 40
const WIDE_SECONDS = 480

type Limits = { maxMs: number; linePoints: number | undefined }

/** The edges of a drive to the target of the search. */
const listEdges = ({ start }: Cell, reach: ReachedCosts): number[] => {
  const edges = [...start]
  for (let edge = edges.at(-1) ?? -1; edge >= 0;) {
    edge = reach.before(edge)
    if (edge >= 0) edges.push(edge)
  }
  return edges
}

const makeBackwardSearch = (graph: Graph, turns: TurnTable, drawLine: (drive: DrivenEdges, most: number) => string) => {
  const search = makeReachSearch(reverseTurns(turns))
  const length = (edge: number): number => measurePieceM(graph, graph.edgePiece[edge])

  const passedM = new Float64Array(countEdges(graph))
  const entryMs = new Float64Array(countEdges(graph))

  /**
   * Notes for each vertex that was reached the metres from its end to the target, and what of the cost is no time: the one before it on the
   * way is settled first.
   */
  const measureTree = (reach: ReachedCosts, targets: readonly EdgeEnd[]): void => {
    const shares = new Map(targets.map(({ edge, share }) => [edge, share]))
    for (const edge of reach.settled) {
      const before = reach.before(edge)
      passedM[edge] = before >= 0 ? passedM[before] + length(before) : -length(edge) * (1 - (shares.get(edge) ?? 1))
      entryMs[edge] = before >= 0 ? entryMs[before] + readEntryMs(turns, edge, before) : 0
    }
  }
  const cellOf = (source: EdgeEnd, targets: readonly EdgeEnd[], reach: ReachedCosts, offset: number): Cell => {
    const restM = length(source.edge) * (1 - source.share)
    const rest = computeRestMs(graph, source)
    const isBehind = targets.some((target) => target.edge === source.edge && target.share < source.share)
    const start = [source.edge]
    if (!isBehind) {
      const cost = rest + reach.ms(source.edge) - offset
      return { cost, ms: cost - entryMs[source.edge], metres: restM + passedM[source.edge], start }
    }
    let best: Cell = { cost: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY, metres: 0, start }
    for (let arc = turns.start[source.edge]; arc < turns.start[source.edge + 1]; arc++) {
      const next = turns.to[arc]
      const cost = rest + turns.ms[arc] + reach.ms(next) - offset
      if (cost >= best.cost) continue
      const ms = cost - entryMs[next] - readEntryMs(turns, source.edge, next)
      best = { cost, ms, metres: restM + length(next) + passedM[next], start: [source.edge, next] }
    }
    return best
  }
  /** Snaps only the sources within the area of the search: snapping a thousand cars takes longer than the search. */
  return (sources: readonly Source[], place: readonly EdgeEnd[], { maxMs, linePoints }: Limits): (Drawn | null)[] => {
    const target = listArrivals(graph, place)
    const offset = Math.max(...target.map((end) => graph.edgeMs[end.edge]))
    const seeds: Seed[] = target.map((end) => ({ vertex: end.edge, ms: offset - computeRestMs(graph, end) }))
    const mustEnter = target.every(({ edge }) => turns.inner?.[edge] === 1)
    const reach = search(seeds, maxMs + offset + (mustEnter ? ENTRY_MS : 0))
    measureTree(reach, target)
    const box = findEdgesBounds(graph, reach.settled)
    return sources.map((source) => {
      let best: (Cell & { from: number }) | null = null
      if (!isInBounds(box, source.place, MAX_SNAP_M)) return null
      for (const end of source.ends()) {
        if (reach.ms(end.edge) === Number.POSITIVE_INFINITY) continue
        const cell = cellOf(end, target, reach, offset)
        if (cell.ms <= maxMs && (!best || cell.cost < best.cost)) best = { ...cell, from: end.share }
      }
      if (!best || linePoints === undefined) return best && { ...best, line: null }
      const edges = listEdges(best, reach)
      const to = target.find(({ edge }) => edge === edges.at(-1))?.share ?? 1
      return { ...best, line: drawLine({ edges, from: best.from, to }, linePoints) }
    })
  }
}

/** A place to start from; its edges are found on first use, and are empty if there is no road within 1 km. */
type Source = { place: CarPlace; ends: () => readonly EdgeEnd[] }

/** The edges at a place; empty if there is no road within 1 km. */
const listEndsAt = (graph: Graph, snapper: Snapper, place: CarPlace): EdgeEnd[] => {
  try {
    return findStartPlace(graph, snapper, place).ends
  } catch {
    return []
  }
}

/**
 * Answers matrix questions. Points outside the area give null cells, so that one lost driver does not spoil the answer.
 * `maxSeconds` (default: no limit) bounds the search and the answer. A source with a heading starts in that direction.
 */
export const makeMatrix = (
  graph: Graph,
  turns: TurnTable,
  router: Router,
  snapper: Snapper,
): ((question: MatrixQuestion) => Matrix) => {
  const drawLine = (drive: DrivenEdges, most: number): string => encodePolyline(thinLine(router.draw(drive), most))
  const backward = makeBackwardSearch(graph, turns, drawLine)
  return ({ sources, targets, maxSeconds = Number.POSITIVE_INFINITY, linePoints }) => {
    const from = sources.map((place): Source => {
      let ends: EdgeEnd[] | null = null
      return { place, ends: () => (ends ??= listEndsAt(graph, snapper, place)) }
    })
    const to = targets.map(({ lat, lng }) => listEndsAt(graph, snapper, { lat, lng }))
    const maxMs = Math.min(maxSeconds * 1000, Number.MAX_SAFE_INTEGER)
    const pairwise = sources.length <= PAIRWISE_MAX_SOURCES && maxSeconds > WIDE_SECONDS
    const column = (target: EdgeEnd[]): (Drawn | null)[] => {
      if (target.length === 0) return from.map(() => null)
      if (!pairwise) return backward(from, target, { maxMs, linePoints })
      return from.map((source) => {
        const ends = source.ends()
        const drive = ends.length > 0 ? router.drive(ends, target) : null
        if (!drive || drive.ms > maxMs) return null
        const line = linePoints === undefined ? null : drawLine(drive, linePoints)
        return { ms: drive.ms, metres: drive.metres, line }
      })
    }
    const columns = to.map(column)
    const table = (pick: (cell: Drawn) => number) =>
      from.map((_, row) => columns.map((cells) => (cells[row] ? Math.max(0, Math.round(pick(cells[row]))) : null)))
    const matrix = { durationsS: table((cell) => cell.ms / 1000), distancesM: table((cell) => cell.metres) }
    if (linePoints === undefined) return matrix
    return { ...matrix, lines: from.map((_, row) => columns.map((cells) => cells[row]?.line ?? null)) }
  }
}
