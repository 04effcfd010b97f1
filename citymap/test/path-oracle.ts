// What the hierarchy is compared with: a search that needs no hierarchy.
import type { PathSearch } from '../src/ch-query.ts'
import { makeReachSearch } from '../src/dijkstra.ts'
import type { TurnTable } from '../src/turns.ts'

/** The same question as the hierarchy answers, answered the slow and certain way. */
export const makeDijkstra = (turns: TurnTable): PathSearch => {
  const search = makeReachSearch(turns)
  return (from, to) => {
    const reach = search(from, Number.MAX_VALUE)
    let best = Number.POSITIVE_INFINITY
    let end = -1
    for (const seed of to) {
      if (reach.ms(seed.vertex) + seed.ms >= best) continue
      best = reach.ms(seed.vertex) + seed.ms
      end = seed.vertex
    }
    if (end < 0) return null
    const vertices: number[] = []
    for (let vertex = end; vertex >= 0; vertex = reach.before(vertex)) vertices.push(vertex)
    return { ms: best, vertices: vertices.toReversed() }
  }
}
