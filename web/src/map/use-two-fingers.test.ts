// @vitest-environment happy-dom
import type { MapRef } from '@vis.gl/react-maplibre'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTwoFingers } from './use-two-fingers.ts'

const makeMap = () => {
  const gestures = { on: false, enable: () => void (gestures.on = true), disable: () => void (gestures.on = false) }
  return { gestures, map: { getMap: () => ({ cooperativeGestures: gestures }) } as unknown as MapRef }
}

const pointWith = (pointer: 'coarse' | 'fine') =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(pointer) }))

afterEach(() => vi.unstubAllGlobals())

test('a map within a page leaves one finger to the page, until the page gives the map back', () => {
  pointWith('coarse')
  const { gestures, map } = makeMap()
  const { unmount } = renderHook(() => useTwoFingers(map, true))
  expect(gestures.on).toBe(true)
  unmount()
  expect(gestures.on).toBe(false)
})

test('a map that fills the screen takes every finger, and a mouse moves any map', () => {
  pointWith('coarse')
  const whole = makeMap()
  renderHook(() => useTwoFingers(whole.map, false))
  pointWith('fine')
  const pointed = makeMap()
  renderHook(() => useTwoFingers(pointed.map, true))
  expect([whole.gestures.on, pointed.gestures.on]).toEqual([false, false])
})
