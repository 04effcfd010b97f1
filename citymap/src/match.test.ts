import { computeDestination, measureDistanceM, measureDistanceToSegmentM, measureLengthM, type LatLng } from '@wayfare/core/geo'
import { type DrivenFix, splitDrivenWay } from '@wayfare/core/driven'
import { measureStretch } from '@wayfare/core/matched'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  open,
  corner,
  spot,
  spots,
  street,
  town,
  everyTwentyMetres,
  matchLine,
  metresOf,
  offRoadM,
  strayM,
} from '../test/match-town.ts'
import { driveAlong, makeFractions } from '../test/noisy-drive.ts'
import type { MatchFix } from './match-places.ts'

const anyFix = fc
  .record({
    east: fc.integer({ min: -300, max: 2200 }),
    north: fc.integer({ min: -300, max: 2200 }),
    wait: fc.oneof(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 40_000 })),
    accuracyM: fc.option(fc.double({ min: 0, max: 600, noNaN: true })),
    heading: fc.option(fc.integer({ min: 0, max: 360 })),
    speed: fc.option(fc.double({ min: -10, max: 300 })),
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
      wait: fc.oneof(fc.integer({ min: 2000, max: 5000 }), fc.integer({ min: 2000, max: 15_000 })),
      accuracyM: fc.option(fc.integer({ min: 1, max: 60 })),
      heading: fc.option(fc.integer({ min: 0, max: 360 })),
      speed: fc.option(fc.integer({ min: 0, max: 100 })),
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
    const drive = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      noiseM: fc.constantFrom(0, 5, 10, 30),
      hasSpeed: fc.boolean(),
    })
    const route = spots([30, 0], [500, 0], [500, 400], [900, 400], [900, 0], [1300, 0], [1300, 800], [520, 800])
    fc.assert(
      fc.property(drive, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }), ({ seed, noiseM, hasSpeed }, cuts) => {
        const fixes = driveAlong(route, { spacing: () => 15, noiseM, hasSpeed }, makeFractions(seed))
        const grown = town.start()
        const late = Math.floor(fixes.length / 3)
        for (const percent of cuts.toSorted((a, b) => a - b)) {
          const sofar = fixes.slice(0, 1 + Math.floor((percent / 100) * (fixes.length - 1))).filter((_, i) => i !== late)
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
    // lengths between the means of the positions at both ends and at the turn
    expect(Math.abs(metresOf(way) - measureLengthM(route))).toBeLessThan(40)
    expect(measureLengthM(way.line)).toBeCloseTo(metresOf(way), -1)
  })

  it('believes the heading where the positions alone do not tell', () => {
    const [here = corner, there = corner] = spots([500, 450], [500, 900])
    const metres = [0, 180].map((heading) => {
      const stretches = [[{ ...here, at: 0, accuracyM: 10, heading }], [{ ...there, at: 90_000, accuracyM: 5 }]]
      return town.match({ trip: null, stretches }).gaps[0]?.metres
    })
    // north, or south and then round the block
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

  it('is final after 120 positions, whatever the later ones say', () => {
    const [near, far] = [0, 12].map((north) => Array.from({ length: 40 }, (_, i) => spot(i * 250, north))) as [LatLng[], LatLng[]]
    const { match } = open({
      type: 'FeatureCollection',
      features: [street(near), street(far), street([...near.slice(-1), ...far.slice(-1)])],
    })
    // hardly nearer to one street at first, clearly on the other later
    const fixes = Array.from({ length: 330 }, (_, i): MatchFix => {
      return { ...spot(20 + i * 25, i < 140 ? 5.8 : 12), at: i * 2000, accuracyM: 5 }
    })
    const awayM = (point: LatLng | undefined): number =>
      point ? measureDistanceToSegmentM(point, near[0] ?? point, near[20] ?? point) : Number.NaN
    const startOf = (count: number): LatLng | undefined =>
      match({ trip: null, stretches: [fixes.slice(0, count)] }).stretches[0]?.line[0]
    expect(awayM(startOf(130))).toBeLessThan(1)
    expect(startOf(330)).toEqual(startOf(130))
    // while it is undecided, later positions count
    const soon = [...fixes.slice(80, 140), ...fixes.slice(140, 190)]
    expect(awayM(match({ trip: null, stretches: [soon] }).stretches[0]?.line[0])).toBeGreaterThan(11)
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
