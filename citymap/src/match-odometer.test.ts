import { measureLengthM } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metresOf, spot, spots, town } from '../test/match-town.ts'
import { driveAlong, type DriveOptions, makeFractions } from '../test/noisy-drive.ts'
import { addOdometer, readDrivenM } from './match-odometer.ts'
import type { MatchFix } from './match-places.ts'

type Said = { speed?: number | null; east?: number; seconds?: number }

/** Positions along a street, 2 s and 20 m apart unless given otherwise. */
const listFixes = (said: readonly Said[]): MatchFix[] => {
  let at = 1_700_000_000_000
  return said.map(({ speed = 10, east, seconds = 2 }, i) => {
    at += seconds * 1000
    return { ...spot(east ?? i * 20, 0), at, accuracyM: 5, speed }
  })
}

/** Metres from each position to the next. */
const listSteps = (said: readonly Said[]): (number | null)[] => {
  const metered = addOdometer(listFixes(said))
  return metered.slice(1).map((fix, i) => readDrivenM(metered[i] ?? fix, fix))
}

describe('the odometer', () => {
  it('adds up the speeds', () => {
    expect(listSteps([{ speed: 8 }, { speed: 12 }, { speed: 10, seconds: 3 }])).toEqual([20, 33])
    const metered = addOdometer(listFixes([{}, {}, {}, {}]))
    expect(metered.map((fix) => readDrivenM(metered[0] ?? fix, fix))).toEqual([0, 20, 40, 60])
  })

  it.each([
    ['no speed', { speed: null }],
    ['a negative one', { speed: -1 }],
    ['one that no car drives', { speed: 71 }],
    ['one that is no number', { speed: Number.NaN }],
  ])('knows nothing beside a position with %s', (_what, said) => {
    expect(listSteps([{}, {}, said, {}, {}])).toEqual([20, null, null, 20])
    const metered = addOdometer(listFixes([{}, said, {}]))
    expect(metered[2] && metered[0] && readDrivenM(metered[0], metered[2])).toBe(null)
  })

  it('knows nothing between positions more than 5 s apart', () => {
    expect(listSteps([{}, {}, { seconds: 5.1 }, {}])).toEqual([20, null, 20])
  })

  it('believes no speed for a minute where the positions lead further', () => {
    const steps = listSteps(Array.from({ length: 60 }, () => ({ speed: 0 })))
    // four deviations are 23 m
    expect(steps.slice(0, 31)).toEqual([0, ...Array.from({ length: 30 }, () => null)])
  })

  it('depends on earlier positions alone', () => {
    const said = fc.record({
      speed: fc.option(fc.double({ min: -1, max: 80 })),
      east: fc.integer({ min: 0, max: 200 }),
      seconds: fc.integer({ min: 0, max: 7 }),
    })
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), fc.nat(40), (all, count) => {
        const fixes = listFixes(all)
        expect(addOdometer(fixes.slice(0, count))).toEqual(addOdometer(fixes).slice(0, count))
      }),
    )
  })
})

/** The relative error of the median drive. */
const measureOff = (
  route: ReturnType<typeof spots>,
  options: DriveOptions,
  change = (fix: MatchFix): MatchFix => fix,
): number => {
  const off = Array.from({ length: 41 }, (_, seed) => {
    const fixes = driveAlong(route, options, makeFractions(seed + 1)).map(change)
    const [way] = town.match({ trip: null, stretches: [fixes] }).stretches
    return Math.abs((way ? metresOf(way) : Number.NaN) / measureLengthM(route) - 1)
  })
  return off.toSorted((a, b) => a - b)[20] ?? Number.NaN
}

describe('matching with speeds', () => {
  const noisy: DriveOptions = { spacing: () => 15, noiseM: 10, alikeS: 30 }
  /** Three detours out of a street and back again, no further than noise reaches. */
  const spurs = spots([20, 0], [500, 0], [500, 45], [500, 0], [1000, 0], [1000, 45], [1000, 0], [1500, 0], [1500, 45], [1500, 0])

  it('sees a car go out and back where the positions alone look as if it crept', () => {
    expect(measureOff(spurs, { ...noisy, hasSpeed: true })).toBeLessThan(0.7 * measureOff(spurs, noisy))
  })

  it('prefers the way that is as long as the car drove', () => {
    const block = spots([210, 0], [500, 0], [500, 100], [400, 100], [400, 0], [500, 0], [690, 0])
    const canyon: DriveOptions = { spacing: () => 30, noiseM: 30 }
    expect(measureOff(block, { ...canyon, hasSpeed: true })).toBeLessThan(0.7 * measureOff(block, canyon))
  })

  it('is as without them where a phone reports none, or always 0', () => {
    const route = spots([20, 0], [500, 0], [500, 700], [1500, 700])
    const fixes = driveAlong(route, noisy, makeFractions(5))
    const matchWith = (speed: number | null) => town.match({ trip: null, stretches: [fixes.map((fix) => ({ ...fix, speed }))] })
    const without = town.match({ trip: null, stretches: [fixes] })
    expect(matchWith(null)).toEqual(without)
    expect(matchWith(-1)).toEqual(without)
    expect(measureOff(route, noisy, (fix) => ({ ...fix, speed: 0 }))).toBeLessThan(measureOff(route, noisy) + 0.001)
  })
})
