import { computeDestination, decodePolyline, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import type { LineFeature } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { makeMatrix } from './matrix.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeRouter } from './router.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import { findStartPlace } from './start-place.ts'
import { makeTurns } from './turns.ts'

const corner: LatLng = { lat: 57.7, lng: 11.97 }
/** The point this many metres east and north of the corner. */
const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)

const way = (name: string, points: readonly LatLng[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'primary', name, ...tags },
  geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat] as const) },
})

/** A divided road of 1 km, its carriageways 14 m apart and joined at both ends; a normal street continues north. */
const { graph } = buildGraph(
  {
    type: 'FeatureCollection',
    features: [
      way('East', [spot(0, 0), spot(1000, 0)], { oneway: 'yes' }),
      way('West', [spot(1000, 14), spot(0, 14)], { oneway: 'yes' }),
      way('Joint', [spot(0, 14), spot(0, 0)]),
      way('Other joint', [spot(1000, 0), spot(1000, 14)]),
      way('North', [spot(1000, 14), spot(1000, 1000)], { highway: 'residential' }),
    ],
  },
  TAXI_PROFILE,
)
const turns = makeTurns(graph, TAXI_PROFILE)
const snapper = makeSnapper(graph, buildSnapIndex(graph))
const router = makeRouter(graph, turns, buildHierarchy(turns), snapper)
const matrix = makeMatrix(graph, turns, router, snapper)
const nameOf = (edge: number): string => graph.names[graph.pieceName[graph.edgePiece[edge] ?? -1] ?? -1] ?? ''

describe('a car', () => {
  it('is on the carriageway that leads its way, though the other one may be nearer', () => {
    const between = spot(500, 9)
    const namesAt = (heading: number | null) =>
      findStartPlace(graph, snapper, { ...between, heading }).ends.map(({ edge }) => nameOf(edge))
    expect([namesAt(90), namesAt(270), namesAt(null)]).toEqual([['East'], ['West'], ['West']])
  })
  it('in a street of both directions sets off the way it faces, and turns round for a price', () => {
    const start = findStartPlace(graph, snapper, { ...spot(1004, 300), heading: 10 })
    expect(start.ends.map(({ turnMs }) => turnMs)).toEqual([undefined, 40_000])
    const [north, south] = [0, 180].map((heading) => router.route([{ ...spot(1000, 300), heading }, spot(1000, 600)]))
    expect((south?.durationS ?? 0) - (north?.durationS ?? 0)).toBe(40)
  })
  it('whose heading fits no road near it, or that is far from all, still gets a way', () => {
    const off = router.route([{ ...spot(500, 200), heading: 0 }, spot(1000, 600)])
    expect(off.distanceM).toBeGreaterThan(900)
    expect(() => router.route([{ ...spot(500, 5000), heading: 0 }, spot(1000, 600)])).toThrow(/no road/)
  })
})

it('the wrong side of a divided road costs its way round, in routes and in matrices of both kinds', () => {
  const target = spot(900, 0)
  const near = spot(880, 6)
  const cars = [
    { ...near, heading: 90 },
    { ...near, heading: 270 },
  ]
  const [right, wrong] = cars.map((car) => router.route([car, target]))
  expect(right?.distanceM).toBeCloseTo(20, -1)
  expect(wrong?.distanceM).toBeCloseTo(880 + 14 + 900, -1)
  for (const maxSeconds of [400, 4000]) {
    const { durationsS, distancesM } = matrix({ sources: cars, targets: [target], maxSeconds })
    expect(durationsS.map(([cell]) => cell)).toEqual([right?.durationS, wrong?.durationS])
    expect(Math.abs((distancesM[1]?.[0] ?? 0) - (wrong?.distanceM ?? 0))).toBeLessThanOrEqual(1)
  }
})

it('the points of a route say when they are passed: never back, turns included, the last one at its end', () => {
  const route = router.route([{ ...spot(880, 6), heading: 270 }, spot(1000, 700)])
  const line = decodePolyline(route.polyline5)
  expect(route.seconds).toHaveLength(line.length)
  expect(route.seconds[0]).toBe(0)
  route.seconds.slice(1).forEach((s, i) => expect(s).toBeGreaterThanOrEqual(route.seconds[i] ?? 0))
  expect(route.seconds.at(-1)).toBeCloseTo(route.durationS, 0)
  // 880 m of a primary road come before the first corner
  const atCorner = line.findIndex((point) => measureDistanceM(point, spot(0, 14)) < 3)
  expect(route.seconds[atCorner]).toBeCloseTo((880 / TAXI_PROFILE.speeds['primary']!) * 3.6, 0)
})
