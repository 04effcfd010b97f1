import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSettled } from './use-settled.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a balance that changes several times in a row is shown a second and a half after its last change; the first one at once', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ balance }) => useSettled(balance), {
    initialProps: { balance: null as string | null },
  })
  expect(result.current).toBeNull()
  const change = (balance: string, afterMs: number) => {
    rerender({ balance })
    act(() => vi.advanceTimersByTime(afterMs))
    return result.current
  }
  expect(change('100.00', 0)).toBe('100.00')
  act(() => vi.advanceTimersByTime(1500))
  expect([change('90.00', 1400), change('80.00', 1400), change('75.00', 1499)]).toEqual(['100.00', '100.00', '100.00'])
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe('75.00')
})
