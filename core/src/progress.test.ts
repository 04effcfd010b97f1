import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDestination, computePointAlong, encodePolyline, measureDistanceM, measureLengthM, type LatLng } from './geo.ts'
import {
  computeAheadS,
  cutWayAhead,
  followRoute,
  hasLeft,
  makeRouteLine,
  measureAheadM,
  startProgress,
  type CarFix,
  type Progress,
  type RouteLine,
} from './progress.ts'

const corner: LatLng = { lat: 57.7, lng: 11.97 }
const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)

const lineOf = (points: readonly LatLng[], metresPerS = 10): RouteLine => {
  const line = makeRouteLine({ polyline: encodePolyline(points), durationS: measureLengthM(points) / metresPerS })
  if (!line) throw new Error('a line')
  return line
}

/** Box-Muller transform of two fractions. */
const normal = (a: number, b: number): number => Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b)

const makeDice = (seed: number) => {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

const noisy = (point: LatLng, noiseM: number, dice: () => number): LatLng =>
  computeDestination(computeDestination(point, 90, noiseM * normal(dice(), dice())), 0, noiseM * normal(dice(), dice()))

type DriveOptions = { everyS?: number; noiseM?: number; seed?: number; metresPerS?: number; accuracyM?: number }

/** Positions along a line at an even pace, in order. */
const listFixes = (points: readonly LatLng[], options: DriveOptions = {}): CarFix[] => {
  const { everyS = 1, noiseM = 0, seed = 7, metresPerS = 10, accuracyM = 5 } = options
  const dice = makeDice(seed)
  const whole = measureLengthM(points)
  const fixes: CarFix[] = []
  for (let at = 0; at * metresPerS <= whole; at += everyS) {
    const found = computePointAlong(points, at * metresPerS)
    if (found) fixes.push({ ...noisy(found.point, noiseM, dice), at: at * 1000, accuracyM, heading: found.bearing })
  }
  return fixes
}

const followAll = (line: RouteLine, fixes: readonly CarFix[]): Progress[] => {
  let progress = startProgress(fixes[0]?.at ?? 0, null)
  return fixes.map((fix) => (progress = followRoute(line, progress, fix)))
}

const street = [spot(0, 0), spot(1000, 0), spot(1000, 800)]

describe('a car on its route', () => {
  it('comes on as it drives, and its time falls with what it drove', () => {
    const line = lineOf(street)
    const all = followAll(line, listFixes(street))
    all.forEach((progress, i) => {
      expect(progress.alongM).toBeCloseTo(i * 10, -1)
      expect(computeAheadS(line, progress)).toBeCloseTo(180 - i, -1)
    })
    expect(measureAheadM(line, all.at(-1) as Progress)).toBeLessThan(11)
  })
  it('never goes back whatever the noise, nor does its time grow, and it stays on its route', () => {
    const line = lineOf(street)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(1, 4),
        fc.constantFrom(3, 5, 10),
        (seed, everyS, noiseM) => {
          const fixes = listFixes(street, { seed, everyS, noiseM, accuracyM: noiseM })
          const all = followAll(line, fixes)
          let before = Number.POSITIVE_INFINITY
          all.forEach((progress, i) => {
            expect(hasLeft(progress, fixes[i]?.at ?? 0)).toBe(false)
            expect(measureAheadM(line, progress)).toBeLessThanOrEqual(before)
            before = measureAheadM(line, progress)
            expect(Math.abs(progress.alongM - i * everyS * 10)).toBeLessThan(12 + 5 * noiseM)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
  it('that stands in noise for ten minutes stays where it is, and its pace does not count as slow', () => {
    const line = lineOf(street)
    const dice = makeDice(3)
    const driven = listFixes(street).slice(0, 40)
    const stood = Array.from({ length: 600 }, (_, i): CarFix => ({
      ...noisy(spot(390, 0), 5, dice),
      at: 40_000 + i * 1000,
      accuracyM: 5,
    }))
    const last = followAll(line, [...driven, ...stood]).at(-1) as Progress
    expect(last.alongM).toBeGreaterThan(380)
    expect(last.alongM).toBeLessThan(420)
    expect(computeAheadS(line, last)).toBeLessThan(1.35 * 141)
  })
  it('that is as slow as a third less tells so with time, and not more than it can have learnt', () => {
    const line = lineOf(street)
    const fixes = listFixes(street, { metresPerS: 6.5 })
    const half = followAll(line, fixes)[Math.floor(fixes.length / 2)] as Progress
    const planned = measureAheadM(line, half) / 10
    expect(computeAheadS(line, half)).toBeGreaterThan(planned * 1.1)
    expect(computeAheadS(line, half)).toBeLessThan(planned * 1.54)
  })
  it('that was silent for a minute in a tunnel is found again further on', () => {
    const fixes = listFixes(street).filter(({ at }) => at < 30_000 || at > 90_000)
    const line = lineOf(street)
    const all = followAll(line, fixes)
    expect(all[30]?.alongM).toBeCloseTo(910, -1)
    expect(all.at(-1)?.strayedAt).toBeNull()
  })
  it('is not confused by a loop that passes the same place twice', () => {
    // round a block, then straight on across where it came from
    const loop = [spot(0, 0), spot(500, 0), spot(500, 200), spot(300, 200), spot(300, -400)]
    const line = lineOf(loop)
    followAll(line, listFixes(loop, { noiseM: 5 })).forEach((progress, i) => {
      expect(Math.abs(progress.alongM - i * 10)).toBeLessThan(35)
    })
  })
  it('that has to turn round on a road is on its way back only once it drives back', () => {
    const hairpin = [spot(0, 0), spot(600, 0), spot(600, 12), spot(0, 12)]
    const line = lineOf(hairpin)
    followAll(line, listFixes(hairpin, { noiseM: 5, everyS: 4 })).forEach((progress, i) => {
      expect(Math.abs(progress.alongM - i * 40)).toBeLessThan(45)
    })
  })
  it('takes no notice of positions from before', () => {
    const line = lineOf(street)
    const fixes = listFixes(street)
    const last = followAll(line, fixes.slice(0, 60)).at(-1) as Progress
    expect(followRoute(line, last, fixes[20] as CarFix)).toBe(last)
  })
})

/** When (s) a car that drives like this is recognised as having left the street; null if never. */
const secondsUntilLeft = (driven: readonly LatLng[], options: DriveOptions = {}): number | null => {
  const line = lineOf(street)
  const fixes = listFixes(driven, { noiseM: 5, ...options })
  const all = followAll(line, fixes)
  const at = all.findIndex((progress, i) => hasLeft(progress, fixes[i]?.at ?? 0))
  return at < 0 ? null : (fixes[at]?.at ?? 0) / 1000
}

describe('a car that has left its route', () => {
  it('is known to within seconds when it drives past its turn, or turns off', () => {
    for (const everyS of [1, 4]) {
      // it reaches the corner after 100 s
      expect(secondsUntilLeft([spot(0, 0), spot(1600, 0)], { everyS })).toBeLessThan(113)
      // it turns off at 400 m, after 40 s
      expect(secondsUntilLeft([spot(0, 0), spot(400, 0), spot(400, -600)], { everyS })).toBeLessThan(53)
      expect(secondsUntilLeft([spot(0, 0), spot(400, 0), spot(400, -600)], { everyS })).toBeGreaterThan(39)
    }
  })
  it('is known to when it turns back, or sets off the wrong way', () => {
    expect(secondsUntilLeft([spot(0, 0), spot(500, 0), spot(0, 0)])).toBeLessThan(62)
    expect(secondsUntilLeft([spot(0, 0), spot(-500, 0)])).toBeLessThan(14)
  })
  it('is known to on the other carriageway, by its heading', () => {
    expect(secondsUntilLeft([spot(500, 14), spot(0, 14)])).toBeLessThan(14)
  })
  it('has not left it for one position that strayed', () => {
    const fixes = listFixes(street, { noiseM: 3 })
    const strayed = fixes.map((fix, i) => (i === 50 ? { ...fix, ...spot(490, 70) } : fix))
    const all = followAll(lineOf(street), strayed)
    expect(all[50]?.strayedAt).toBe(50_000)
    expect(all.some((progress, i) => hasLeft(progress, i * 1000))).toBe(false)
    expect(all[51]?.strayedAt).toBeNull()
  })
})

describe('the way ahead', () => {
  it('begins where the car is, ends at the target and is as long as what is left', () => {
    const line = lineOf(street)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1800, noNaN: true }), (alongM) => {
        const progress = { ...startProgress(0, null), alongM }
        const way = cutWayAhead(line, progress)
        expect(measureLengthM(way)).toBeCloseTo(measureAheadM(line, progress), 0)
        expect(measureDistanceM(way.at(-1) as LatLng, spot(1000, 800))).toBeLessThan(2)
        expect(measureDistanceM(way[0] as LatLng, computePointAlong(line.points, alongM)?.point as LatLng)).toBeLessThan(2)
      }),
    )
  })
  it('takes as long as its own points say, where they do', () => {
    const polyline = encodePolyline(street)
    const timed = makeRouteLine({ polyline, durationS: 200, seconds: [0, 150, 200] })
    expect(computeAheadS(timed as RouteLine, { ...startProgress(0, null), alongM: 500 })).toBeCloseTo(125, 0)
    const even = makeRouteLine({ polyline, durationS: 180, seconds: [0, 1] })
    expect(computeAheadS(even as RouteLine, { ...startProgress(0, null), alongM: 500 })).toBeCloseTo(130, 0)
    expect(makeRouteLine({ polyline: '', durationS: 10 })).toBeNull()
  })
  it('of two points in one place is no way at all, and there is nothing left of it', () => {
    const line = lineOf([spot(0, 0), spot(0, 0)])
    const progress = followRoute(line, startProgress(0, null), { ...spot(3, 0), at: 1000 })
    expect([measureAheadM(line, progress), computeAheadS(line, progress), progress.strayedAt]).toEqual([0, 0, null])
  })
})
