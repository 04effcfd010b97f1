import { measureDistanceM } from '@wayfare/core/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDice } from './dice.ts'
import { CENTRE, pickNextStop, places, REACH_M } from './streets.ts'

describe('the demo city', () => {
  it('has its places within reach of the centre', () => {
    for (const place of places) expect(measureDistanceM(place, CENTRE)).toBeLessThan(REACH_M)
  })

  it('lets no car wander off, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 57.5, max: 57.9, noNaN: true }),
        fc.double({ min: 11.6, max: 12.3, noNaN: true }),
        (seed, lat, lng) => {
          expect(measureDistanceM(pickNextStop({ lat, lng }, makeDice(seed)), CENTRE)).toBeLessThanOrEqual(REACH_M)
        },
      ),
    )
  })
})

const throwsOf = (seed: number) => {
  const dice = makeDice(seed)
  return [dice.fraction(), dice.between(5, 20), dice.pick(places)]
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
