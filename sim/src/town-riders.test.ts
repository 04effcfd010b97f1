import { makeDice } from '@wayfare/core/dice'
import { describe, expect, it } from 'vitest'
import { chooseCar } from './ride.ts'
import { planNext } from './town-riders.ts'

const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length

describe('riders of the town', () => {
  it('leave cars of each kind to people, and take nothing where that is all there is', () => {
    const dice = makeDice(3)
    expect(chooseCar([{ free: 2 }, { free: 0 }], dice)).toBeNull()
    const cars = [
      { carType: 'city', free: 8 },
      { carType: 'van', free: 2 },
      { carType: 'comfort', free: 3 },
    ]
    const chosen = Array.from({ length: 200 }, () => chooseCar(cars, dice)?.carType)
    expect(new Set(chosen)).toEqual(new Set(['city', 'comfort']))
    expect(chosen.filter((one) => one === 'city').length).toBeGreaterThan(100)
  })

  it('book a few a minute while somebody looks, and about forty a day while nobody does', () => {
    const dice = makeDice(5)
    const gaps = (isWatched: boolean) => Array.from({ length: 500 }, () => planNext(0, isWatched, dice) / 1000)
    expect(60 / mean(gaps(true))).toBeGreaterThan(1)
    expect(60 / mean(gaps(true))).toBeLessThan(4)
    expect(86_400 / mean(gaps(false))).toBeGreaterThan(35)
    expect(86_400 / mean(gaps(false))).toBeLessThan(50)
  })
})
