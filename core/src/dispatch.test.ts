import { describe, expect, it } from 'vitest'
import {
  checkAccept,
  computeRadiusM,
  computeUntakenAt,
  FRESH_MS,
  getDutyState,
  isEligible,
  isFresh,
  listBlockers,
  owesTooMuch,
  type DriverFacts,
} from './dispatch.ts'
import { computeDestination, measureDistanceM } from './geo.ts'
import { asId } from './ids.ts'

const pickup = { lat: 57.7, lng: 11.97 }
const carType = asId<'carType'>('comfort')
const request = { pickup, carType, radiusM: 10_000 }
const ready: DriverFacts = {
  id: asId('d'),
  approved: true,
  queue: false,
  driverActiveStatus: true,
  carType,
  location: computeDestination(pickup, 45, 800),
  owes: false,
}

describe('a driver', () => {
  it('counts as there for two minutes after he was heard of', () => {
    const now = 1_800_000_000_000
    expect([isFresh(now, now), isFresh(now - FRESH_MS, now), isFresh(now - FRESH_MS - 1, now)]).toEqual([true, true, false])
    expect([isFresh(null, now), isFresh(null, 0)]).toEqual([false, false])
  })

  it('is free only where he was heard of of late: on duty and silent he is stale, and busy whatever is heard', () => {
    const now = 1_800_000_000_000
    const stateOf = (facts: { queue?: boolean; on?: boolean; seenAt: number | null }) =>
      getDutyState({ queue: facts.queue ?? false, driverActiveStatus: facts.on ?? true, seenAt: facts.seenAt }, now)
    expect([now, now - FRESH_MS, now - FRESH_MS - 1, null].map((seenAt) => stateOf({ seenAt }))).toEqual([
      'free',
      'free',
      'stale',
      'stale',
    ])
    expect(stateOf({ queue: true, seenAt: null })).toBe('busy')
    expect(stateOf({ on: false, seenAt: now })).toBe('offline')
  })

  it('may be asked when approved, free, active, near and driving the booked car type', () => {
    expect(isEligible(ready, request)).toBe(true)
    expect(listBlockers(ready)).toEqual([])
  })

  it.each([
    [{ approved: false }, 'not_approved'],
    [{ queue: true }, 'busy'],
    [{ driverActiveStatus: false }, 'offline'],
    [{ location: null }, 'no_location'],
    [{ carType: null }, 'no_car_type'],
    [{ owes: true }, 'wallet_negative'],
  ] as const)('with %j may not, and reads %s', (change, blocker) => {
    const driver = { ...ready, ...change }
    expect(isEligible(driver, request)).toBe(false)
    expect(listBlockers(driver)).toEqual([blocker])
  })

  it('exactly on the radius is within it', () => {
    const { location } = ready
    const radiusM = location === null ? 0 : measureDistanceM(location, pickup)
    expect([isEligible(ready, { ...request, radiusM }), isEligible(ready, { ...request, radiusM: radiusM - 1 })]).toEqual([
      true,
      false,
    ])
  })

  it('of another car type or outside the radius may not, though nothing blocks him elsewhere', () => {
    const other = { ...ready, carType: asId<'carType'>('van') }
    const far = { ...ready, location: computeDestination(pickup, 0, 10_050) }
    expect([isEligible(other, request), isEligible(far, request)]).toEqual([false, false])
    expect(isEligible(other, { ...request, carType: null })).toBe(true)
    expect([listBlockers(other), listBlockers(far)]).toEqual([[], []])
  })
})

describe('who was asked', () => {
  it.each([
    [{}, null],
    [{ queue: true, approved: false, owes: true }, 'driver_busy'],
    [{ approved: false, owes: true }, 'driver_not_ready'],
    [{ driverActiveStatus: false }, 'driver_not_ready'],
    [{ owes: true }, 'wallet_negative'],
    [{ carType: null }, 'not_found'],
    [{ carType: asId<'carType'>('van') }, 'not_found'],
  ] as const)('and is %j now reads %s when he accepts', (change, problem) => {
    expect(checkAccept({ ...ready, ...change }, ready.carType)).toBe(problem)
  })
})

describe('a debt', () => {
  it('begins below zero, and counts where the operator wants it settled', () => {
    const [allowed, forbidden] = [{ negativeBalance: true }, { negativeBalance: false }]
    expect([owesTooMuch(-1n, forbidden), owesTooMuch(0n, forbidden), owesTooMuch(-1n, allowed)]).toEqual([true, false, false])
  })
})

describe('the search radius', () => {
  it('is in kilometres, or in miles where miles are used', () => {
    expect([computeRadiusM(10, false), computeRadiusM(10, true)]).toEqual([10_000, 16_093.44])
  })
})

describe('that nobody has taken a booking', () => {
  const releaseAt = new Date(1_000_000_000)
  const tripDate = new Date(releaseAt.getTime() + 20 * 60_000)

  it('is told half way from its release to the pickup, and after five minutes where somebody wants to go now', () => {
    expect(computeUntakenAt({ bookLater: true, releaseAt, tripDate })).toBe(releaseAt.getTime() + 10 * 60_000)
    expect(computeUntakenAt({ bookLater: false, releaseAt, tripDate: releaseAt })).toBe(releaseAt.getTime() + 5 * 60_000)
  })
})
