import { computeDestination, decodePolyline, type LatLng, measureDistanceM, measureLengthM } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import { makePathSearch } from './ch-query.ts'
import { isCityError } from './city-error.ts'
import { makeDijkstra } from '../test/path-oracle.ts'
import { listEdgeEnds } from './edge-ends.ts'
import { buildGraph } from './graph-build.ts'
import { countEdges } from './graph.ts'
import { makeMatrix } from './matrix.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeDriveSearch, makeRouter } from './router.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import { makeTown, TOWN_PLAN } from './town.ts'
import { makeTurns } from './turns.ts'

const { graph } = buildGraph(makeTown(), TAXI_PROFILE)
const turns = makeTurns(graph, TAXI_PROFILE)
const hierarchy = buildHierarchy(turns)
const snapper = makeSnapper(graph, buildSnapIndex(graph))
const router = makeRouter(graph, turns, hierarchy, snapper)
const matrix = makeMatrix(graph, turns, router, snapper)
const endsOf = (point: LatLng) => listEdgeEnds(graph, snapper.snap(point))
const slowDrive = makeDriveSearch(graph, turns, makeDijkstra(turns))

/** The point `east` and `north` metres from the south-west corner of the town. */
const half = ((TOWN_PLAN.size - 1) * TOWN_PLAN.blockM) / 2
const corner = computeDestination(computeDestination(TOWN_PLAN.centre, 270, half), 180, half)
const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)
const anySpot = fc
  .tuple(fc.integer({ min: -50, max: 1950 }), fc.integer({ min: -50, max: 1950 }))
  .map(([east, north]) => spot(east, north))

const dearestTurnS = TAXI_PROFILE.junctionS + TAXI_PROFILE.turnS + TAXI_PROFILE.acrossS

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    return isCityError(error) ? error.code : String(error)
  }
}

describe('the hierarchy', () => {
  it('finds the same cost as Dijkstra between any two edges', () => {
    const search = makePathSearch(hierarchy)
    const oracle = makeDijkstra(turns)
    const edge = fc.integer({ min: 0, max: countEdges(graph) - 1 })
    fc.assert(
      fc.property(edge, edge, (from, to) => {
        const found = search([{ vertex: from, ms: 5 }], [{ vertex: to, ms: 7 }])
        expect(found?.ms).toBe(oracle([{ vertex: from, ms: 5 }], [{ vertex: to, ms: 7 }])?.ms)
        expect(found?.vertices[0]).toBe(from)
        expect(found?.vertices.at(-1)).toBe(to)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a route', () => {
  it('between any two points costs what Dijkstra says, and its line is as long as it says', () => {
    fc.assert(
      fc.property(anySpot, anySpot, (from, to) => {
        const route = router.route([from, to])
        const slow = slowDrive(endsOf(from), endsOf(to))
        expect(route.durationS).toBe(Math.round((slow?.ms ?? -1) / 1000))
        const line = decodePolyline(route.polyline5)
        expect(Math.abs(measureLengthM(line) - route.distanceM)).toBeLessThan(5 + route.distanceM * 0.02)
        expect(measureDistanceM(line[0] ?? from, route.snapped[0] ?? to)).toBeLessThan(2)
        expect(measureDistanceM(line.at(-1) ?? from, route.snapped[1] ?? from)).toBeLessThan(2)
      }),
      { numRuns: 300 },
    )
  })
  it('along one two-way street is as long as the street, both ways', () => {
    const [a, b] = [spot(100, 0), spot(800, 0)]
    expect(router.route([a, b]).distanceM).toBeCloseTo(700, -1)
    expect(router.route([b, a]).distanceM).toBeCloseTo(700, -1)
  })
  it('within one block is priced by the part that is driven', () => {
    const there = router.route([spot(120, 0), spot(150, 0)])
    expect(there.distanceM).toBe(30)
    expect(there.durationS).toBe(Math.round((30 / 45) * 3.6))
    expect(router.route([spot(150, 0), spot(120, 0)]).distanceM).toBe(30)
  })
  it('against a one-way street goes round the block', () => {
    // Row 6 is one-way to the east, row 3 to the west.
    expect(router.route([spot(210, 600), spot(290, 600)]).distanceM).toBe(80)
    expect(router.route([spot(290, 600), spot(210, 600)]).distanceM).toBeGreaterThan(300)
    expect(router.route([spot(290, 300), spot(210, 300)]).distanceM).toBe(80)
    expect(router.route([spot(210, 300), spot(290, 300)]).distanceM).toBeGreaterThan(300)
  })
  it('from a point to itself is empty but still a line', () => {
    const route = router.route([spot(150, 0), spot(150, 0)])
    expect(route).toMatchObject({ distanceM: 0, durationS: 0, approximate: false })
    expect(decodePolyline(route.polyline5).length).toBe(2)
  })
  it('through many points is the sum of its legs', () => {
    const points = [spot(0, 0), spot(500, 500), spot(1900, 0), spot(50, 1900)]
    const route = router.route(points)
    expect(route.legs.length).toBe(3)
    expect(route.snapped.length).toBe(4)
    expect(route.legs.reduce((sum, leg) => sum + leg.distanceM, 0)).toBe(route.distanceM)
    route.legs.forEach((leg, i) => {
      const pair = points.slice(i, i + 2)
      expect(router.route(pair)).toMatchObject(leg)
    })
  })
  it('tells the seconds to each point of its line, parts of streets and turns with them', () => {
    fc.assert(
      fc.property(anySpot, anySpot, (from, to) => {
        const { seconds, polyline5, durationS } = router.route([from, to])
        expect(seconds.length).toBe(decodePolyline(polyline5).length)
        expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
        expect(seconds[0]).toBeCloseTo(0)
        // if the way ends just after a turn, its last point is that of the junction, before the turn
        expect(seconds.at(-1)).toBeLessThanOrEqual(durationS + 0.6)
        expect(seconds.at(-1)).toBeGreaterThanOrEqual(durationS - 0.6 - dearestTurnS)
        expect(seconds.filter((s) => Math.abs(s * 10 - Math.round(s * 10)) > 1e-6)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
  it('tells them in the order of its legs, and the points of a drive are those of the route', () => {
    const [a, b, c] = [spot(120, 0), spot(820, 0), spot(820, 640)]
    const { seconds, legs, polyline5 } = router.route([a, b, c])
    const line = decodePolyline(polyline5)
    const middle = line.findIndex((point) => measureDistanceM(point, b) < 2)
    expect(middle).toBeGreaterThan(0)
    expect(Math.abs((seconds[middle] ?? -9) - (legs[0]?.durationS ?? 0))).toBeLessThanOrEqual(0.6)
    expect(Math.abs((seconds.at(-1) ?? -9) - (legs[0]?.durationS ?? 0) - (legs[1]?.durationS ?? 0))).toBeLessThanOrEqual(1.1)
    const drive = router.drive(endsOf(a), endsOf(b))
    const drawn = drive ? router.draw(drive) : []
    expect(measureLengthM(drawn)).toBeCloseTo(700, -1)
    expect([measureDistanceM(drawn[0] ?? c, a), measureDistanceM(drawn.at(-1) ?? c, b)].map(Math.round)).toEqual([0, 0])
  })
  it('begins with the seconds of turning round, where the car looks the other way', () => {
    const [a, b] = [spot(120, 0), spot(150, 0)]
    const [along, back] = [90, 270].map((heading) => router.route([{ ...a, heading }, b]))
    expect(along?.seconds[0]).toBe(0)
    expect(back?.durationS).toBeGreaterThan(along?.durationS ?? 0)
    expect(Math.abs((back?.seconds.at(-1) ?? -9) - (back?.durationS ?? 0))).toBeLessThanOrEqual(0.6)
  })
  it('takes 27 points and refuses 28, one or none', () => {
    const points = Array.from({ length: 28 }, (_, i) => spot(i * 60, i * 50))
    expect(router.route(points.slice(0, 27)).legs.length).toBe(26)
    expect(codeOf(() => router.route(points))).toBe('NO_ROUTE')
    expect(codeOf(() => router.route(points.slice(0, 1)))).toBe('NO_ROUTE')
  })
  it('refuses points out of the area and things that are no points', () => {
    expect(codeOf(() => router.route([spot(0, 0), spot(0, -1100)]))).toBe('OUT_OF_AREA')
    expect(codeOf(() => router.route([spot(0, 0), spot(0, -900)]))).toBe('none')
    expect(codeOf(() => router.route([spot(0, 0), { lat: Number.NaN, lng: 11 }]))).toBe('OUT_OF_AREA')
  })
})

describe('a matrix', () => {
  it('holds what the routes say, whichever way it was computed', () => {
    const places = Array.from({ length: 45 }, (_, i) => spot((i * 397) % 1900, (i * 811) % 1900))
    const targets = places.slice(0, 6)
    const backward = matrix({ sources: places, targets })
    const pairwise = matrix({ sources: places.slice(0, 30), targets })
    places.forEach((source, row) =>
      targets.forEach((target, column) => {
        const { durationS } = router.route([source, target])
        expect(Math.abs((backward.durationsS[row]?.[column] ?? -9) - durationS)).toBeLessThanOrEqual(1)
        if (row >= 30) return
        expect(pairwise.durationsS[row]?.[column]).toBe(durationS)
        expect(pairwise.distancesM[row]?.[column]).toBeCloseTo(router.route([source, target]).distanceM, 0)
      }),
    )
  })
  it('measures the distance of a drive that it times', () => {
    const answer = matrix({ sources: [spot(0, 0), spot(290, 600)], targets: [spot(700, 0), spot(210, 600)], maxSeconds: 400 })
    expect(answer.distancesM[0]?.[0]).toBeCloseTo(700, -1)
    expect(answer.distancesM[1]?.[1]).toBeCloseTo(router.route([spot(290, 600), spot(210, 600)]).distanceM, -1)
  })
  it('draws each way as its route is drawn, whichever way it was computed', () => {
    const places = Array.from({ length: 45 }, (_, i) => spot((i * 397) % 1900, (i * 811) % 1900))
    const target = spot(950, 930)
    const backward = matrix({ sources: places, targets: [target], linePoints: 60 })
    const pairwise = matrix({ sources: places.slice(0, 30), targets: [target], linePoints: 60 })
    places.forEach((source, row) => {
      const route = router.route([source, target])
      const lines = [backward, pairwise].flatMap(({ lines = [] }) => lines[row]?.[0] ?? [])
      expect(lines).toHaveLength(row < 30 ? 2 : 1)
      for (const line of lines) {
        const points = decodePolyline(line)
        expect(points.length).toBeLessThanOrEqual(60)
        // the end of one edge and the start of the next are a single point
        expect(points.filter((point, i) => i > 0 && measureDistanceM(point, points[i - 1] ?? point) === 0)).toEqual([])
        // of two equally quick ways either may be drawn
        expect(Math.abs(measureLengthM(points) - route.distanceM), `from ${row}`).toBeLessThan(0.02 * route.distanceM + 3)
        expect(measureDistanceM(points[0] ?? source, route.snapped[0] ?? source)).toBeLessThan(2)
        expect(measureDistanceM(points.at(-1) ?? source, route.snapped[1] ?? source)).toBeLessThan(2)
      }
    })
    expect(matrix({ sources: places, targets: [target] }).lines).toBeUndefined()
    expect(matrix({ sources: [spot(0, -5000)], targets: [target], linePoints: 60 }).lines).toEqual([[null]])
  })
  it('within a time limit holds the drives that keep to it, and no others', () => {
    const cars = Array.from({ length: 60 }, (_, i) => spot(((i * 397) % 3400) - 700, ((i * 811) % 3400) - 700))
    const target = spot(950, 950)
    for (const maxSeconds of [40, 120, 300]) {
      const { durationsS } = matrix({ sources: cars, targets: [target], maxSeconds })
      cars.forEach((car, i) => {
        const drive = router.drive(endsOf(car), endsOf(target))
        const isWithin = drive !== null && drive.ms <= maxSeconds * 1000
        expect(durationsS[i]?.[0] ?? null, `car ${i} within ${maxSeconds} s`).toBe(isWithin ? Math.round(drive.ms / 1000) : null)
      })
    }
  })
  it('gives null beyond the time limit and for points out of the area', () => {
    const sources = [spot(0, 0), spot(1900, 1900), spot(0, -5000)]
    const limited = matrix({ sources, targets: [spot(100, 0)], maxSeconds: 60 })
    expect(limited.durationsS.map(([cell]) => cell === null)).toEqual([false, true, true])
    expect(limited.distancesM.map(([cell]) => cell === null)).toEqual([false, true, true])
    expect(matrix({ sources: [], targets: [spot(0, 0)] })).toEqual({ durationsS: [], distancesM: [] })
  })
})
