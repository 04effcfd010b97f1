import { expect, test } from 'vitest'
import type { Manoeuvre, RouteStep } from './manoeuvres.ts'
import { findNextStep } from './next-step.ts'

const step = (manoeuvre: Manoeuvre, distanceM: number): RouteStep => ({
  manoeuvre,
  distanceM,
  durationS: 10,
  street: 'Vasagatan',
  exit: null,
  at: { lat: 57.7, lng: 11.97 },
})
const steps = [step('depart', 300), step('left', 500), step('right', 200), step('arrive', 0)]

test.each([
  { share: 0, is: 'left', metres: 300 },
  { share: 0.29, is: 'left', metres: 10 },
  { share: 0.31, is: 'right', metres: 490 },
  { share: 0.85, is: 'arrive', metres: 150 },
  { share: 1, is: 'arrive', metres: 0 },
])('the next step is $is when $share of the way is driven', ({ share, is, metres }) => {
  const next = findNextStep(steps, share)
  expect([next?.manoeuvre, Math.round(next?.metres ?? -1)]).toEqual([is, metres])
})

test('nobody knows it where the map engine tells no steps', () => {
  expect(findNextStep(undefined, 0.5)).toBeNull()
  expect(findNextStep([], 0.5)).toBeNull()
})
