import { computeDestination, interpolatePoint, type LatLng, measureDistanceM, measureLengthM } from '@wayfare/core/geo'
import { type DrivenFix, splitDrivenWay } from '@wayfare/core/driven'
import { measureStretch } from '@wayfare/core/matched'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { driveAlong, type DriveOptions, makeFractions } from '../test/noisy-drive.ts'
import { buildHierarchy } from './ch-build.ts'
import type { CitySource, LineFeature } from './geojson.ts'
import { buildGraph } from './graph-build.ts'
import type { MatchFix } from './match-places.ts'
import { makeMatch, type MatchedStretch } from './match.ts'
import { type Profile, TAXI_PROFILE } from './profile.ts'
import { makeRouter } from './router.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import { makeTown, TOWN_PLAN } from './town.ts'
import { makeTurns } from './turns.ts'

const open = (source: CitySource, profile: Profile = TAXI_PROFILE) => {
  const { graph } = buildGraph(source, profile)
  const turns = makeTurns(graph, profile)
  const snapper = makeSnapper(graph, buildSnapIndex(graph))
  const router = makeRouter(graph, turns, buildHierarchy(turns), snapper)
  const start = () => makeMatch(graph, turns, snapper, router)
  return { start, match: start(), router }
}

/** The point `east` and `north` metres from the south-west corner of the town. */
const half = ((TOWN_PLAN.size - 1) * TOWN_PLAN.blockM) / 2
const corner = computeDestination(computeDestination(TOWN_PLAN.centre, 270, half), 180, half)
const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)
const spots = (...places: readonly (readonly [number, number])[]): LatLng[] => places.map(([east, north]) => spot(east, north))

const street = (points: readonly LatLng[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', ...tags },
  geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat] as const) },
})

const town = open(makeTown())

const everyTwentyMetres: DriveOptions = { spacing: () => 20, noiseM: 5 }
const matchLine = (
  match: typeof town.match,
  line: readonly LatLng[],
  options = everyTwentyMetres,
  seed = 1859,
): MatchedStretch => {
  const fixes = driveAlong(line, options, makeFractions(seed))
  return match({ trip: null, stretches: [fixes] }).stretches[0] ?? { marks: [], line: [] }
}
const metresOf = ({ marks }: MatchedStretch): number => marks.at(-1)?.metres ?? Number.NaN
/** How much of it the map had no road for. */
const offRoadM = ({ marks }: MatchedStretch): number =>
  marks.reduce((sum, mark, i) => sum + (i > 0 && !mark.onRoad ? mark.metres - (marks[i - 1]?.metres ?? 0) : 0), 0)

/** The furthest that a point of the line lies from the way that was driven. */
const strayM = (line: readonly LatLng[], driven: readonly LatLng[]): number => {
  const dense = driven.slice(1).flatMap((to, i) => {
    const from = driven[i] ?? to
    const steps = Math.ceil(measureDistanceM(from, to) / 2)
    return Array.from({ length: steps + 1 }, (_, step) => interpolatePoint(from, to, step / Math.max(1, steps)))
  })
  return Math.max(...line.map((point) => Math.min(...dense.map((other) => measureDistanceM(point, other)))))
}

const anyFix = fc
  .record({
    east: fc.integer({ min: -300, max: 2200 }),
    north: fc.integer({ min: -300, max: 2200 }),
    wait: fc.integer({ min: 0, max: 40_000 }),
    accuracyM: fc.option(fc.double({ min: 0, max: 600, noNaN: true })),
    heading: fc.option(fc.integer({ min: 0, max: 360 })),
  })
  .map(({ east, north, ...rest }) => ({ ...spot(east, north), ...rest }))
const anyFixes = fc.array(anyFix, { minLength: 1, maxLength: 60 }).map((steps): MatchFix[] => {
  let at = 1_700_000_000_000
  return steps.map(({ wait, ...fix }) => ({ ...fix, at: (at += wait) }))
})

describe('matching', () => {
  it('answers for any positions: jumps, doubles, claims of any accuracy, off the map', () => {
    fc.assert(
      fc.property(fc.array(anyFixes, { minLength: 1, maxLength: 3 }), (stretches) => {
        const { stretches: ways, gaps } = town.match({ trip: null, stretches })
        expect(ways.length).toBe(stretches.length)
        expect(gaps.length).toBe(stretches.length - 1)
        for (const { marks, line } of ways) {
          expect(marks[0]?.metres).toBe(0)
          marks.forEach(({ metres, at }, i) => {
            expect(metres).toBeGreaterThanOrEqual(marks[i - 1]?.metres ?? 0)
            expect(at).toBeGreaterThanOrEqual(marks[i - 1]?.at ?? 0)
          })
          expect(line.every(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng))).toBe(true)
          expect(Math.abs(measureLengthM(line) - (marks.at(-1)?.metres ?? 0))).toBeLessThan(1 + measureLengthM(line) * 0.5)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('leaves what is billed within a tenth of the smoothed way, wherever close positions wander', () => {
    const step = fc.record({
      turn: fc.integer({ min: -180, max: 180 }),
      metres: fc.integer({ min: 0, max: 95 }),
      wait: fc.integer({ min: 2000, max: 15_000 }),
      accuracyM: fc.option(fc.integer({ min: 1, max: 60 })),
      heading: fc.option(fc.integer({ min: 0, max: 360 })),
    })
    const begin = fc.record({ east: fc.integer({ min: 0, max: 1900 }), north: fc.integer({ min: 0, max: 1900 }) })
    fc.assert(
      fc.property(begin, fc.array(step, { minLength: 2, maxLength: 80 }), ({ east, north }, steps) => {
        let [place, bearing, at] = [spot(east, north), 0, 1_700_000_000_000]
        const fixes = steps.map(({ turn, metres, wait, ...fix }): DrivenFix => {
          bearing += turn
          place = computeDestination(place, bearing, metres)
          return { ...place, ...fix, at: (at += wait) }
        })
        const parts = splitDrivenWay({ fixes, from: 0, until: at, start: null, end: null }) ?? []
        for (const part of parts) {
          if (part.kind === 'gap' || part.fixes.some((fix, i) => measureDistanceM(part.fixes[i - 1] ?? fix, fix) > 100)) continue
          const [matched] = town.match({ trip: null, stretches: [part.fixes] }).stretches
          const { metres, estimatedM } = measureStretch(part, matched?.marks ?? [])
          expect(estimatedM).toBe(0)
          expect(metres).toBeGreaterThanOrEqual(part.metres * 0.9 - 1e-6)
          expect(metres).toBeLessThanOrEqual(part.metres * 1.1 + 1e-6)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('gives the same answer whole and in pieces, however they are cut and whatever comes late', () => {
    const drive = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), noiseM: fc.constantFrom(0, 5, 10, 30) })
    const route = spots([30, 0], [500, 0], [500, 400], [900, 400], [900, 0], [1300, 0], [1300, 800], [520, 800])
    fc.assert(
      fc.property(drive, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), ({ seed, noiseM }, cuts) => {
        const fixes = driveAlong(route, { spacing: () => 15, noiseM }, makeFractions(seed))
        const grown = town.start()
        const late = Math.floor(fixes.length / 3)
        for (const cut of cuts.toSorted()) {
          const sofar = fixes.slice(0, 1 + Math.floor(cut * (fixes.length - 1))).filter((_, i) => i !== late)
          grown({ trip: 'trip', stretches: [sofar] })
        }
        expect(grown({ trip: 'trip', stretches: [fixes] })).toEqual(town.start()({ trip: null, stretches: [fixes] }))
      }),
      { numRuns: 60 },
    )
  })

  it('finds a drive again, round corners and with lights, whatever the noise', () => {
    const route = spots([20, 0], [500, 0], [500, 700], [1500, 700], [1500, 1500], [1000, 1500], [1000, 480])
    for (const noiseM of [0, 3, 5, 10])
      for (const alikeS of [0, 30]) {
        const options = { spacing: () => 20, noiseM, alikeS, lightS: () => 40 }
        const way = matchLine(town.match, route, options)
        const title = `${noiseM} m, alike for ${alikeS} s`
        expect(Math.abs(metresOf(way) / measureLengthM(route) - 1), title).toBeLessThan(0.015)
        expect(offRoadM(way), title).toBe(0)
        expect(strayM(way.line, route), title).toBeLessThan(40)
        expect(measureLengthM(way.line), title).toBeCloseTo(metresOf(way), -1)
      }
  })

  it('finds nothing driven by a car that stands', () => {
    for (const noiseM of [5, 10, 30]) {
      const dice = makeFractions(7)
      const stands = Array.from({ length: 600 }, (_, i): MatchFix => {
        const [noisy] = driveAlong(spots([410, 300], [411, 300]), { spacing: () => 1, noiseM }, dice)
        return { lat: noisy?.lat ?? 0, lng: noisy?.lng ?? 0, accuracyM: noiseM, at: i * 1000 }
      })
      const { stretches } = town.match({ trip: null, stretches: [stands] })
      expect(stretches[0]?.marks.at(-1)?.metres, `${noiseM} m`).toBeLessThan(noiseM)
    }
  })

  it('counts a loop round the block, as often as it is driven', () => {
    const block = [
      [500, 0],
      [500, 100],
      [400, 100],
      [400, 0],
    ] as const
    const route = spots([210, 0], ...block, ...block, [690, 0])
    expect(metresOf(matchLine(town.match, route))).toBeCloseTo(measureLengthM(route), -1.5)
  })

  it('counts a turn in the middle of a street', () => {
    const route = spots([0, 500], [850, 500], [120, 500])
    const way = matchLine(town.match, route)
    // the middles of the positions at both ends and at the turn
    expect(Math.abs(metresOf(way) - measureLengthM(route))).toBeLessThan(40)
    expect(measureLengthM(way.line)).toBeCloseTo(metresOf(way), -1)
  })

  it('believes the heading where the positions alone do not tell', () => {
    const [here = corner, there = corner] = spots([500, 450], [500, 900])
    const metres = [0, 180].map((heading) => {
      const stretches = [[{ ...here, at: 0, accuracyM: 10, heading }], [{ ...there, at: 90_000, accuracyM: 5 }]]
      return town.match({ trip: null, stretches }).gaps[0]?.metres
    })
    // on to the north, or to the south and round the block
    expect(metres[0]).toBeCloseTo(450, -1)
    expect(metres[1]).toBeGreaterThan(600)
  })

  it('follows the positions where the map has no road, and finds the road again', () => {
    const route = spots([200, 500], [480, 500], [430, 560], [470, 640], [560, 650], [600, 600], [900, 600])
    const lot = spots([600, -20], [600, -250], [800, -250], [800, -20])
    const ferry = [...spots([200, 0], [600, 0]), ...lot, ...spots([800, 0], [1200, 0])]
    const way = matchLine(town.match, ferry)
    expect(offRoadM(way)).toBeGreaterThan(500)
    expect(offRoadM(way)).toBeLessThan(900)
    expect(metresOf(way)).toBeGreaterThan(measureLengthM(ferry) * 0.97)
    expect(strayM(way.line, ferry)).toBeLessThan(40)
    expect(metresOf(matchLine(town.match, route))).toBeGreaterThan(measureLengthM(route) * 0.9)
  })

  it('leads over a gap by the quickest way, from where the car was to where it is seen again', () => {
    const before = driveAlong(spots([100, 500], [700, 500]), everyTwentyMetres, makeFractions(3))
    const after = driveAlong(spots([1300, 1000], [1700, 1000]), everyTwentyMetres, makeFractions(4))
    const later = after.map((fix) => ({ ...fix, at: fix.at + 300_000 }))
    const { gaps } = town.match({ trip: null, stretches: [before, later] })
    expect(gaps[0]?.metres).toBeCloseTo(1100, -2)
    expect(measureLengthM(gaps[0]?.line ?? [])).toBeCloseTo(gaps[0]?.metres ?? 0, 0)
    const nowhere = [{ ...computeDestination(corner, 225, 5000), at: 900_000_000_000_000, accuracyM: 5 }]
    expect(town.match({ trip: null, stretches: [before, nowhere] }).gaps).toEqual([null])
  })
})

describe('roads that only a map tells apart', () => {
  const ring = Array.from({ length: 25 }, (_, i) => computeDestination(spot(500, 500), 360 - i * 15, 20))
  const east = spots([0, 500], [480, 500])
  const west = spots([520, 500], [1000, 500])
  const roundabout = (points: readonly LatLng[]): CitySource => ({
    type: 'FeatureCollection',
    features: [
      street(points, { junction: 'roundabout' }),
      street([...east.slice(0, 1), points[18] ?? corner]),
      street([points[6] ?? corner, ...west.slice(1)]),
    ],
  })

  it('drives through a roundabout the way round that is allowed, on the right and on the left', () => {
    for (const driveOnLeft of [false, true]) {
      const points = driveOnLeft ? ring.toReversed() : ring
      const { match, router } = open(roundabout(points), { ...TAXI_PROFILE, driveOnLeft })
      const ends = spots([10, 500], [990, 500])
      const route = router.route(ends)
      const way = matchLine(match, [
        ...ends.slice(0, 1),
        ...spots([480, 500]),
        ...points.slice(6, 19),
        ...spots([520, 500]),
        ...ends.slice(1),
      ])
      expect(Math.abs(metresOf(way) / route.distanceM - 1)).toBeLessThan(0.1)
      expect(offRoadM(way)).toBe(0)
    }
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
