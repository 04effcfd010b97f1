// Routes between points: snaps them, searches the hierarchy edge to edge, and cuts the first and last edge at the points.
import type { LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import type { Hierarchy } from './ch-build.ts'
import { makeAlternatives, nameWays } from './alternatives.ts'
import { makeHierarchySearch, type Path, type PathSearch, type Seed } from './ch-query.ts'
import { makeCityError } from './city-error.ts'
import { type DrivenEdges, makeLineWriter, makePointLister, type RoadPath } from './drive-line.ts'
import { computeRestMs, type EdgeEnd, listArrivals } from './edge-ends.ts'
import { type Graph, measurePieceM } from './graph.ts'
import type { Snapper } from './snap.ts'
import { type CarPlace, findStartPlace } from './start-place.ts'
import { makeStepLister } from './steps.ts'
import { sumEntriesMs, type TurnTable } from './turns.ts'

type Leg = { distanceM: number; durationS: number }

/**
 * A drive through all points: whole metres and seconds, the line as a polyline of precision 5, one leg between each two points,
 * and each point snapped to the road. `seconds`: from the start to each point of the line. `steps` of all legs, if requested.
 * `approximate` is always false: this router never guesses.
 */
export type Route = Leg & {
  polyline5: string
  seconds: number[]
  legs: Leg[]
  snapped: LatLng[]
  steps?: RouteStep[]
  approximate: false
}

/** An alternative to offer: `via` is the street that best describes it, empty if none has a name. */
export type NamedWay = Leg & { polyline5: string; via: string }

export type RouteOptions = { steps?: boolean }

const driveMetres = (lengths: Float64Array, edges: readonly number[], from: number, to: number): number => {
  let metres = 0
  for (const edge of edges) metres += lengths[edge]
  return Math.max(0, metres - from * lengths[edges[0]] - (1 - to) * lengths[edges[edges.length - 1]])
}

/**
 * Creates the query for a drive between two places on the road, and translates the resulting path. A target behind the source on
 * a one-way edge is reached by driving round: the search then starts from the edges that follow the source's, because it cannot
 * return to the vertex it started from.
 */
const makeDriveQuestion = (graph: Graph, turns: TurnTable) => {
  const lengths = Float64Array.from(graph.edgePiece, (piece) => measurePieceM(graph, piece))
  const startSeeds = (sources: readonly EdgeEnd[], targets: readonly EdgeEnd[]) => {
    const seeds: Seed[] = []
    const origin = new Map<number, { ms: number; edge: number }>()
    const add = (vertex: number, ms: number, edge: number): void => {
      const known = origin.get(vertex)
      if (known && known.ms <= ms) return
      origin.set(vertex, { ms, edge })
      seeds.push({ vertex, ms })
    }
    for (const source of sources) {
      const rest = computeRestMs(graph, source)
      const isBehind = targets.some((target) => target.edge === source.edge && target.share < source.share)
      if (!isBehind) add(source.edge, rest, source.edge)
      else
        for (let arc = turns.start[source.edge]; arc < turns.start[source.edge + 1]; arc++)
          add(turns.to[arc], rest + turns.ms[arc], source.edge)
    }
    return { seeds, origin }
  }
  return (sources: readonly EdgeEnd[], places: readonly EdgeEnd[]) => {
    const targets = listArrivals(graph, places)
    // A path includes its whole last edge; the offset keeps the seeds that subtract the rest of it from being negative.
    const offset = Math.max(...targets.map((end) => graph.edgeMs[end.edge]))
    const { seeds, origin } = startSeeds(sources, targets)
    const toDrive = (path: Path): RoadPath => {
      const start = origin.get(path.vertices[0])?.edge ?? path.vertices[0]
      const edges = start === path.vertices[0] ? path.vertices : [start, ...path.vertices]
      const source = sources.find((end) => end.edge === start)
      const from = source?.share ?? 0
      const to = targets.find((end) => end.edge === edges[edges.length - 1])?.share ?? 1
      const metres = driveMetres(lengths, edges, from, to)
      return {
        ms: Math.max(0, path.ms - offset - sumEntriesMs(turns, edges)),
        metres,
        edges,
        from,
        to,
        turnMs: source?.turnMs ?? 0,
      }
    }
    const ends = targets.map((end): Seed => ({ vertex: end.edge, ms: offset - computeRestMs(graph, end) }))
    return { seeds, ends, offset, toDrive }
  }
}

/** A search between two places on the road over any path search (the hierarchy, or Dijkstra in tests). null: no way. @internal */
export const makeDriveSearch = (graph: Graph, turns: TurnTable, search: PathSearch) => {
  const makeQuestion = makeDriveQuestion(graph, turns)
  return (sources: readonly EdgeEnd[], places: readonly EdgeEnd[]): RoadPath | null => {
    const { seeds, ends, toDrive } = makeQuestion(sources, places)
    const path = search(seeds, ends)
    return path && toDrive(path)
  }
}

export type Router = {
  /**
   * Drives through 2 to 27 points in the given order, starting in the direction the car is heading. Throws OUT_OF_AREA for a
   * point without a road within 1 km and NO_ROUTE if the points cannot be connected (or are fewer than 2 or more than 27).
   */
  route: (points: readonly CarPlace[], options?: RouteOptions) => Route
  /** The quickest way between two points, and up to two others that are nearly as good. Throws like `route`. */
  listWays: (from: LatLng, to: LatLng) => NamedWay[]
  /** The drive between two places on the road, each in one or both of its directions; null if there is none. */
  drive: (sources: readonly EdgeEnd[], targets: readonly EdgeEnd[]) => RoadPath | null
  /** The points of a drive. */
  draw: (drive: DrivenEdges) => LatLng[]
}

const MAX_ROUTE_POINTS = 27

/** A router over an opened graph and its hierarchy. */
export const makeRouter = (graph: Graph, turns: TurnTable, hierarchy: Hierarchy, snapper: Snapper): Router => {
  const search = makeHierarchySearch(hierarchy)
  const makeQuestion = makeDriveQuestion(graph, turns)
  const listOthers = makeAlternatives(graph, turns, search)
  const drive = makeDriveSearch(graph, turns, search.find)
  const listSteps = makeStepLister(graph, turns)
  const line = makeLineWriter(graph, turns)
  return {
    drive,
    draw: makePointLister(graph).list,
    listWays: (from, to) => {
      const places = [from, to].map((point) => findStartPlace(graph, snapper, point))
      const { seeds, ends, offset, toDrive } = makeQuestion(places[0].ends, places[1].ends)
      const best = search.find(seeds, ends)
      if (!best) throw makeCityError('NO_ROUTE', 'no drivable way leads from one point to the other')
      const drives = [best, ...listOthers(seeds, ends, best, offset + sumEntriesMs(turns, best.vertices))].map(toDrive)
      const names = nameWays(
        graph,
        drives.map(({ edges }) => edges),
      )
      return drives.map((found, i) => {
        line.begin()
        line.add(found)
        const { polyline5 } = line.tell()
        return { distanceM: Math.round(found.metres), durationS: Math.round(found.ms / 1000), polyline5, via: names[i] }
      })
    },
    route: (points, { steps: areStepsWanted = false } = {}) => {
      if (points.length < 2 || points.length > MAX_ROUTE_POINTS)
        throw makeCityError('NO_ROUTE', `a route takes 2 to ${MAX_ROUTE_POINTS} points`)
      const places = points.map(({ lat, lng, heading }, i) =>
        findStartPlace(graph, snapper, i === 0 ? { lat, lng, heading } : { lat, lng }),
      )
      line.begin()
      const steps: RouteStep[] = []
      const legs = places.slice(1).map((target, i): Leg => {
        const found = drive(places[i].ends, target.ends)
        if (!found) throw makeCityError('NO_ROUTE', `no drivable way leads from point ${i} to point ${i + 1}`)
        const ends = line.add(found)
        if (areStepsWanted) steps.push(...listSteps({ ...found, end: points[i + 1] }, ends))
        return { distanceM: Math.round(found.metres), durationS: Math.round(found.ms / 1000) }
      })
      return {
        distanceM: legs.reduce((sum, leg) => sum + leg.distanceM, 0),
        durationS: legs.reduce((sum, leg) => sum + leg.durationS, 0),
        ...line.tell(),
        legs,
        snapped: places.map(({ point }) => point),
        ...(areStepsWanted ? { steps } : {}),
        approximate: false,
      }
    },
  }
}
