import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareFreshPlace, useSharing } from './use-sharing.ts'

const { sent } = vi.hoisted(() => ({ sent: [] as { fixes: { lat: number }[] }[] }))
vi.mock('../../api/live.ts', () => ({
  onPositionsTaken: () => () => undefined,
  sendPositions: (batch: { fixes: { lat: number }[] }) => (sent.push(batch), true),
  useLiveState: () => 'open',
}))

/** Where the device sees itself; null: nowhere. */
let seen: number | null = null
Object.defineProperty(navigator, 'geolocation', {
  configurable: true,
  value: {
    getCurrentPosition: (onPosition: PositionCallback) => {
      if (seen === null) return
      const coords = { latitude: seen, longitude: 11.96, heading: null, speed: 0, accuracy: 5 }
      onPosition({ coords, timestamp: Date.now() } as GeolocationPosition)
    },
  },
})

let now = 1_000_000_000_000
beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => now))
afterEach(() => void vi.restoreAllMocks())

const pass = (ms: number) => void (now += ms)
const ask = (): Promise<boolean> => shareFreshPlace(30)

test('a device that has not been heard of for a while says where it is before a trip ends there', async () => {
  const { result, rerender, unmount } = renderHook(({ active }) => useSharing('dan', active), { initialProps: { active: true } })
  // a page that was loaded anew has not been heard of at all
  seen = 57.71
  expect(await ask()).toBe(true)
  act(() => result.current({ lat: 57.7, lng: 11.96, at: Date.now(), heading: null, speed: 12, accuracy: 5 }))
  seen = 57.72
  sent.splice(0)
  pass(5000)
  expect(await ask()).toBe(false)
  pass(60_000)
  expect(await ask()).toBe(true)
  expect(sent.at(-1)?.fixes.at(-1)?.lat).toBe(57.72)
  // one that sees nothing is not waited for any longer
  seen = null
  rerender({ active: true })
  pass(60_000)
  expect(await ask()).toBe(false)
  // nor is one asked where another device says where the driver is
  seen = 57.73
  rerender({ active: false })
  expect(await ask()).toBe(false)
  unmount()
})

test('a driver who comes to the console from another page is still asked: that page goes only once the console is there', async () => {
  const elsewhere = renderHook(() => useSharing('dan', true))
  const atConsole = renderHook(() => useSharing('dan', true))
  elsewhere.unmount()
  seen = 57.74
  pass(60_000)
  expect(await ask()).toBe(true)
  atConsole.unmount()
  pass(60_000)
  expect(await ask()).toBe(false)
})
