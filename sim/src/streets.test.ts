import { measureDistanceM } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDice } from '@wayfare/core/dice'
import { findTown, pickNextStop, pickPlace } from './streets.ts'

const metropolis = findTown({ center: { lat: 57.7, lng: 11.97 }, bounds: [11.8, 57.6, 12.1, 57.8] })

describe('the demo city', () => {
  it('is the middle of the map, and all of a small one', () => {
    expect(metropolis).toEqual({ centre: { lat: 57.7, lng: 11.97 }, reachM: 2500 })
    const monaco = findTown({ center: { lat: 43.738, lng: 7.424 }, bounds: [7.409, 43.724, 7.439, 43.752] })
    expect(monaco?.reachM).toBeCloseTo(1205, -1)
    expect(findTown({ center: { lat: 0, lng: 0 }, bounds: [0, 0, 0, 0] })?.reachM).toBe(600)
    expect(findTown({ center: null, bounds: null })).toBeNull()
  })

  it('lets no car wander off, wherever it is', () => {
    const latitude = fc.double({ min: -60, max: 70, noNaN: true })
    const longitude = fc.double({ min: -179, max: 179, noNaN: true })
    const offset = fc.double({ min: -0.2, max: 0.2, noNaN: true })
    const car = fc.record({ north: offset, east: offset })
    fc.assert(
      fc.property(fc.integer(), fc.record({ lat: latitude, lng: longitude }), car, (seed, centre, { north, east }) => {
        const town = { centre, reachM: 600 + Math.abs(seed % 1900) }
        const stop = pickNextStop({ lat: centre.lat + north, lng: centre.lng + east }, town, makeDice(seed))
        expect(measureDistanceM(stop, town.centre)).toBeLessThanOrEqual(town.reachM + 0.01)
      }),
    )
  })

  it('begins at the same places for the same seed', () => {
    const town = { centre: { lat: 41.15, lng: -8.62 }, reachM: 1000 }
    expect(pickPlace(town, makeDice(3))).toEqual(pickPlace(town, makeDice(3)))
    expect(pickPlace(town, makeDice(3))).not.toEqual(pickPlace(town, makeDice(4)))
  })
})

const throwsOf = (seed: number) => {
  const dice = makeDice(seed)
  return [dice.fraction(), dice.between(5, 20), dice.pick(['a', 'b', 'c', 'd', 'e'])]
}

describe('the dice', () => {
  it('fall the same for the same seed and differently for another', () => {
    expect(throwsOf(7)).toEqual(throwsOf(7))
    expect(throwsOf(7)).not.toEqual(throwsOf(8))
  })

  it('are fair enough', () => {
    const dice = makeDice(1)
    const all = Array.from({ length: 10_000 }, dice.fraction)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThan(1)
    expect(all.reduce((sum, each) => sum + each, 0) / all.length).toBeCloseTo(0.5, 1)
  })
})
