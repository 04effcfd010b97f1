// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useMyPlace } from './use-my-place.ts'

const bounds = [11.9, 57.6, 12.1, 57.8] as const
const inside = { latitude: 57.7, longitude: 12 }

type Answer = { state: PermissionState; coords?: { latitude: number; longitude: number } }

/** A browser that tells where it is, or will not. */
const browse = ({ state, coords }: Answer) => {
  const ask = vi.fn((found: PositionCallback, failed: PositionErrorCallback) =>
    coords
      ? found({ coords } as GeolocationPosition)
      : failed({ code: 1, message: '', PERMISSION_DENIED: 1 } as GeolocationPositionError),
  )
  vi.stubGlobal('isSecureContext', true)
  const permissions = { query: () => Promise.resolve({ state }) }
  vi.stubGlobal('navigator', { permissions, geolocation: { getCurrentPosition: ask } })
  return { ask, ...renderHook(() => useMyPlace(bounds)) }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('who has allowed it before sees the map where they are', async () => {
  const { result } = browse({ state: 'granted', coords: inside })
  await waitFor(() => expect(result.current.place).toEqual({ lat: 57.7, lng: 12 }))
})

test('anybody else is not asked before they ask for it', async () => {
  const { ask, result } = browse({ state: 'prompt', coords: inside })
  await act(() => Promise.resolve())
  expect([ask.mock.calls.length, result.current.place]).toEqual([0, null])
  act(() => result.current.find())
  await waitFor(() => expect(result.current).toMatchObject({ place: { lat: 57.7, lng: 12 }, busy: false, problem: null }))
})

test('a place outside the map of the city is told, and one that is not told is a problem; the map stays', async () => {
  const far = browse({ state: 'granted', coords: { latitude: 40, longitude: 3 } })
  await act(() => Promise.resolve())
  act(() => far.result.current.find())
  await waitFor(() => expect(far.result.current).toMatchObject({ place: null, busy: false, problem: 'outside' }))
  cleanup()
  const shut = browse({ state: 'denied' })
  act(() => shut.result.current.find())
  await waitFor(() => expect(shut.result.current.busy).toBe(false))
  expect([shut.result.current.place, shut.result.current.problem === null]).toEqual([null, false])
})
