import { expect, test } from 'vitest'
import { choosePinSide } from './use-pin-side.ts'

test('a pin stands above its stop until a car comes below its head, and then hangs until one comes below that', () => {
  expect(choosePinSide('above', { x: 0, y: 40 })).toBe('above')
  expect(choosePinSide('above', { x: 14, y: -40 })).toBe('below')
  expect(choosePinSide('below', { x: 14, y: -40 })).toBe('below')
  expect(choosePinSide('below', { x: 14, y: 40 })).toBe('above')
})

test('a car at the stop itself, or far from it, turns no pin', () => {
  for (const side of ['above', 'below'] as const)
    for (const car of [
      { x: 0, y: 0 },
      { x: 0, y: -200 },
      { x: 0, y: 200 },
      { x: 90, y: -40 },
      { x: -90, y: 40 },
    ])
      expect(choosePinSide(side, car)).toBe(side)
})
