import { computeDestination, type LatLng } from '@wayfare/core/geo'
import type { Manoeuvre, RouteStep } from '@wayfare/core/manoeuvres'
import { describe, expect, it } from 'vitest'
import { findNextStep, type LegRoute } from './leg-route.ts'

const start: LatLng = { lat: 57.7, lng: 11.97 }
const step = (manoeuvre: Manoeuvre, distanceM: number): RouteStep => ({
  manoeuvre,
  distanceM,
  durationS: 10,
  street: 'Vasagatan',
  exit: null,
  at: start,
})

const route: LegRoute = {
  key: 'leg',
  points: [start, computeDestination(start, 0, 500), computeDestination(start, 0, 1000)],
  distanceM: 1000,
  durationS: 100,
  steps: [step('depart', 300), step('left', 500), step('right', 200), step('arrive', 0)],
}

describe('the next step of a way', () => {
  it.each([
    { leftM: 1000, is: 'left', inM: 300 },
    { leftM: 710, is: 'left', inM: 10 },
    { leftM: 690, is: 'right', inM: 490 },
    { leftM: 150, is: 'arrive', inM: 150 },
    { leftM: 0, is: 'arrive', inM: 0 },
  ])('is $is when $leftM m are left', ({ leftM, is, inM }) => {
    const next = findNextStep(route, leftM)
    expect([next?.step.manoeuvre, Math.round(next?.inM ?? -1)]).toEqual([is, inM])
  })

  it('is unknown where the map engine tells no steps', () => {
    expect(findNextStep({ ...route, steps: undefined }, 500)).toBeNull()
    expect(findNextStep({ ...route, steps: [] }, 500)).toBeNull()
  })
})
