import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canHaveDriven,
  computeMostMetres,
  findLateStart,
  findSilence,
  splitDrivenWay,
  type DrivenFix,
  type DrivenPart,
} from './driven.ts'
import { computeDestination, measureDistanceM } from './geo.ts'

type TripTrack = Parameters<typeof splitDrivenWay>[0]

const start = { lat: 57.7, lng: 11.97 }
const since = 1_700_000_000_000

/** A position this many metres east and north of the start, this many seconds after it. */
const fixAt = (seconds: number, east: number, north = 0, accuracyM: number | null = 5): DrivenFix => {
  const place = computeDestination(computeDestination(start, 90, east), 0, north)
  return { ...place, at: since + seconds * 1000, accuracyM }
}

const track = (fixes: readonly DrivenFix[], more: Partial<TripTrack> = {}): TripTrack => ({
  fixes,
  from: since,
  until: Math.max(since, ...fixes.map(({ at }) => at)),
  start: null,
  end: null,
  ...more,
})

const measured = (parts: readonly DrivenPart[] | null): number =>
  (parts ?? []).reduce((sum, part) => sum + (part.kind === 'measured' ? part.metres : 0), 0)
const gapsOf = (parts: readonly DrivenPart[] | null) => (parts ?? []).flatMap((part) => (part.kind === 'gap' ? [part] : []))

/** Deterministic scatter like the noise of a phone. */
const scatter = (i: number, metres: number): number =>
  metres * (Math.sin(i * 12.9898) + Math.sin(i * 78.233) + Math.sin(i * 37.719))

const every = (seconds: number, count: number, place: (i: number) => [east: number, north: number], from = 0) =>
  Array.from({ length: count }, (_each, i) => fixAt(from + i * seconds, ...place(i)))

/** Metres of a drive east with one position this far north of it, this many seconds after the last and before the next. */
const measureWithLeap = (north: number, seconds: number) => {
  const there = every(2, 20, (i) => [i * 20, 0])
  const away = fixAt(38 + seconds, 390, north)
  return measured(splitDrivenWay(track([...there, away, ...every(2, 20, (i) => [400 + i * 20, 0], 38 + 2 * seconds)])))
}

describe('what was driven', () => {
  it('is the way along the positions', () => {
    const parts = splitDrivenWay(track(every(2, 100, (i) => [i * 20, 0])))
    expect(parts).toHaveLength(1)
    expect(measured(parts)).toBeCloseTo(1980, 0)
  })

  it('is not made longer by noise: positions 9 m apart with 5 m of it', () => {
    const fixes = every(1, 300, (i) => [i * 9 + scatter(i, 4), scatter(i + 1000, 4)])
    const raw = fixes.slice(1).reduce((sum, fix, i) => sum + measureDistanceM(fixes[i] ?? fix, fix), 0)
    expect(raw).toBeGreaterThan(1.2 * 2691)
    expect(Math.abs(measured(splitDrivenWay(track(fixes))) / 2691 - 1)).toBeLessThan(0.02)
  })

  it('keeps its corners', () => {
    const around = every(2, 61, (i) => (i <= 30 ? [i * 15, 0] : [450, (i - 30) * 15]))
    expect(Math.abs(measured(splitDrivenWay(track(around))) - 900)).toBeLessThan(10)
  })

  it('does not grow while the car stands', () => {
    const there = every(2, 30, (i) => [i * 20, 0])
    const stands = every(4, 22, (i) => [580 + scatter(i, 4), scatter(i + 500, 4)], 62)
    const back = every(2, 30, (i) => [600 + i * 20, 0], 152)
    expect(Math.abs(measured(splitDrivenWay(track([...there, ...stands, ...back]))) - 1180)).toBeLessThan(12)
  })

  it('does not swing back where a car that stood sets off', () => {
    const moving = every(2, 60, (i) => [i * 20, 0], 40)
    expect(Math.abs(measured(splitDrivenWay(track(moving, { start }))) - 1180)).toBeLessThan(6)
  })

  it('cannot be made up: 24 positions, a millisecond apart, on both sides of the river', () => {
    const fixes = Array.from({ length: 24 }, (_each, i) => fixAt(i / 1000, 0, (i % 2) * 1500, 499))
    expect(measured(splitDrivenWay(track(fixes, { start, until: since + 4000 })))).toBeLessThan(10)
  })

  it('leaves out where no car can have been, however vague the position claims to be', () => {
    const fixes = every(2, 50, (i) => [i * 20, 0])
    const wild = [...fixes, fixAt(31, 300, 2000, 499), fixAt(51, 520, 120), fixAt(61, 600, 0, 800)]
    expect(Math.abs(measured(splitDrivenWay(track(wild))) - 980)).toBeLessThan(15)
  })

  it('leaves out where the car seems to have gone and come back quicker than it can turn, and keeps where it went and came back', () => {
    // 180 m in 6 s and back again; in 15 s; and 90 m in 4 s
    expect(measureWithLeap(180, 6)).toBeLessThan(810)
    expect(measureWithLeap(180, 15)).toBeGreaterThan(1000)
    expect(measureWithLeap(90, 4)).toBeGreaterThan(850)
  })

  it('keeps a fast turn into another street, and a car that comes to a place fast and leaves it slowly', () => {
    const turn = every(4, 20, (i) => (i <= 10 ? [i * 120, 0] : [1200, (i - 10) * 120]))
    expect(measured(splitDrivenWay(track(turn)))).toBeGreaterThan(2200)
    const slowBack = [...every(2, 20, (i) => [i * 20, 0]), fixAt(44, 390, 180), ...every(2, 20, (i) => [400 + i * 20, 0], 60)]
    expect(measured(splitDrivenWay(track(slowBack)))).toBeGreaterThan(1000)
  })

  it('ends where the trip ended, if the car can have come there', () => {
    const fixes = every(2, 50, (i) => [i * 20, 0])
    const endAt = (east: number, seconds: number) =>
      measured(splitDrivenWay(track(fixes, { until: since + seconds * 1000, end: fixAt(0, east) })))
    expect(endAt(1180, 110)).toBeCloseTo(1180, -1)
    expect(endAt(9000, 110)).toBeCloseTo(980, -1)
  })

  it('believes a position of up to 500 m accuracy', () => {
    expect([500, 501].map((accuracyM) => splitDrivenWay(track([fixAt(0, 0), fixAt(30, 300, 0, accuracyM)]))?.length)).toEqual([
      1,
      undefined,
    ])
  })

  it('lies where the car was', () => {
    const [part] = splitDrivenWay(track(every(2, 30, (i) => [i * 20, i * 10]))) ?? []
    const last = part?.kind === 'measured' ? part.points.at(-1) : undefined
    expect(measureDistanceM(last ?? start, fixAt(58, 580, 290))).toBeLessThan(5)
  })

  it('begins where the trip began, unless that place was an old one', () => {
    const fixes = every(2, 50, (i) => [100 + i * 20, 0], 10)
    expect(measured(splitDrivenWay(track(fixes, { start })))).toBeCloseTo(1080, -1)
    const old = computeDestination(start, 0, 8000)
    expect(measured(splitDrivenWay(track(fixes, { start: old })))).toBeCloseTo(980, -1)
    const wildFirst = [fixAt(1, 0, 4000), ...fixes]
    expect(measured(splitDrivenWay(track(wildFirst, { start })))).toBeCloseTo(1080, -1)
  })

  it('counts nothing from before the start or after the end', () => {
    const fixes = every(2, 100, (i) => [i * 20, 0], -50)
    expect(measured(splitDrivenWay(track(fixes, { from: since, until: since + 40_000 })))).toBeCloseTo(400, -1)
  })

  it('is not known with fewer than two positions', () => {
    expect([[], [fixAt(0, 0)], [fixAt(0, 0), fixAt(0.01, 3000)]].map((fixes) => splitDrivenWay(track(fixes)))).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('a gap', () => {
  it('is left where there was no position for over a minute, or for over 500 m', () => {
    const before = every(2, 20, (i) => [i * 10, 0])
    const late = every(2, 20, (i) => [690 + i * 10, 0], 100)
    const [gap, ...others] = gapsOf(splitDrivenWay(track([...before, ...late])))
    expect(others).toEqual([])
    expect(gap?.seconds).toBe(62)
    expect(measureDistanceM(gap?.from ?? start, gap?.to ?? start)).toBeCloseTo(500, -1)
    expect(gapsOf(splitDrivenWay(track([fixAt(0, 0), fixAt(30, 501)])))).toHaveLength(1)
    expect(gapsOf(splitDrivenWay(track([fixAt(0, 0), fixAt(30, 499)])))).toHaveLength(0)
  })

  it('is none after a minute of silence exactly', () => {
    const gaps = [60, 61].map((seconds) => gapsOf(splitDrivenWay(track([fixAt(0, 0), fixAt(seconds, 100)]))).length)
    expect(gaps).toEqual([0, 1])
  })

  it('was driven the quickest way only if that takes no more than the time, twice as fast as the map says at most', () => {
    expect(canHaveDriven({ metres: computeMostMetres(60_000), seconds: 120 }, 60)).toBe(true)
    expect(canHaveDriven({ metres: computeMostMetres(60_000) + 1, seconds: 120 }, 60)).toBe(false)
    expect(canHaveDriven({ metres: 100, seconds: 121 }, 60)).toBe(false)
  })

  it('is none where the car was silent and is still there', () => {
    expect(gapsOf(splitDrivenWay(track([fixAt(0, 0), fixAt(600, 30)])))).toEqual([])
  })
})

const anyFix: fc.Arbitrary<DrivenFix> = fc.record({
  lat: fc.double({ min: 57.69, max: 57.71, noNaN: true }),
  lng: fc.double({ min: 11.96, max: 11.98, noNaN: true }),
  at: fc.integer({ min: since - 60_000, max: since + 1_200_000 }),
  accuracyM: fc.option(fc.double({ min: 0, max: 100_000, noNaN: true })),
})

describe('whatever a device sends', () => {
  it('gives lengths that are numbers, along what can be driven in the time', () => {
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 60 }), (fixes) => {
        const parts = splitDrivenWay(track(fixes, { start, until: since + 1_200_000 })) ?? []
        for (const part of parts) {
          if (part.kind === 'gap')
            expect(measureDistanceM(part.from, part.to)).toBeLessThanOrEqual(computeMostMetres(part.seconds * 1000) * 1.5 + 200)
          else expect(part.metres >= 0 && part.points.every(({ lat, lng }) => Number.isFinite(lat + lng))).toBe(true)
        }
      }),
    )
  })

  it('counts once however often it comes, and in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyFix, { maxLength: 40, selector: ({ at }) => at }), (fixes) => {
        const whole = splitDrivenWay(track(fixes, { until: since + 1_200_000 }))
        expect(splitDrivenWay(track(fixes.toReversed(), { until: since + 1_200_000 }))).toEqual(whole)
      }),
    )
  })
})

describe('a silence before the end', () => {
  const parts = splitDrivenWay(track(every(2, 20, (i) => [i * 20, 0]))) ?? []
  const goal = fixAt(0, 3000)
  const silentFor = (seconds: number, to: DrivenFix = goal) => findSilence(parts, since + (38 + seconds) * 1000, to)

  it('is longer than a gap may be, and leads from the last place to where the trip was to go', () => {
    expect(silentFor(60)).toBeNull()
    const silence = silentFor(61)
    expect(silence).toMatchObject({ kind: 'gap', to: goal, seconds: 61 })
    expect(measureDistanceM(silence?.from ?? start, fixAt(38, 380))).toBeLessThan(5)
  })

  it('is none where the car was there already, or was never seen', () => {
    expect(silentFor(600, fixAt(0, 420))).toBeNull()
    expect(silentFor(600, fixAt(0, 440))).not.toBeNull()
    expect(findSilence([], since, goal)).toBeNull()
  })
})

describe('a silence after the start', () => {
  const parts = splitDrivenWay({ ...track(every(2, 20, (i) => [i * 20, 0])), start: null }) ?? []
  const silentFor = (seconds: number, pickup: DrivenFix) => findLateStart(parts, since - seconds * 1000, pickup)

  it('is longer than a gap may be, and leads from where the trip was to begin to the first place', () => {
    expect(silentFor(60, fixAt(0, -3000))).toBeNull()
    const silence = silentFor(61, fixAt(0, -3000))
    expect(silence).toMatchObject({ kind: 'gap', from: fixAt(0, -3000), seconds: 61 })
    expect(measureDistanceM(silence?.to ?? start, fixAt(0, 0))).toBeLessThan(5)
  })

  it('is none where the car was there still, or was never seen', () => {
    expect(silentFor(600, fixAt(0, -40))).toBeNull()
    expect(silentFor(600, fixAt(0, -60))).not.toBeNull()
    expect(findLateStart([], since, start)).toBeNull()
  })
})
