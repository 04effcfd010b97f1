import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOnceResolved } from './use-once-resolved.ts'

test('what is asked for is done at once, or once when the last position is there', () => {
  const done = vi.fn<() => void>()
  const { result } = renderHook(() => useOnceResolved(done))
  act(() => result.current.ask())
  expect(done).toHaveBeenCalledTimes(1)
  act(() => result.current.onResolving(true))
  act(() => result.current.onResolving(true))
  act(() => result.current.ask())
  act(() => result.current.ask())
  act(() => result.current.onResolving(false))
  expect(done).toHaveBeenCalledTimes(1)
  act(() => result.current.onResolving(false))
  expect(done).toHaveBeenCalledTimes(2)
})

test('nothing is done that nobody asked for', () => {
  const done = vi.fn<() => void>()
  const { result } = renderHook(() => useOnceResolved(done))
  act(() => result.current.onResolving(true))
  act(() => result.current.onResolving(false))
  expect(done).not.toHaveBeenCalled()
})
