import { describe, expect, it } from 'vitest'
import { mayTakeBack, planAnswer, ROBOT_DEVICE, watchAccount, type AccountWatch } from './rules.ts'

const online = (activeDevice: string | null) => ({ driverActiveStatus: true, activeDevice })
const offline = (activeDevice: string | null) => ({ driverActiveStatus: false, activeDevice })
const phone = 'phone-1234'
const minute = 60_000

/** The account after several observations: pairs of time and what was seen. */
const afterSeeing = (...seen: [number, ReturnType<typeof online>][]): AccountWatch =>
  seen.reduce<AccountWatch | null>((watch, [now, each]) => watchAccount(watch, each, now), null) ??
  expect.unreachable('nothing was seen')

/** ms until a robot this far from the pickup accepts. */
const firstAccept = (pickupM: number): number | null => {
  for (let waitedMs = 0; waitedMs <= 10_000; waitedMs += 100)
    if (planAnswer({ pickupM, waitedMs, personAsked: false }) === 'accept') return waitedMs
  return null
}

describe('an account', () => {
  it("is the robot's when its own device, or none yet, is online", () => {
    expect(afterSeeing([0, online(ROBOT_DEVICE)]).holder).toBe('robot')
    expect(afterSeeing([0, online(null)]).holder).toBe('robot')
  })

  it("is a person's as soon as theirs is the device that is online", () => {
    const watch = afterSeeing([0, online(ROBOT_DEVICE)], [1000, online(phone)])
    expect(watch.holder).toBe('person')
    expect(mayTakeBack(watch, false, 10 * minute)).toBe(false)
  })

  it('that was offline from the start without a person is free at once', () => {
    expect(mayTakeBack(afterSeeing([5000, offline(null)]), false, 5000)).toBe(true)
    expect(mayTakeBack(afterSeeing([5000, offline(ROBOT_DEVICE)]), false, 5000)).toBe(true)
  })

  it("rests for a minute after a person's switch-off, however often it is seen meanwhile", () => {
    const watch = afterSeeing([0, online(phone)], [1000, offline(phone)], [30_000, offline(phone)], [50_000, offline(null)])
    expect(mayTakeBack(watch, false, 1000 + minute - 1)).toBe(false)
    expect(mayTakeBack(watch, false, 1000 + minute)).toBe(true)
  })

  it('rests also when a person switched the robot itself off', () => {
    const watch = afterSeeing([0, online(ROBOT_DEVICE)], [1000, offline(ROBOT_DEVICE)])
    expect([mayTakeBack(watch, true, 1000 + minute - 1), mayTakeBack(watch, true, 1000 + minute)]).toEqual([false, true])
  })

  it('begins its rest anew with every switch-off', () => {
    const watch = afterSeeing([0, offline(phone)], [50_000, online(phone)], [55_000, offline(phone)])
    expect(mayTakeBack(watch, false, 60_000)).toBe(false)
  })

  it('with a trip that a person drove stays with the person for ten minutes', () => {
    const watch = afterSeeing([0, online(phone)], [1000, offline(phone)])
    expect([mayTakeBack(watch, true, 1000 + minute), mayTakeBack(watch, true, 1000 + 10 * minute)]).toEqual([false, true])
  })
})

describe('the answer to a task', () => {
  const near = { pickupM: 500, waitedMs: 0, personAsked: false }

  it('comes after two to eight seconds, from each car a second a kilometre later than from the nearest', () => {
    expect([0, 1000, 3000, 5000, 8000].map(firstAccept)).toEqual([2000, 3000, 5000, 7000, 8000])
  })

  it('is no when the pickup is too far', () => {
    expect(planAnswer({ ...near, pickupM: 8001, waitedMs: 5000 })).toBe('decline')
  })

  it('waits while a person is asked too, and not a moment longer once the person has declined', () => {
    expect(planAnswer({ ...near, waitedMs: 15_000 - 1, personAsked: true })).toBe('wait')
    expect(planAnswer({ ...near, waitedMs: 15_000, personAsked: true })).toBe('accept')
    expect(planAnswer({ ...near, waitedMs: 6000, personAsked: false })).toBe('accept')
  })
})
