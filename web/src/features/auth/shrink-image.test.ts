import { expect, it } from 'vitest'
import { fitWithin, shrinkImage } from './shrink-image.ts'

it('keeps the shape of a photo within the longest side and never enlarges it', () => {
  expect(fitWithin(4000, 3000)).toEqual({ width: 2000, height: 1500 })
  expect(fitWithin(3000, 4000)).toEqual({ width: 1500, height: 2000 })
  expect(fitWithin(640, 480)).toEqual({ width: 640, height: 480 })
  expect(fitWithin(100_000, 10)).toEqual({ width: 2000, height: 1 })
})

it('sends a small file, and one that this browser cannot draw, as it is', async () => {
  const small = new Blob([new Uint8Array(10)], { type: 'image/png' })
  expect(await shrinkImage(small)).toBe(small)
  const broken = new Blob([new Uint8Array(2_000_000)], { type: 'image/png' })
  expect(await shrinkImage(broken)).toBe(broken)
})
