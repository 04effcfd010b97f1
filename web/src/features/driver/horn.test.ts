import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHorn } from './horn.ts'

// a browser without sound still shakes the phone: each blow is one
const vibrate = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vibrate.mockClear()
  vi.stubGlobal('navigator', { vibrate })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the horn', () => {
  it('blows again and again until the answer, where the operator wants it so', () => {
    const stop = startHorn(true)
    expect(vibrate).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    expect(vibrate).toHaveBeenCalledTimes(5)
    stop()
    vibrate.mockClear()
    vi.advanceTimersByTime(10_000)
    expect(vibrate).not.toHaveBeenCalled()
  })

  it('blows once otherwise', () => {
    const stop = startHorn(false)
    vi.advanceTimersByTime(10_000)
    expect(vibrate).toHaveBeenCalledTimes(1)
    stop()
  })
})
