import { describe, expect, it } from 'vitest'
import { computeNextMotion, computePlaceAt, isMoving } from './car-motion.ts'

const start = { lat: 57.7, lng: 11.96, heading: 350 as number | null }
const ahead = { lat: 57.7009, lng: 11.96, heading: 10 as number | null }

describe('the glide of a car', () => {
  it('puts a car that is new where it is', () => {
    const motion = computeNextMotion(null, start, { now: 0, still: false })
    expect(computePlaceAt(motion, 0)).toEqual({ lat: 57.7, lng: 11.96, heading: 350 })
    expect(isMoving(motion, 1)).toBe(false)
  })

  it('is half way after half of the time between two fixes', () => {
    const first = computeNextMotion(null, start, { now: 0, still: false })
    const second = computeNextMotion(first, ahead, { now: 1000, still: false })
    expect(computePlaceAt(second, 1500).lat).toBeCloseTo(57.70045, 6)
    expect(computePlaceAt(second, 9000).lat).toBeCloseTo(57.7009, 6)
    expect(isMoving(second, 1999)).toBe(true)
    expect(isMoving(second, 2000)).toBe(false)
  })

  it('turns the short way over north', () => {
    const first = computeNextMotion(null, start, { now: 0, still: false })
    const second = computeNextMotion(first, ahead, { now: 1000, still: false })
    expect(computePlaceAt(second, 1250).heading).toBeCloseTo(0, 6)
    expect(computePlaceAt(second, 2000).heading).toBeCloseTo(10, 6)
  })

  it('starts from where the car is drawn when a fix comes early', () => {
    const first = computeNextMotion(null, start, { now: 0, still: false })
    const second = computeNextMotion(first, ahead, { now: 1000, still: false })
    const third = computeNextMotion(second, { ...ahead, lat: 57.7012 }, { now: 1500, still: false })
    expect(computePlaceAt(third, 1500).lat).toBeCloseTo(57.70045, 6)
  })

  it('does not glide over a jump, nor when motion is unwanted', () => {
    const first = computeNextMotion(null, start, { now: 0, still: false })
    expect(computeNextMotion(first, { ...ahead, lat: 57.8 }, { now: 1000, still: false }).lasts).toBe(0)
    expect(computeNextMotion(first, ahead, { now: 1000, still: true }).lasts).toBe(0)
  })

  it('reads the heading from the way when the fix has none', () => {
    const first = computeNextMotion(null, { ...start, heading: 90 }, { now: 0, still: false })
    expect(computeNextMotion(first, { ...ahead, heading: null }, { now: 1000, still: false }).to.heading).toBeCloseTo(0, 6)
    expect(computeNextMotion(first, { ...start, heading: null }, { now: 1000, still: false }).to.heading).toBe(90)
  })
})
