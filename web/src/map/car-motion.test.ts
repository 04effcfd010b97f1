import { describe, expect, it } from 'vitest'
import { isMoving, nextMotion, placeAt } from './car-motion.ts'

const start = { lat: 57.7, lng: 11.96, heading: 350 as number | null }
const ahead = { lat: 57.7009, lng: 11.96, heading: 10 as number | null }

describe('the glide of a car', () => {
  it('puts a car that is new where it is', () => {
    const motion = nextMotion(null, start, { now: 0, still: false })
    expect(placeAt(motion, 0)).toEqual({ lat: 57.7, lng: 11.96, heading: 350 })
    expect(isMoving(motion, 1)).toBe(false)
  })

  it('is half way after half of the time between two fixes', () => {
    const first = nextMotion(null, start, { now: 0, still: false })
    const second = nextMotion(first, ahead, { now: 1000, still: false })
    expect(placeAt(second, 1500).lat).toBeCloseTo(57.70045, 6)
    expect(placeAt(second, 9000).lat).toBeCloseTo(57.7009, 6)
    expect(isMoving(second, 1999)).toBe(true)
    expect(isMoving(second, 2000)).toBe(false)
  })

  it('turns the short way over north', () => {
    const first = nextMotion(null, start, { now: 0, still: false })
    const second = nextMotion(first, ahead, { now: 1000, still: false })
    expect(placeAt(second, 1250).heading).toBeCloseTo(0, 6)
    expect(placeAt(second, 2000).heading).toBeCloseTo(10, 6)
  })

  it('starts from where the car is drawn when a fix comes early', () => {
    const first = nextMotion(null, start, { now: 0, still: false })
    const second = nextMotion(first, ahead, { now: 1000, still: false })
    const third = nextMotion(second, { ...ahead, lat: 57.7012 }, { now: 1500, still: false })
    expect(placeAt(third, 1500).lat).toBeCloseTo(57.70045, 6)
  })

  it('does not glide over a jump, nor when motion is unwanted', () => {
    const first = nextMotion(null, start, { now: 0, still: false })
    expect(nextMotion(first, { ...ahead, lat: 57.8 }, { now: 1000, still: false }).lasts).toBe(0)
    expect(nextMotion(first, ahead, { now: 1000, still: true }).lasts).toBe(0)
  })

  it('reads the heading from the way when the fix has none', () => {
    const first = nextMotion(null, { ...start, heading: 90 }, { now: 0, still: false })
    expect(nextMotion(first, { ...ahead, heading: null }, { now: 1000, still: false }).to.heading).toBeCloseTo(0, 6)
    expect(nextMotion(first, { ...start, heading: null }, { now: 1000, still: false }).to.heading).toBe(90)
  })
})
