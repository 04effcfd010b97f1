import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchPart, makeLazyPart, useMissingPart } from './lazy-part.ts'

const notCome = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/page.js')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Missing = () => <p>{useMissingPart() ? 'missing' : 'all there'}</p>

test('a part that does not come is asked for again in its place, at once when the network is back', async () => {
  const load = vi.fn(() => Promise.resolve(() => <p>the part</p>))
  load.mockRejectedValueOnce(notCome).mockRejectedValueOnce(notCome)
  const Part = makeLazyPart(load)
  render(
    <Suspense fallback={<Missing />}>
      <Part />
    </Suspense>,
  )
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByText('missing')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(load).toHaveBeenCalledTimes(2)
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(10)
  })
  expect(screen.getByText('the part')).toBeTruthy()
})

test('a fault of a part itself is no missing part', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('x is not a function')))
  await expect(fetchPart(load)).rejects.toThrow('x is not a function')
  expect(load).toHaveBeenCalledOnce()
  render(<Missing />)
  expect(screen.getByText('all there')).toBeTruthy()
})
