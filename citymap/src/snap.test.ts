import { computeDestination, type LatLng, measureDistanceM, measureDistanceToSegmentM } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CitySource } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import { readShapePoint } from './graph.ts'
import { TAXI_PROFILE } from './profile.ts'
import { buildSnapIndex, makeSnapper, MAX_SNAP_M } from './snap.ts'
import { makeTown, TOWN_PLAN } from './town.ts'

const { graph } = buildGraph(makeTown(), TAXI_PROFILE)
const index = buildSnapIndex(graph)
const snapper = makeSnapper(graph, index)

const bruteForce = (point: LatLng): number => {
  let best = Number.POSITIVE_INFINITY
  for (const at of index.segmentShape)
    best = Math.min(best, measureDistanceToSegmentM(point, readShapePoint(graph, at), readShapePoint(graph, at + 1)))
  return best
}
const around = fc
  .tuple(fc.double({ min: 0, max: 360, noNaN: true }), fc.double({ min: 0, max: 1700, noNaN: true }))
  .map(([degrees, metres]) => computeDestination(TOWN_PLAN.centre, degrees, metres))

const line = (lat: number, tags: Record<string, string>): CitySource['features'][number] => ({
  type: 'Feature',
  properties: { highway: 'secondary', ...tags },
  geometry: {
    type: 'LineString',
    coordinates: [
      [11.9, 57.7],
      [11.9, lat],
      [11.93, lat],
      [11.93, 57.7],
    ],
  },
})

const makeCity = (...features: CitySource['features']) => {
  const { graph: built } = buildGraph({ type: 'FeatureCollection', features }, TAXI_PROFILE)
  return { graph: built, snapper: makeSnapper(built, buildSnapIndex(built)) }
}

const northOfTunnel = (metres: number): LatLng => computeDestination({ lat: 57.705, lng: 11.915 }, 0, metres)

describe('a snap', () => {
  it('is the nearest point of all roads', () => {
    fc.assert(
      fc.property(around, (point) => {
        const snap = snapper.snap(point)
        expect(snap.awayM).toBeCloseTo(bruteForce(point), 3)
        expect(measureDistanceM(point, snap.point)).toBeCloseTo(snap.awayM, 0)
        expect(snap.alongM).toBeGreaterThanOrEqual(0)
        expect(snap.alongM).toBeLessThanOrEqual(snap.lengthM)
      }),
    )
  })
  it('prefers a street to the tunnel right below', () => {
    const closing = line(57.7, { name: 'Base' })
    const tunnel = line(57.705, { name: 'Tunnel', tunnel: 'yes' })
    const { graph: city, snapper: over } = makeCity(closing, tunnel, line(57.7053, { name: 'Street' }))
    const snap = over.snap({ lat: 57.70502, lng: 11.915 })
    expect(city.names[city.pieceName[snap.piece] ?? -1]).toBe('Street')
  })
  it('takes a tunnel or a motorway up to the very limit: reluctance only chooses between roads', () => {
    const { graph: one, snapper: tunnelOnly } = makeCity(
      line(57.705, { name: 'Tunnel', tunnel: 'yes', highway: 'motorway', oneway: 'no' }),
    )
    const snap = tunnelOnly.snap(northOfTunnel(MAX_SNAP_M - 5))
    expect(one.names[one.pieceName[snap.piece] ?? -1]).toBe('Tunnel')
    expect(snap.awayM).toBeCloseTo(MAX_SNAP_M - 5, 0)
    expect(() => tunnelOnly.snap(northOfTunnel(MAX_SNAP_M + 5))).toThrow(/no road/)
  })
  it('prefers a tunnel to a street that is more than the reluctance further away', () => {
    const { graph: city, snapper: both } = makeCity(
      line(57.7, { name: 'Base' }),
      line(57.705, { name: 'Tunnel', tunnel: 'yes' }),
      line(57.706, { name: 'Street' }),
    )
    const nameAt = (metres: number) => {
      const { piece } = both.snap(northOfTunnel(metres))
      return city.names[city.pieceName[piece] ?? -1]
    }
    // the two are 111 m apart, and a tunnel counts as 60 m further away: they are equal 25 m from the tunnel
    expect([20, 30].map(nameAt)).toEqual(['Tunnel', 'Street'])
  })
  it.each(['motorway', 'motorway_link', 'trunk'])('prefers a street to a %s that is nearer by less than 30 m', (highway) => {
    const { graph: city, snapper: both } = makeCity(
      line(57.7, { name: 'Base' }),
      line(57.705, { name: 'Fast', highway, oneway: 'no' }),
      line(57.706, { name: 'Street' }),
    )
    const nameAt = (metres: number) => {
      const { piece } = both.snap(northOfTunnel(metres))
      return city.names[city.pieceName[piece] ?? -1]
    }
    // they are equal 41 m from the fast road
    expect([36, 46].map(nameAt)).toEqual(['Fast', 'Street'])
  })
  it('of nearly nothing but a latitude is refused', () => {
    expect(() => snapper.snap({ lat: 91, lng: 0 })).toThrow(/no road/)
    expect(() => snapper.snap({ lat: TOWN_PLAN.centre.lat, lng: TOWN_PLAN.centre.lng + 360 })).toThrow(/no road/)
  })
  it('to a filtered road finds that road or nothing', () => {
    const wanted = graph.names.indexOf('Oak Street')
    const isOak = (piece: number): boolean => graph.pieceName[piece] === wanted
    const found = snapper.findNearest(TOWN_PLAN.centre, 1000, isOak)
    expect(found?.awayM).toBeCloseTo(950, 0)
    expect(snapper.findNearest(TOWN_PLAN.centre, 900, isOak)).toBeNull()
  })
})

/** The distance of each piece. */
const nearestOfPieces = (point: LatLng): Map<number, number> => {
  const nearest = new Map<number, number>()
  index.segmentShape.forEach((at, segment) => {
    const piece = index.segmentPiece[segment] ?? -1
    const awayM = measureDistanceToSegmentM(point, readShapePoint(graph, at), readShapePoint(graph, at + 1))
    nearest.set(piece, Math.min(awayM, nearest.get(piece) ?? Number.POSITIVE_INFINITY))
  })
  return nearest
}

describe('the roads around a point', () => {
  it('are all within the limit, each once where it is nearest, the nearest first', () => {
    fc.assert(
      fc.property(around, fc.integer({ min: 20, max: 300 }), (point, maxM) => {
        const found = snapper.listAround(point, maxM, 1000)
        const within = [...nearestOfPieces(point)].filter(([, awayM]) => awayM <= maxM)
        expect(found.map(({ piece }) => piece).toSorted((a, b) => a - b)).toEqual(
          within.map(([piece]) => piece).toSorted((a, b) => a - b),
        )
        const aways = found.map(({ awayM }) => awayM)
        expect(aways).toEqual(aways.toSorted((a, b) => a - b))
        for (const { piece, awayM } of found) expect(awayM).toBeCloseTo(within.find(([one]) => one === piece)?.[1] ?? -1, 6)
      }),
    )
  })
  it('are at most as many as are asked for, and none far away', () => {
    const all = snapper.listAround(TOWN_PLAN.centre, 300, 1000)
    expect(all.length).toBeGreaterThan(3)
    expect(snapper.listAround(TOWN_PLAN.centre, 300, 3)).toEqual(all.slice(0, 3))
    expect(snapper.listAround(computeDestination(TOWN_PLAN.centre, 0, 50_000), 300, 3)).toEqual([])
  })
})
