// The small extracts of real cities, if available: signs, one-ways and bridges as they really are.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import { makeAlternatives } from './alternatives.ts'
import { makeHierarchySearch } from './ch-query.ts'
import { readFileBrief } from './city-source.ts'
import { makeReachSearch } from './dijkstra.ts'
import { buildGraph } from './graph-build.ts'
import { countEdges, countOwnEdges, listCopies } from './graph.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeTurns, type TurnTable } from './turns.ts'

const folder = fileURLToPath(new URL('../../../shared/data/osm/', import.meta.url))

const open = (name: string) => {
  const city = { dataset: name, name, country: null, timeZone: null, bounds: null }
  const { graph } = buildGraph(
    readFileBrief(`${folder}${name}.osm.pbf`, city).read(() => {}),
    TAXI_PROFILE,
  )
  const turns = makeTurns(graph, TAXI_PROFILE)
  const hierarchy = makeHierarchySearch(buildHierarchy(turns))
  return { graph, turns, hierarchy, search: hierarchy.find, reach: makeReachSearch(turns) }
}

/** Milliseconds of a way, turn by turn; NaN if a turn is not in the table. */
const sumTurns = (turns: TurnTable, way: readonly number[]): number =>
  way.slice(1).reduce((sum, next, i) => {
    const before = way[i] ?? -1
    const arc = turns.to.subarray(turns.start[before], turns.start[before + 1]).indexOf(next)
    return sum + (arc < 0 ? Number.NaN : (turns.ms[(turns.start[before] ?? 0) + arc] ?? 0))
  }, 0)

for (const name of ['monaco', 'porto-centre']) {
  const hasFile = existsSync(`${folder}${name}.osm.pbf`)
  if (!hasFile) console.warn(`skipped: there is no extract ${folder}${name}.osm.pbf`)

  describe.skipIf(!hasFile)(name, () => {
    const { graph, turns, hierarchy, search, reach } = hasFile ? open(name) : ({} as ReturnType<typeof open>)
    const own = hasFile ? countOwnEdges(graph) : 0

    it('has signs that forbid turns, one-way roads, and nothing that cannot be reached and left again', () => {
      expect(graph.ruleFrom.length).toBeGreaterThan(10)
      expect(graph.edgeTwin.filter((twin) => twin < 0).length).toBeGreaterThan(100)
      const found = reach([{ vertex: 0, ms: 0 }], Number.MAX_VALUE)
      const isReached = (edge: number): boolean =>
        listCopies(graph, edge).some((copy) => found.ms(copy) < Number.POSITIVE_INFINITY)
      const edges = Array.from({ length: own }, (_, edge) => edge)
      expect(edges.filter((edge) => !isReached(edge))).toEqual([])
      for (const edge of edges.filter((one) => one % 97 === 0))
        expect(reach([{ vertex: edge, ms: 0 }], Number.MAX_VALUE).ms(0), `out of ${edge}`).toBeLessThan(Number.POSITIVE_INFINITY)
    })
    it('answers 4,000 pairs as Dijkstra does, by ways that are made of turns which are allowed', () => {
      const count = countEdges(graph)
      for (let i = 0; i < 40; i++) {
        const from = Math.floor((i * count) / 40)
        const exact = reach([{ vertex: from, ms: 0 }], Number.MAX_VALUE)
        for (let k = 0; k < 100; k++) {
          const to = (k * 7919 + i * 104_729) % count
          const way = search([{ vertex: from, ms: 0 }], [{ vertex: to, ms: 0 }])
          expect(way?.ms ?? Number.POSITIVE_INFINITY, `${from} to ${to}`).toBe(exact.ms(to))
          if (way) expect(sumTurns(turns, way.vertices), `${from} to ${to}`).toBe(way.ms)
        }
      }
    })
    it('has other ways that are made of allowed turns, no edge twice, and keep to what they promise', () => {
      const list = makeAlternatives(graph, turns, hierarchy)
      const timeOf = (way: readonly number[]): number => way.reduce((ms, edge) => ms + (graph.edgeMs[edge] ?? 0), 0)
      let found = 0
      for (let i = 0; i < 150; i++) {
        const [from, to] = [(i * 7919) % own, (i * 104_729 + 13) % own].map((vertex) => [{ vertex, ms: 0 }])
        const best = from && to && search(from, to)
        if (!best) continue
        const ways = [best, ...list(from, to, best)]
        found += ways.length - 1
        ways.forEach((way, at) => {
          expect(sumTurns(turns, way.vertices)).toBe(way.ms)
          expect(new Set(way.vertices).size).toBe(way.vertices.length)
          expect(way.ms).toBeLessThanOrEqual(best.ms * 1.25)
          for (const known of ways.slice(0, at)) {
            const shared = way.vertices.filter((edge) => known.vertices.includes(edge))
            expect(timeOf(shared)).toBeLessThanOrEqual(0.8 * timeOf(known.vertices))
          }
        })
      }
      expect(found).toBeGreaterThan(30)
    })
  })
}
