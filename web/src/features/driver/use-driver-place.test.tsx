import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { booking } from './fake-trip.ts'
import type { DeviceReading } from './share-location.ts'
import { useDriverPlace } from './use-driver-place.ts'

const { shared, share } = vi.hoisted(() => {
  const all: DeviceReading[] = []
  return { shared: all, share: (reading: DeviceReading) => void all.push(reading) }
})
vi.mock('./use-sharing.ts', () => ({ useSharing: () => share }))
vi.mock('./use-ahead.ts', () => ({ useAhead: () => null }))
vi.mock('./leg-route.ts', () => ({ useLegRoute: () => null }))

/** What the device sees now; null: nothing. */
let seen: { lat: number; lng: number; speed: number } | null = null
const watchers = new Set<PositionCallback>()
const refusals = new Set<PositionErrorCallback>()
const positionOf = ({ lat, lng, speed }: NonNullable<typeof seen>) =>
  ({ coords: { latitude: lat, longitude: lng, heading: null, speed, accuracy: 5 }, timestamp: Date.now() }) as GeolocationPosition
Object.defineProperty(navigator, 'geolocation', {
  configurable: true,
  value: {
    watchPosition: (onPosition: PositionCallback, onProblem: PositionErrorCallback) => {
      watchers.add(onPosition)
      refusals.add(onProblem)
      return 1
    },
    clearWatch: () => {
      watchers.clear()
      refusals.clear()
    },
    getCurrentPosition: (onPosition: PositionCallback) => seen && onPosition(positionOf(seen)),
  },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Seen once at a place, and then left alone for a minute, in which the device sees what it sees. */
const leaveAlone = (trip: BookingView | null, then: typeof seen, queue = trip !== null) => {
  const me = { id: 'dan', demo: false, queue, location: null } as unknown as Me
  const { unmount } = renderHook(() => useDriverPlace(me, trip, true, null))
  seen = { lat: 57.7, lng: 11.96, speed: 12 }
  const first = positionOf(seen)
  act(() => watchers.forEach((tell) => tell(first)))
  seen = then
  act(() => void vi.advanceTimersByTime(60_000))
  unmount()
  return shared.splice(0).slice(1)
}

test('on a trip a device that sees nothing, in a tunnel or behind another app, does not say that the car stands', () => {
  expect(leaveAlone(booking({ status: 'STARTED' }), null)).toEqual([])
  // a page that does not show the trip knows that there is one
  expect(leaveAlone(null, null, true)).toEqual([])
})

test('on a trip a car that stands is heard of as the device sees it', () => {
  const place = { lat: 57.7, lng: 11.96 }
  const again = leaveAlone(booking({ status: 'STARTED' }), { ...place, speed: 0 })
  expect(again).toHaveLength(4)
  expect(again.at(-1)).toMatchObject({ ...place, speed: 0, at: Date.now() })
})

test('a device that takes over on a trip asks where it is, and does not say that it is where it was seen before', () => {
  const me = { id: 'dan', demo: false, queue: true, location: null } as unknown as Me
  const trip = booking({ status: 'STARTED' })
  const { rerender, unmount } = renderHook(({ sharing }) => useDriverPlace(me, trip, sharing, null), {
    initialProps: { sharing: false },
  })
  const before = positionOf({ lat: 57.7, lng: 11.96, speed: 12 })
  act(() => watchers.forEach((tell) => tell(before)))
  shared.splice(0)
  act(() => void vi.advanceTimersByTime(60_000))
  seen = null
  rerender({ sharing: true })
  expect(shared.splice(0)).toEqual([])
  rerender({ sharing: false })
  seen = { lat: 57.71, lng: 11.97, speed: 9 }
  rerender({ sharing: true })
  expect(shared.splice(0)).toMatchObject([seen])
  unmount()
})

test('a driver who waits for a trip is still there', () => {
  expect(leaveAlone(null, null)).toHaveLength(4)
})

test('a driver on a trip who takes back the leave, and gives it again, is heard of once more', () => {
  const me = { id: 'dan', demo: false, queue: true, location: null } as unknown as Me
  const { unmount } = renderHook(() => useDriverPlace(me, null, true, null))
  act(() => watchers.forEach((tell) => tell(positionOf({ lat: 57.7, lng: 11.96, speed: 12 }))))
  const denied = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError
  act(() => refusals.forEach((tell) => tell(denied)))
  shared.splice(0)
  seen = null
  act(() => void vi.advanceTimersByTime(31_000))
  expect(shared.splice(0)).toEqual([])
  seen = { lat: 57.71, lng: 11.97, speed: 3 }
  act(() => void vi.advanceTimersByTime(31_000))
  expect(shared.splice(0)[0]).toMatchObject({ lat: 57.71, lng: 11.97 })
  unmount()
})

test('a driver who waits and takes back the leave to see where he is, is not said to be where he was', () => {
  const me = { id: 'dan', demo: false, queue: false, location: null } as unknown as Me
  const { unmount } = renderHook(() => useDriverPlace(me, null, true, null))
  const first = positionOf({ lat: 57.7, lng: 11.96, speed: 12 })
  act(() => watchers.forEach((tell) => tell(first)))
  shared.splice(0)
  const [denied, lost] = [1, 2].map((code) => ({ code, PERMISSION_DENIED: 1 }) as GeolocationPositionError)
  act(() => refusals.forEach((tell) => lost && tell(lost)))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shared.splice(0)).toHaveLength(4)
  act(() => refusals.forEach((tell) => denied && tell(denied)))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shared.splice(0)).toEqual([])
  unmount()
})
