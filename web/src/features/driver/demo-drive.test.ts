import { measureDistanceM, measureLengthM } from '@wayfare/core/geo'
import { describe, expect, it } from 'vitest'
import { makeDemoDrive } from './demo-drive.ts'

const start = { lat: 57.7, lng: 11.96 }
const corner = { lat: 57.7, lng: 11.97 }
const end = { lat: 57.705, lng: 11.97 }

const speedOn = (durationS: number) => {
  const car = makeDemoDrive(start)
  car.drive({ points: [start, corner], durationS })
  return car.tick(1000, 0).speed
}

describe('the demo car', () => {
  it('stands still without a route', () => {
    const car = makeDemoDrive(start)
    expect(car.tick(1000, 5)).toEqual({ ...start, at: 5, heading: 0, speed: 0, accuracy: 5 })
  })

  it('follows the route at four times street speed and stops at its end', () => {
    const car = makeDemoDrive(start)
    car.drive({ points: [start, corner, end], durationS: 120 })
    const first = car.tick(1000, 1000)
    expect(measureDistanceM(start, first)).toBeCloseTo((4 * measureLengthM([start, corner, end])) / 120, 0)
    expect(first.heading).toBeCloseTo(90, 0)
    for (let second = 2; second < 60; second++) car.tick(1000, second * 1000)
    expect(measureDistanceM(car.place(), end)).toBeLessThan(0.1)
    expect(car.tick(1000, 61_000).speed).toBe(0)
  })

  it('never drives faster than the server believes', () => {
    expect(speedOn(20)).toBe(60)
    expect(speedOn(0)).toBe(44)
  })

  it('reaches the first point of a route that begins elsewhere by driving there', () => {
    const car = makeDemoDrive(start)
    car.drive({ points: [corner, end], durationS: 100 })
    expect(measureDistanceM(car.tick(1000, 0), start)).toBeLessThan(61)
  })
})
