import { computeDestination, measureLengthM, type LatLng } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import {
  everyTwentyMetres,
  open,
  corner,
  spot,
  spots,
  street,
  matchLine,
  metresOf,
  offRoadM,
  strayM,
} from '../test/match-town.ts'
import type { CitySource } from './geojson.ts'
import { TAXI_PROFILE } from './profile.ts'

describe('roads that only a map tells apart', () => {
  /** Round the circle from its western point, 20 m from the centre. */
  const ring = Array.from({ length: 25 }, (_, i) => computeDestination(spot(500, 500), 270 - i * 15, 20))
  const [west = corner, east = corner] = [ring[0], ring[12]]
  const roundabout = (points: readonly LatLng[]): CitySource => ({
    type: 'FeatureCollection',
    features: [street(points, { junction: 'roundabout' }), street([spot(0, 500), west]), street([east, spot(1000, 500)])],
  })

  it('drives through a roundabout the way round that is allowed, on the right and on the left', () => {
    for (const driveOnLeft of [false, true]) {
      const points = driveOnLeft ? ring.toReversed() : ring
      const { match, router } = open(roundabout(points), { ...TAXI_PROFILE, driveOnLeft })
      const [start, end] = [spot(10, 500), spot(990, 500)]
      const route = router.route([start, end])
      const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)
      const ways = seeds.map((seed) => matchLine(match, [start, ...points.slice(0, 13), end], everyTwentyMetres, seed))
      const right = ways.filter((way) => Math.abs(metresOf(way) / route.distanceM - 1) < 0.02 && offRoadM(way) === 0)
      expect(right.length).toBe(40)
    }
  })

  it.each([
    ['a private road', { access: 'private' }],
    ['a ferry', { highway: 'ferry', route: 'ferry' }],
  ])('follows the positions on %s, which nobody is led through', (_what, tags) => {
    const through = spots([100, 0], [400, 0], [400, 300], [100, 300])
    const { match } = open({
      type: 'FeatureCollection',
      features: [
        street(spots([0, 0], [400, 0], [1000, 0])),
        street(spots([0, 300], [400, 300], [1000, 300])),
        street(spots([1000, 0], [1000, 300])),
        street(through.slice(1, 3), tags),
      ],
    })
    const way = matchLine(match, through)
    expect(Math.abs(metresOf(way) / measureLengthM(through) - 1)).toBeLessThan(0.05)
    expect(offRoadM(way)).toBeGreaterThan(150)
    expect(strayM(way.line, through)).toBeLessThan(25)
  })

  it('does not take a forbidden turn, though the positions look like it', () => {
    const round = spots([500, 400], [0, 400], [0, 0])
    const ways = [spots([0, 0], [500, 0]), spots([500, 0], [500, 400]), round]
    const features = ways.map((points, i) => ({ ...street(points), id: ['west', 'north', 'round'][i] }))
    const { lng, lat } = spot(500, 0)
    const banned = { from: 'west', to: 'north', via: [lng, lat] as [number, number], isOnly: false, except: [] }
    const [free, held] = [[], [banned]].map((restrictions) => {
      const { match } = open({ type: 'FeatureCollection', features, restrictions })
      return offRoadM(matchLine(match, spots([10, 0], [500, 0], [500, 390])))
    })
    expect(free).toBe(0)
    expect(held).toBeGreaterThan(0)
  })

  it('drives round short legs, whether each position has noise of its own or it stays alike for a while', () => {
    const bends = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? [0, 60] : [60, 0]).map((up) => [400 + i * 60, up] as const))
    const serpentine = spots([100, 0], ...bends.flat(), [900, 0])
    const { match } = open({ type: 'FeatureCollection', features: [street(serpentine)] })
    const metres = measureLengthM(serpentine)
    for (const alikeS of [0, 30]) {
      const off = Array.from({ length: 20 }, (_, i) => {
        const way = matchLine(match, serpentine, { spacing: () => 8, noiseM: 10, alikeS }, i + 1)
        return Math.abs(metresOf(way) / metres - 1)
      })
      expect(off.toSorted((a, b) => a - b)[10], `alike for ${alikeS} s`).toBeLessThan(0.02)
    }
  })

  it('keeps to the carriageway that leads there, however the positions scatter', () => {
    const there = spots([0, 500], [1000, 500])
    const back = spots([1000, 512], [0, 512])
    const source: CitySource = {
      type: 'FeatureCollection',
      features: [
        street(there, { oneway: 'yes' }),
        street(back, { oneway: 'yes' }),
        street([...back.slice(0, 1), ...there.slice(1)]),
        street([...there.slice(0, 1), ...back.slice(1)]),
      ],
    }
    const { match } = open(source)
    const line = spots([20, 500], [980, 500])
    for (let seed = 1; seed <= 20; seed++) {
      const way = matchLine(match, line, { spacing: () => 25, noiseM: 8 }, seed)
      expect(Math.abs(metresOf(way) - 960), `seed ${seed}`).toBeLessThan(50)
      expect(strayM(way.line, line), `seed ${seed}`).toBeLessThan(25)
    }
  })
})
