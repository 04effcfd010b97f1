import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import { makePathSearch } from './ch-query.ts'
import { makeDijkstra } from '../test/path-oracle.ts'
import type { CitySource, TurnRestriction } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { countOwnEdges, type Graph, listCopies } from './graph.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeTurns } from './turns.ts'

/** A grid of streets, one way per block so that restrictions can name it: e3.2 leads east from column 3 in row 2. */
const size = 7
const position = (column: number, row: number): [number, number] => [11.9 + column * 0.002, 57.7 + row * 0.001]
const block = (id: string, from: [number, number], to: [number, number], oneway: boolean) => ({
  type: 'Feature' as const,
  id,
  properties: { highway: 'residential', name: id, ...(oneway ? { oneway: 'yes' } : {}) },
  geometry: { type: 'LineString' as const, coordinates: [from, to] },
})
const blocks = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)] as const).flatMap(([x, y]) => [
  ...(x + 1 < size ? [block(`e${x}.${y}`, position(x, y), position(x + 1, y), y === 3)] : []),
  ...(y + 1 < size ? [block(`n${x}.${y}`, position(x, y), position(x, y + 1), x === 2)] : []),
])

const open = (restrictions: readonly TurnRestriction[]) => {
  const source: CitySource = { type: 'FeatureCollection', features: blocks, restrictions }
  const { graph } = buildGraph(source, TAXI_PROFILE)
  return { graph, turns: makeTurns(graph, TAXI_PROFILE) }
}

const nameOf = (graph: Graph, edge: number): string => graph.names[graph.pieceName[graph.edgePiece[edge] ?? -1] ?? -1] ?? ''

/** The edge that drives a block from its first end to its last. */
const edgeOf = (graph: Graph, id: string): number => graph.pieceForward[graph.pieceName.indexOf(graph.names.indexOf(id))] ?? -1

const rule = (part: Partial<TurnRestriction>): TurnRestriction =>
  ({ from: '', to: '', isOnly: false, except: [], ...part }) as TurnRestriction

/** Names of the blocks on the quickest way from block to block. */
const drive = ({ graph, turns }: ReturnType<typeof open>, from: string, to: string) => {
  const path = makePathSearch(buildHierarchy(turns))(
    [{ vertex: edgeOf(graph, from), ms: 0 }],
    listCopies(graph, edgeOf(graph, to)).map((vertex) => ({ vertex, ms: 0 })),
  )
  return path?.vertices.map((vertex) => nameOf(graph, vertex)) ?? []
}

describe('a restriction along ways', () => {
  const over = rule({ from: 'e0.1', viaWays: ['e1.1'], to: 'n2.1' })

  it('forbids the turn to who came that way, and to nobody else', () => {
    expect(drive(open([]), 'e0.1', 'n2.1')).toEqual(['e0.1', 'e1.1', 'n2.1'])
    expect(drive(open([over]), 'e0.1', 'n2.1')).not.toEqual(['e0.1', 'e1.1', 'n2.1'])
    expect(drive(open([over]), 'n1.0', 'n2.1')).toEqual(['n1.0', 'e1.1', 'n2.1'])
    expect(drive(open([over]), 'e0.1', 'e2.1')).toEqual(['e0.1', 'e1.1', 'e2.1'])
  })
  it('may be over several ways, one of which begins another restriction', () => {
    const long = rule({ from: 'e0.1', viaWays: ['e1.1', 'e2.1'], to: 'e3.1' })
    const other = rule({ from: 'e1.1', viaWays: ['e2.1'], to: 'n3.1' })
    const city = open([long, other])
    expect(drive(city, 'e0.1', 'e3.1')).not.toEqual(['e0.1', 'e1.1', 'e2.1', 'e3.1'])
    expect(drive(city, 'e0.1', 'n3.1')).not.toEqual(['e0.1', 'e1.1', 'e2.1', 'n3.1'])
    expect(drive(city, 'n1.0', 'e3.1')).toEqual(['n1.0', 'e1.1', 'e2.1', 'e3.1'])
    expect(drive(city, 'n2.0', 'n3.1')).toEqual(['n2.0', 'e2.1', 'n3.1'])
  })
  it('that names the only way on forbids all others', () => {
    const city = open([{ ...over, isOnly: true }])
    expect(drive(city, 'e0.1', 'n2.1')).toEqual(['e0.1', 'e1.1', 'n2.1'])
    expect(drive(city, 'e0.1', 'e2.1')).not.toEqual(['e0.1', 'e1.1', 'e2.1'])
  })
  it('keeps a road that nobody can enter but that way', () => {
    const loop = [
      block('in', position(5, 0), position(6, -1), true),
      block('via', position(6, -1), position(7, 0), true),
      block('out', position(7, 0), position(6, 0), true),
      block('other', position(6, 0), position(7, 0), true),
      block('side', position(7, 0), position(6, 1), false),
    ]
    const restrictions = [rule({ from: 'in', viaWays: ['via'], to: 'side' })]
    const source: CitySource = { type: 'FeatureCollection', features: [...blocks, ...loop], restrictions }
    const { graph } = buildGraph(source, TAXI_PROFILE)
    const city = { graph, turns: makeTurns(graph, TAXI_PROFILE) }
    expect(listCopies(graph, edgeOf(graph, 'via'))).toHaveLength(2)
    expect(drive(city, 'in', 'out')).toEqual(['in', 'via', 'out'])
    expect(drive(city, 'in', 'via')).toEqual(['in', 'via'])
    expect(drive(city, 'in', 'side')).not.toEqual(['in', 'via', 'side'])
  })
  it('that could mean several turns, or whose ways are not there, says nothing', () => {
    for (const part of [{ from: 'nowhere' }, { viaWays: ['nowhere'] }, { viaWays: ['e5.5'] }, { to: 'nowhere' }])
      expect(open([rule({ ...over, ...part } as Partial<TurnRestriction>)]).graph.ruleFrom.length).toBe(0)
  })
  it('spares taxis where it excepts them and they use their lanes', () => {
    const source: CitySource = { type: 'FeatureCollection', features: blocks, restrictions: [{ ...over, except: ['psv'] }] }
    expect(buildGraph(source, TAXI_PROFILE).graph.ruleFrom.length).toBeGreaterThan(0)
    expect(buildGraph(source, { ...TAXI_PROFILE, usesTaxiLanes: true }).graph.ruleFrom.length).toBe(0)
  })
})

const plain = open([])

/** Consecutive blocks as a driver could drive them: each begins where the previous one ended. */
const anyRestriction = fc
  .record({
    start: fc.integer({ min: 0, max: blocks.length * 2 }),
    turns: fc.array(fc.nat(), { minLength: 2, maxLength: 4 }),
    isOnly: fc.boolean(),
  })
  .map(({ start, turns: choices, isOnly }) => {
    const { graph, turns } = plain
    const edges = [start % countOwnEdges(graph)]
    for (const choice of choices) {
      const last = edges.at(-1) ?? 0
      const next = turns.to.subarray(turns.start[last], turns.start[last + 1])
      edges.push(next[choice % next.length] ?? last)
    }
    const names = edges.map((edge) => nameOf(graph, edge))
    return { names, isOnly }
  })
  .filter(({ names }) => new Set(names).size === names.length)

/** True if the driven blocks break the restriction, by their names alone. */
const breaks = (driven: readonly string[], { names, isOnly }: { names: string[]; isOnly: boolean }): boolean => {
  const [before, target] = [names.slice(0, -1), names.at(-1)]
  if (driven.length < names.length) return false
  const tail = driven.slice(-names.length)
  return tail.slice(0, -1).join() === before.join() && (tail.at(-1) === target) !== isOnly
}

const listArcs = (edge: number): { to: number; ms: number }[] => {
  const { start, to, ms } = plain.turns
  const arcs = Array.from({ length: (start[edge + 1] ?? 0) - (start[edge] ?? 0) }, (_, i) => (start[edge] ?? 0) + i)
  return arcs.map((arc) => ({ to: to[arc] ?? -1, ms: ms[arc] ?? 0 }))
}

/** The quickest way that breaks none of the rules, by a search whose states are the blocks driven last. */
const searchByHistory = (rules: { names: string[]; isOnly: boolean }[], ends: [number, number]) => {
  const longest = Math.max(...rules.map(({ names }) => names.length))
  const best = new Map<string, number>()
  const queue: { ms: number; edges: number[] }[] = [{ ms: 0, edges: [ends[0]] }]
  for (;;) {
    queue.sort((a, b) => b.ms - a.ms)
    const here = queue.pop()
    if (!here) return null
    const last = here.edges.at(-1) ?? -1
    if (last === ends[1]) return here.ms
    const key = here.edges.slice(-longest).join()
    if ((best.get(key) ?? Number.POSITIVE_INFINITY) <= here.ms) continue
    best.set(key, here.ms)
    for (const { to, ms } of listArcs(last)) {
      const edges = [...here.edges, to].slice(-longest)
      const names = edges.map((edge) => nameOf(plain.graph, edge))
      if (!rules.some((one) => breaks(names, one))) queue.push({ ms: here.ms + ms, edges })
    }
  }
}

describe('any set of restrictions', () => {
  it('is obeyed by the quickest way that obeys it, as the hierarchy and Dijkstra find it', () => {
    const edge = fc.integer({ min: 0, max: countOwnEdges(plain.graph) - 1 })
    fc.assert(
      fc.property(
        fc.array(anyRestriction, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(edge, edge), { minLength: 4, maxLength: 4 }),
        (rules, pairs) => {
          const city = open(
            rules.map(({ names, isOnly }) =>
              rule({ from: names[0] ?? '', viaWays: names.slice(1, -1), to: names.at(-1) ?? '', isOnly }),
            ),
          )
          // if the rules cut off edges, the remaining ones would be numbered differently
          if (countOwnEdges(city.graph) !== countOwnEdges(plain.graph)) return
          const searches = [makePathSearch(buildHierarchy(city.turns)), makeDijkstra(city.turns)]
          for (const [from, to] of pairs) {
            const expected = searchByHistory(rules, [from, to])
            const targets = listCopies(city.graph, to).map((vertex) => ({ vertex, ms: 0 }))
            for (const search of searches) expect(search([{ vertex: from, ms: 0 }], targets)?.ms ?? null).toBe(expected)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
