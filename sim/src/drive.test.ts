import { computeDestination, encodePolyline, measureDistanceM } from '@wayfare/core/geo'
import { MOST_SPEED } from '@wayfare/core/tracking'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCar } from './car.ts'
import { findMoment, planDrive } from './drive.ts'
import { makeOutbox } from './outbox.ts'

const start = { lat: 57.7, lng: 11.97 }
const corner = computeDestination(start, 90, 600)
const end = computeDestination(corner, 0, 400)
const route = { polyline: encodePolyline([start, corner, end]), distanceM: 1000, durationS: 100 }

const drive = planDrive(route, 4) ?? expect.unreachable('the route has points')

const fix = (at: number) => ({ at, lat: 57.7, lng: 11.97 })

describe('a drive', () => {
  it('goes at the demo speed times the average of the route', () => {
    expect(drive.speed).toBe(40)
    expect(findMoment(drive, 10)?.heading).toBeCloseTo(90, 0)
    expect(measureDistanceM(findMoment(drive, 10)?.point ?? start, computeDestination(start, 90, 400))).toBeLessThan(3)
    expect(findMoment(drive, 20)?.heading).toBeCloseTo(0, 0)
  })

  it('ends where the route ends, and stays there', () => {
    for (const seconds of [25.2, 26, 1e6]) {
      const moment = findMoment(drive, seconds)
      expect(moment?.done).toBe(true)
      expect(moment?.speed).toBe(0)
      expect(measureDistanceM(moment?.point ?? start, end)).toBeLessThan(2)
    }
  })

  it('is never faster than the server believes, nor slower than a walk', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1, max: 6 }),
        (metres, seconds, haste) => {
          const { speed } = planDrive({ ...route, distanceM: metres, durationS: seconds }, haste) ?? drive
          expect(speed).toBeLessThan(MOST_SPEED)
          expect(speed).toBeGreaterThan(1)
        },
      ),
    )
  })

  it('along a route of no points is none', () => {
    expect(planDrive({ ...route, polyline: '' }, 4)).toBeNull()
  })
})

describe('a car', () => {
  const second = 1000
  const seen = (seconds: number, follow: boolean) => {
    const outbox = makeOutbox(1)
    const car = makeCar(outbox)
    car.placeAt(start)
    if (follow) car.follow(drive, 0)
    for (let now = 0; now <= seconds * second; now += second) car.tick(now)
    return outbox.take()
  }

  it('notes a place every second while it drives, and the last one when it arrives', () => {
    const fixes = seen(40, true)
    expect(fixes.filter(({ at }) => at <= 25 * second)).toHaveLength(26)
    const arrival = fixes.find(({ speed }) => speed === 0)
    expect(measureDistanceM(arrival ?? start, end)).toBeLessThan(2)
  })

  it('at the kerb says every ten seconds that it is still there', () => {
    expect(seen(45, false).map(({ at }) => at / second)).toEqual([0, 10, 20, 30, 40])
  })

  it('stops where it is when it is halted', () => {
    const car = makeCar(makeOutbox(1))
    car.placeAt(start)
    car.follow(drive, 0)
    car.tick(5 * second)
    const where = car.where()
    car.halt()
    car.tick(20 * second)
    expect(car.where()).toEqual(where)
    expect(car.isMoving()).toBe(false)
  })
})

describe('positions waiting to be sent', () => {
  it('go out once, and again after a drop until they are confirmed', () => {
    const outbox = makeOutbox(10)
    for (const at of [1, 2, 3]) outbox.add(fix(at))
    expect(outbox.take().map(({ seq }) => seq)).toEqual([10, 11, 12])
    expect(outbox.take()).toEqual([])
    outbox.confirm(10)
    outbox.resend()
    expect(outbox.take().map(({ seq }) => seq)).toEqual([11, 12])
    outbox.confirm(12)
    expect(outbox.isEmpty()).toBe(true)
  })

  it('never use a number twice and never grow without end', () => {
    const outbox = makeOutbox(0)
    for (let at = 0; at < 1000; at++) outbox.add(fix(at))
    const batches = [outbox.take(), outbox.take(), outbox.take(), outbox.take()]
    expect(batches.map((batch) => batch.length)).toEqual([200, 200, 200, 0])
    expect(batches.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, i) => 400 + i))
  })
})
