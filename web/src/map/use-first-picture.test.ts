// @vitest-environment happy-dom
import type { MapRef } from '@vis.gl/react-maplibre'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFirstPicture } from './use-first-picture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A map whose graphics processor is as far as `done` says; without one there is no way to ask. */
const makeMap = (processor: { done: boolean } | null, isWhole = false) => {
  const listeners = new Set<() => void>()
  const fences = new Set<object>()
  const gl = processor && {
    SIGNALED: 1,
    fenceSync: () => {
      const fence = {}
      fences.add(fence)
      return fence
    },
    flush: () => undefined,
    getSyncParameter: () => (processor.done ? 1 : 0),
    deleteSync: (fence: object) => void fences.delete(fence),
  }
  const map = {
    loaded: () => isWhole,
    on: (_name: 'idle', listener: () => void) => void listeners.add(listener),
    off: (_name: 'idle', listener: () => void) => void listeners.delete(listener),
    getCanvas: () => ({ getContext: () => gl }),
  }
  const rest = () => act(() => listeners.forEach((listener) => listener()))
  return { map: map as unknown as MapRef, rest, fences, listeners }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a map is shown when its first view is whole and the graphics processor has drawn it', () => {
  const processor = { done: false }
  const { map, rest, fences } = makeMap(processor)
  const { result } = renderHook(() => useFirstPicture(map))
  pass(500)
  rest()
  pass(500)
  expect(result.current).toBe(false)
  processor.done = true
  pass(30)
  expect([result.current, fences.size]).toEqual([true, 0])
})

test('where it cannot be asked how far the drawing is, a whole view is shown at once', () => {
  const { map, rest } = makeMap(null)
  const { result } = renderHook(() => useFirstPicture(map))
  expect(result.current).toBe(false)
  rest()
  expect(result.current).toBe(true)
})

test('a map that another page has left whole is shown at once', () => {
  const { map } = makeMap({ done: true }, true)
  const { result } = renderHook(() => useFirstPicture(map))
  pass(30)
  expect(result.current).toBe(true)
})

test('nobody waits more than three seconds for a view that does not become whole', () => {
  const { map } = makeMap({ done: true })
  const { result } = renderHook(() => useFirstPicture(map))
  pass(2999)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

test('a map that is left listens and looks no more', () => {
  const { map, rest, listeners } = makeMap({ done: false })
  const { unmount } = renderHook(() => useFirstPicture(map))
  rest()
  unmount()
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})
