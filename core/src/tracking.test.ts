import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDestination, measureDistanceM } from './geo.ts'
import {
  computeOnlineSince,
  followClock,
  followHeading,
  isFromOffline,
  isPlausible,
  measureArrivalGapM,
  MOST_SPEED,
  shouldSend,
  STALEST,
  type DeviceClock,
  type Fix,
} from './tracking.ts'

const start = { lat: 57.7, lng: 11.97 }
const now = 1_700_000_000_000

const anyFix: fc.Arbitrary<Fix> = fc.record({
  lat: fc.double({ min: 57.6, max: 57.8, noNaN: true }),
  lng: fc.double({ min: 11.8, max: 12.1, noNaN: true }),
  at: fc.integer({ min: now - 2 * STALEST, max: now + 120_000 }),
  accuracyM: fc.integer({ min: 0, max: 600 }),
})

const fixAt = (metres: number, at: number, accuracyM = 0): Fix => ({ ...computeDestination(start, 90, metres), at, accuracyM })

describe('a position', () => {
  it('is not believed when it is from the future, stale, vague or from before the last one', () => {
    expect(isPlausible(null, fixAt(0, now), now)).toBe(true)
    expect([isPlausible(null, fixAt(0, now + 60_000), now), isPlausible(null, fixAt(0, now + 60_001), now)]).toEqual([
      true,
      false,
    ])
    expect(isPlausible(null, fixAt(0, now - STALEST), now)).toBe(true)
    expect(isPlausible(null, fixAt(0, now - STALEST - 1), now)).toBe(false)
    expect([isPlausible(null, fixAt(0, now, 500), now), isPlausible(null, fixAt(0, now, 501), now)]).toEqual([true, false])
    expect(isPlausible(fixAt(0, now), fixAt(0, now - 1), now)).toBe(false)
  })

  it('is not believed when no car could have driven there', () => {
    const previous = fixAt(0, now - 10_000)
    expect(isPlausible(previous, fixAt(700, now), now)).toBe(true)
    expect(isPlausible(previous, fixAt(760, now), now)).toBe(false)
    // accuracy does not extend the reachable distance
    expect(isPlausible(previous, fixAt(760, now, 499), now)).toBe(false)
    expect(isPlausible(fixAt(0, now - 1, 499), fixAt(60, now, 499), now)).toBe(false)
  })

  it('is believed of any drive up to the speed limit of the rule', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: MOST_SPEED, noNaN: true }), fc.integer({ min: 0, max: 300 }), (speed, seconds) => {
        expect(isPlausible(fixAt(0, now - seconds * 1000), fixAt(speed * seconds, now), now)).toBe(true)
      }),
    )
  })

  it('that is believed never jumps, whatever came before', () => {
    fc.assert(
      fc.property(anyFix, anyFix, (previous, next) => {
        if (!isPlausible(previous, next, now)) return
        expect(measureDistanceM(previous, next)).toBeLessThanOrEqual((MOST_SPEED * (next.at - previous.at)) / 1000 + 50)
        expect(next.at).toBeGreaterThanOrEqual(previous.at)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a device', () => {
  it('sends its first position, every 15 m, and every 15 s standing or 4 s moving', () => {
    expect(shouldSend(null, fixAt(0, now))).toBe(true)
    expect([shouldSend(fixAt(0, now), fixAt(14.9, now + 1000)), shouldSend(fixAt(0, now), fixAt(15.1, now + 1000))]).toEqual([
      false,
      true,
    ])
    expect([shouldSend(fixAt(0, now), fixAt(0, now + 14_999)), shouldSend(fixAt(0, now), fixAt(0, now + 15_000))]).toEqual([
      false,
      true,
    ])
    expect([shouldSend(fixAt(0, now), fixAt(5, now + 3999)), shouldSend(fixAt(0, now), fixAt(5, now + 4000))]).toEqual([
      false,
      true,
    ])
  })

  it('that waits longer never falls silent again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.nat(20_000), fc.nat(20_000), (metres, age, more) => {
        if (shouldSend(fixAt(0, now), fixAt(metres, now + age)))
          expect(shouldSend(fixAt(0, now), fixAt(metres, now + age + more))).toBe(true)
      }),
    )
  })
})

const at = (metres: number) => computeDestination(start, 90, metres)

describe('which way a car faces', () => {
  it('is what its device says while it moves, and how it came once it stands', () => {
    const moving = followHeading(null, { ...start, heading: 80, speed: 9 })
    expect(moving.heading).toBe(80)
    expect(followHeading(moving, { ...at(3), heading: 213, speed: 0.2 }).heading).toBe(80)
    expect(followHeading(moving, { ...at(3), heading: null }).heading).toBe(80)
    expect(followHeading(moving, { ...at(3), heading: 100 }).heading).toBe(100)
  })
  it('is seen from how it moved where the device does not say, by more than noise alone moves it', () => {
    const begun = followHeading(null, start)
    expect(begun.heading).toBeNull()
    const crept = [4, 9, 15].reduce((trail, metres) => followHeading(trail, at(metres)), begun)
    expect(crept.heading).toBeNull()
    expect(followHeading(crept, at(24)).heading).toBeCloseTo(90, 0)
  })
})

it('a device is believed to have been offline only if nothing of it came between what it says and its telling', () => {
  const [said, told] = [1_000_000, 1_600_000]
  const silence = { said, told, heardAt: null, lastToldAt: null, isParcel: false }
  expect(isFromOffline(silence)).toBe(true)
  expect(isFromOffline({ ...silence, heardAt: told - 20_000 })).toBe(true)
  expect([told - 30_000, told - 30_001].map((heardAt) => isFromOffline({ ...silence, heardAt }))).toEqual([true, false])
  expect(computeOnlineSince(said)).toBe(said + 10_000)
  // a parcel's photos are sent before its steps
  expect(isFromOffline({ ...silence, heardAt: told - 40_000, isParcel: true })).toBe(true)
  expect(isFromOffline({ ...silence, heardAt: told - 200_000, isParcel: true })).toBe(false)
})

it('of several steps that a device kept the first one vouches for the next, not for what was done after it was told', () => {
  const [said, told] = [1_000_000, 1_600_000]
  const silence = { said, told, heardAt: told - 60_000, isParcel: false }
  expect(isFromOffline({ ...silence, lastToldAt: told - 15_000 })).toBe(true)
  expect([told - 30_000, told - 30_001].map((lastToldAt) => isFromOffline({ ...silence, lastToldAt }))).toEqual([true, false])
  expect(isFromOffline({ ...silence, said: told - 15_000, lastToldAt: told - 15_000 })).toBe(true)
  expect(isFromOffline({ ...silence, lastToldAt: null })).toBe(false)
  expect(isFromOffline({ ...silence, said: told - 11_000, lastToldAt: told - 15_000 })).toBe(false)
})

const gap = (crowM: number, roadM: number | null, accuracyM = 0) =>
  measureArrivalGapM(computeDestination(start, 0, crowM), start, { roadM, accuracyM })

it('a driver has arrived within 80 m of road of the pickup, or within 200 m of it where nobody knows the road', () => {
  expect([gap(60, 80), gap(60, 81), gap(60, 900)]).toEqual([null, 81, 900])
  expect([gap(190, null), gap(1200, null), gap(400, null, 300)]).toEqual([null, 1200, null])
  expect(gap(60, 120, 50)).toBeNull()
})

/** The known offset (s) after each message, given when each was sent and received, in seconds after the first. */
const offsetsOf = (news: readonly (readonly [sent: number, heard: number])[]): number[] => {
  let clock: DeviceClock | null = null
  return news.map(([sent, heard]) => {
    clock = followClock(clock, { sentAt: now + 1000 * sent, heardAt: now + 1000 * heard })
    return clock.offsetMs / 1000
  })
}

describe('the clock of a device', () => {
  it('was not set where a network holds up what is sent within seconds', () => {
    expect(
      offsetsOf([
        [0, 0],
        [1, 45],
        [2, 45],
        [3, 45.1],
        [12, 45.1],
        [45, 45.1],
      ]),
    ).toEqual([0, 0, 0, 0, 0, 0])
  })
  it('was set back where it shows less than before, or so much less after a silence', () => {
    expect(
      offsetsOf([
        [0, 0],
        [-44, 1],
        [-40, 5],
      ]),
    ).toEqual([0, 45, 45])
    expect(
      offsetsOf([
        [0, 0],
        [25, 70],
      ]),
    ).toEqual([0, 45])
  })
  it('was not set where a car that stands, and so says little, then comes out of a hold-up', () => {
    expect(
      offsetsOf([
        [0, 0],
        [15, 60],
        [19, 60.1],
        [34, 60.1],
        [60, 60.1],
      ]),
    ).toEqual([0, 0, 0, 0, 0])
  })
  it('was set back during a silence where what follows is not held up', () => {
    expect(
      offsetsOf([
        [0, 0],
        [1, 46],
        [2, 47],
        [5, 50],
      ]),
    ).toEqual([0, 0, 45, 45])
  })
})
