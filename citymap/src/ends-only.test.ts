import { computeDestination, decodePolyline, type LatLng } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import { buildHierarchy } from './ch-build.ts'
import type { CitySource, LineFeature, Position } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { makeMatrix } from './matrix.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeRouter } from './router.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import { makeTurns } from './turns.ts'

/** Metres east and north of a corner. */
const corner: LatLng = { lat: 41.15, lng: -8.61 }
const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)
const at = (east: number, north: number): Position => {
  const { lat, lng } = spot(east, north)
  return [lng, lat]
}
const way = (id: string, points: [number, number][], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  id,
  properties: { highway: 'residential', name: id, ...tags },
  geometry: { type: 'LineString', coordinates: points.map(([east, north]) => at(east, north)) },
})

/**
 * A main road that goes round (1200 m), a short cut in the middle of it (400 m) that is only for arrivals, with a court behind it that is
 * open to all but for the sign in front, and a cul-de-sac at both ends.
 */
const open = (sign: Record<string, string>) => {
  const source: CitySource = {
    type: 'FeatureCollection',
    features: [
      way('west', [
        [-200, 0],
        [0, 0],
      ]),
      way('round', [
        [0, 0],
        [0, 400],
        [400, 400],
        [400, 0],
      ]),
      way('east', [
        [400, 0],
        [600, 0],
      ]),
      way(
        'cut',
        [
          [0, 0],
          [200, 0],
          [400, 0],
        ],
        sign,
      ),
      way('court', [
        [200, 0],
        [200, -150],
      ]),
    ],
  }
  const { graph } = buildGraph(source, TAXI_PROFILE)
  const turns = makeTurns(graph, TAXI_PROFILE)
  const snapper = makeSnapper(graph, buildSnapIndex(graph))
  const router = makeRouter(graph, turns, buildHierarchy(turns), snapper)
  const matrix = makeMatrix(graph, turns, router, snapper)
  /** By each of the ways in which a time is told: a route, its line, pairs of the matrix and its search backwards. */
  const measure = (from: LatLng, to: LatLng) => {
    const { durationS, distanceM, seconds, polyline5 } = router.route([from, to])
    const pair = matrix({ sources: [from], targets: [to] })
    const reached = matrix({ sources: [from], targets: [to], maxSeconds: 400, linePoints: 50 })
    expect(decodePolyline(polyline5).length).toBe(seconds.length)
    expect(Math.abs((seconds.at(-1) ?? 0) - durationS)).toBeLessThanOrEqual(1)
    expect(Math.abs((pair.durationsS[0]?.[0] ?? -1) - durationS)).toBeLessThanOrEqual(1)
    expect(Math.abs((reached.durationsS[0]?.[0] ?? -1) - durationS)).toBeLessThanOrEqual(1)
    expect(Math.abs((reached.distancesM[0]?.[0] ?? -1) - distanceM)).toBeLessThanOrEqual(1)
    return { durationS, metres: Math.round(distanceM / 100) * 100, ways: router.listWays(from, to).length }
  }
  return { measure }
}

const [west, east, onCut, inCourt] = [spot(-100, 0), spot(500, 0), spot(100, 0), spot(200, -100)]

describe.each([
  ['access=destination', { access: 'destination' }],
  ['motor_vehicle=destination', { motor_vehicle: 'destination' }],
  ['access=customers', { access: 'customers' }],
  ['vehicle=destination;delivery', { vehicle: 'destination;delivery' }],
  ['access=no, motorcar=destination', { access: 'no', motorcar: 'destination' }],
])('a street with %s', (_sign, tags) => {
  const { measure } = open(tags)
  it('is not driven through', () => {
    expect(measure(west, east)).toMatchObject({ metres: 1400, ways: 1 })
  })
  it('is driven to, from and within, and so is what lies behind it, in the time that this takes', () => {
    const plain = open({})
    for (const [from, to] of [
      [west, onCut],
      [onCut, east],
      [west, inCourt],
      [inCourt, east],
      [onCut, inCourt],
      [inCourt, onCut],
    ] as const)
      expect(measure(from, to)).toEqual(plain.measure(from, to))
  })
})

const throughSigns: Record<string, string>[] = [
  {},
  { access: 'permissive' },
  { access: 'destination', motorcar: 'yes' },
  { bicycle: 'destination' },
]
it.each(throughSigns)('a street with %o is driven through', (tags) => {
  expect(open(tags).measure(west, east)).toMatchObject({ metres: 600 })
})
