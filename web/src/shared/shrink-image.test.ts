import { expect, it } from 'vitest'
import { cutSquare, findImageProblem, findMiddleSquare, fitWithin, shrinkImage } from './shrink-image.ts'

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

it('cuts the square in the middle, of a wide photo and of a tall one', () => {
  expect(findMiddleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 })
  expect(findMiddleSquare(300, 401)).toEqual({ x: 0, y: 51, side: 300 })
})

it('leaves a file whole that this browser cannot cut, and says what is no image', async () => {
  const text = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
  expect(await cutSquare(text, 512)).toBe(text)
  expect(await findImageProblem(text)).toBe('image_refused')
})
