// Routes across Gothenburg: our hierarchy against NBA* of ngraph.path, between the same places on the same graph.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { interpolatePoint, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { makePathSearch } from '@wayfare/citymap/ch-query'
import { startCity } from '@wayfare/citymap/city'
import { GRAPH_FILE, HIERARCHY_FILE } from '@wayfare/citymap/dataset'
import { countEdges, readShapePoint, type Graph } from '@wayfare/citymap/graph'
import { openCity } from '@wayfare/citymap/open-city'
import { decodeGraph, decodeHierarchy } from '@wayfare/citymap/stored'
import { makeTurns, type TurnTable } from '@wayfare/citymap/turns'
import createGraph from 'ngraph.graph'
import { nba } from 'ngraph.path'
import { prepareCity } from './city.ts'
import { compareTails, computeTails, interleaveQuestions, makeDice, type Measurement, type Row } from './measure.ts'

/** Two directed edges of the road graph, and their midpoints. */
type Pair = { from: number; to: number; points: [LatLng, LatLng] }

type Oracle = { find: (from: number, to: number) => number[]; msOf: (path: readonly number[]) => number }

const shapeEnds = (graph: Graph, edge: number): [number, number] => {
  const piece = graph.edgePiece[edge] ?? 0
  return [graph.pieceShape[piece] ?? 0, (graph.pieceShape[piece + 1] ?? 1) - 1]
}

/** Returns the point at which an edge is entered. */
export const startOf = (graph: Graph, edge: number): LatLng =>
  readShapePoint(graph, shapeEnds(graph, edge)[graph.edgeBack[edge] === 1 ? 1 : 0])

export const endOf = (graph: Graph, edge: number): LatLng =>
  readShapePoint(graph, shapeEnds(graph, edge)[graph.edgeBack[edge] === 1 ? 0 : 1])

const middleOf = (graph: Graph, edge: number): LatLng => {
  const [first, last] = shapeEnds(graph, edge)
  const at = (first + last) >> 1
  return interpolatePoint(readShapePoint(graph, at), readShapePoint(graph, Math.min(last, at + 1)), 0.5)
}

/** Lists `count` pairs of edges, the same ones each time. */
export const listPairs = (graph: Graph, count: number): Pair[] => {
  const dice = makeDice(2016)
  const anyEdge = (): number => Math.floor(dice() * countEdges(graph))
  return Array.from({ length: count }, () => {
    const [from, to] = [anyEdge(), anyEdge()]
    return { from, to, points: [middleOf(graph, from), middleOf(graph, to)] }
  })
}

/** The highest speed of any arc (m/ms): with it, the straight line never overestimates, so NBA* also finds the best route. */
const topSpeed = (graph: Graph, turns: TurnTable): number => {
  let most = 0
  for (let edge = 0; edge < countEdges(graph); edge++)
    for (let arc = turns.start[edge] ?? 0; arc < (turns.start[edge + 1] ?? 0); arc++) {
      const metres = measureDistanceM(endOf(graph, edge), endOf(graph, turns.to[arc] ?? 0))
      most = Math.max(most, metres / Math.max(1, turns.ms[arc] ?? 1))
    }
  return most
}

/** The same arcs, costs and turns as a graph of ngraph; a node is an edge of the road graph and lies at its end. */
const makeOracle = (graph: Graph, turns: TurnTable): Oracle => {
  const mirror = createGraph<LatLng, number>()
  for (let edge = 0; edge < countEdges(graph); edge++) mirror.addNode(edge, endOf(graph, edge))
  for (let edge = 0; edge < countEdges(graph); edge++)
    for (let arc = turns.start[edge] ?? 0; arc < (turns.start[edge + 1] ?? 0); arc++)
      mirror.addLink(edge, turns.to[arc] ?? 0, turns.ms[arc] ?? 0)
  const speed = topSpeed(graph, turns)
  const finder = nba(mirror, {
    oriented: true,
    distance: (_from, _to, link) => link.data,
    heuristic: (from, to) => measureDistanceM(from.data, to.data) / speed,
  })
  const sum = (path: readonly number[]): number =>
    path.slice(1).reduce((ms, node, i) => ms + (mirror.getLink(path[i] ?? -1, node)?.data ?? Number.NaN), 0)
  return {
    find: (from, to) => finder.find(from, to).map(({ id }) => Number(id)),
    // the library returns its paths from end to start
    msOf: (path) => (Number.isNaN(sum(path)) ? sum(path.toReversed()) : sum(path)),
  }
}

/** Both must answer the same question: equal costs on a sample, or the comparison means nothing. */
const checkSame = (pairs: readonly Pair[], oracle: Oracle, msBetween: (from: number, to: number) => number): void => {
  for (const { from, to } of pairs) {
    const [ours, theirs] = [msBetween(from, to), oracle.msOf(oracle.find(from, to))]
    if (ours !== theirs) throw new Error(`from ${from} to ${to} is ${ours} ms here and ${theirs} ms by NBA*`)
  }
}

const timeThread = async (dataDir: string, pairs: readonly Pair[]): Promise<Row[]> => {
  const city = startCity({ dataDir })
  try {
    await city.ready
    const times: number[] = []
    for (const { points } of [...pairs.slice(0, 100), ...pairs]) {
      const since = performance.now()
      await city.route(points)
      times.push(performance.now() - since)
    }
    const tails = computeTails(times.slice(100))
    const row = { figure: 'route', unit: 'ms', peer: null, peerName: '', ratio: null, isKept: false }
    return ['p50', 'p99'].map((measure) => ({
      ...row,
      measure: `route over the thread ${measure}`,
      ours: tails[measure] ?? Number.NaN,
    }))
  } finally {
    await city.close()
  }
}

export const measureRoute = async (isQuick: boolean): Promise<Measurement> => {
  const { dataDir, dir, manifest } = prepareCity()
  const city = openCity(dir)
  const graph = decodeGraph(readFileSync(join(dir, GRAPH_FILE)))
  const turns = makeTurns(graph, manifest.profile)
  const search = makePathSearch(decodeHierarchy(readFileSync(join(dir, HIERARCHY_FILE))))
  const oracle = makeOracle(graph, turns)
  const find = (from: number, to: number) => search([{ vertex: from, ms: 0 }], [{ vertex: to, ms: 0 }])
  const pairs = listPairs(graph, isQuick ? 100 : 300)
  checkSame(pairs.slice(0, 20), oracle, (from, to) => find(from, to)?.ms ?? Number.NaN)

  const pairAt = (i: number): Pair => pairs[i] as Pair
  const tails = await interleaveQuestions(isQuick ? 3 : 7, pairs.length, [
    { name: 'whole route', ask: (i) => void city.route(pairAt(i).points) },
    { name: 'search', ask: (i) => void find(pairAt(i).from, pairAt(i).to) },
    { name: 'NBA*', ask: (i) => void oracle.find(pairAt(i).from, pairAt(i).to) },
  ])
  const rows = ['whole route', 'search'].flatMap((ours) =>
    compareTails(tails, { figure: 'route', title: ours, unit: 'ms', ours, peer: 'NBA*', isOfCaches: true }),
  )
  const sizes = Object.entries(manifest.files)
    .filter(([name]) => /\.(bin|pmtiles)$/.test(name))
    .map(([name, { bytes }]) => ({ name: `map ${name}`, bytes }))
  return { rows: [...rows, ...(await timeThread(dataDir, pairs))], sizes }
}
