// Measures routes through a metropolis, with turns and their restrictions, against NBA* of ngraph.path on the same roads without
// turns; and the travel times to a pickup for all drivers of the city at once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureDistanceM } from '@wayfare/core/geo'
import { makePathSearch, type PathSearch } from '@wayfare/citymap/ch-query'
import { GRAPH_FILE, HIERARCHY_FILE } from '@wayfare/citymap/dataset'
import { makeReachSearch } from '@wayfare/citymap/dijkstra'
import { countEdges, countOwnEdges, type Graph, measurePieceM } from '@wayfare/citymap/graph'
import { openCity } from '@wayfare/citymap/open-city'
import { decodeGraph, decodeHierarchy } from '@wayfare/citymap/stored'
import { makeTurns, type TurnTable } from '@wayfare/citymap/turns'
import createGraph from 'ngraph.graph'
import { nba } from 'ngraph.path'
import { listCities } from './city.ts'
import { compareTails, interleaveQuestions, type Measurement, type Row } from './measure.ts'
import { endOf, listPairs, startOf } from './route.ts'

const name = 'porto-metro'
/** The maximum considered for one booking (realtime/supply). */
const drivers = 1000
const withinS = 900
/** The targets for a metropolis: how many times as fast as the peer, and the time for all drivers (ms). */
const least = 40
const mostMs = 5

/** Junctions as nodes and roads as links: of two that join the same junctions the quicker one, as the library keeps one. */
const makePlainPeer = (graph: Graph) => {
  const mirror = createGraph<{ lat: number; lng: number }, number>()
  const quickest = new Map<string, number>()
  let speed = 0
  for (let edge = 0; edge < countOwnEdges(graph); edge++) {
    const [from, to, ms] = [graph.edgeFrom[edge] ?? 0, graph.edgeTo[edge] ?? 0, graph.edgeMs[edge] ?? 1]
    mirror.addNode(from, startOf(graph, edge))
    mirror.addNode(to, endOf(graph, edge))
    speed = Math.max(speed, measurePieceM(graph, graph.edgePiece[edge] ?? 0) / ms)
    const key = `${from} ${to}`
    if (from === to || (quickest.get(key) ?? Number.POSITIVE_INFINITY) <= ms) continue
    quickest.set(key, ms)
    mirror.addLink(from, to, ms)
  }
  return nba(mirror, {
    oriented: true,
    distance: (_from, _to, link) => link.data,
    heuristic: (from, to) => measureDistanceM(from.data, to.data) / speed,
  })
}

/**
 * The library hands out the nodes of a way, as our search does its edges. A whole route also snaps both ends, draws the line and
 * times it, and is held to the same.
 */
const bound = (row: Row): Row => ({
  ...row,
  isKept: false,
  ...(row.measure.endsWith('p50') && row.peer !== null ? { ceiling: row.peer / least } : {}),
})

/** Checks answers against Dijkstra, from `sources` edges to a hundred others each. */
const checkExact = (graph: Graph, turns: TurnTable, search: PathSearch, sources: number): number => {
  const reach = makeReachSearch(turns)
  const count = countEdges(graph)
  for (let i = 0; i < sources; i++) {
    const from = Math.floor((i * count) / sources)
    const exact = reach([{ vertex: from, ms: 0 }], Number.MAX_VALUE)
    for (let k = 0; k < 100; k++) {
      const to = (k * 7919 + i * 104_729) % count
      const ms = search([{ vertex: from, ms: 0 }], [{ vertex: to, ms: 0 }])?.ms ?? Number.POSITIVE_INFINITY
      if (ms !== exact.ms(to)) throw new Error(`from ${from} to ${to} is ${ms} ms here and ${exact.ms(to)} ms by Dijkstra`)
    }
  }
  return sources * 100
}

export const measureMetro = async (isQuick: boolean): Promise<Measurement> => {
  const found = listCities().find((city) => city.name === name)
  if (!found) {
    console.log(`metro: there is no extract ${name}.osm.pbf, so nothing is measured.`)
    return { rows: [] }
  }
  const city = openCity(found.dir)
  const graph = decodeGraph(readFileSync(join(found.dir, GRAPH_FILE)))
  const search = makePathSearch(decodeHierarchy(readFileSync(join(found.dir, HIERARCHY_FILE))))
  const exact = checkExact(graph, makeTurns(graph, city.manifest.profile), search, isQuick ? 20 : 50)
  console.log(`metro: ${exact} pairs answered as Dijkstra does.`)
  const peer = makePlainPeer(graph)
  const pairs = listPairs(graph, isQuick ? 100 : 300)
  const pairAt = (i: number) => pairs[i] as (typeof pairs)[number]
  const cars = listPairs(graph, drivers).map(({ points }) => points[0])
  const tails = await interleaveQuestions(isQuick ? 3 : 5, pairs.length, [
    { name: 'whole route', ask: (i) => void city.route(pairAt(i).points) },
    { name: 'search', ask: (i) => void search([{ vertex: pairAt(i).from, ms: 0 }], [{ vertex: pairAt(i).to, ms: 0 }]) },
    {
      name: 'NBA* without turns',
      ask: (i) => void peer.find(graph.edgeTo[pairAt(i).from] ?? 0, graph.edgeFrom[pairAt(i).to] ?? 0),
    },
    { name: 'drivers', ask: (i) => void city.matrix({ sources: cars, targets: [pairAt(i).points[1]], maxSeconds: withinS }) },
  ])
  const rows = ['whole route', 'search'].flatMap((ours) =>
    compareTails(tails, { figure: 'metro', title: ours, unit: 'ms', ours, peer: 'NBA* without turns' }),
  )
  const toPickup: Row = {
    figure: 'metro',
    measure: `${drivers} drivers to a pickup, ${withinS / 60} min, p50`,
    unit: 'ms',
    ours: tails('drivers')['p50'] ?? Number.NaN,
    peer: null,
    peerName: '',
    ratio: null,
    isKept: false,
    ceiling: mostMs,
  }
  return { rows: [...rows.map(bound), toPickup] }
}
