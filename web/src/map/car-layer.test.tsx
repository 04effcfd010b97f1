// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCarFeed } from './car-feed.ts'

const written: Record<string, unknown[]> = {}
const moves: unknown[] = []
const city = {
  getSource: (id: string) => ({ setData: (data: unknown) => void (written[id] ??= []).push(data) }),
  setMissingStyleImageResolver: () => undefined,
  on: () => undefined,
  off: () => undefined,
  jumpTo: ({ center }: { center: unknown }) => void moves.push({ jump: center }),
  easeTo: ({ center, duration }: { center: unknown; duration: number }) => void moves.push({ ease: center, duration }),
}
vi.mock('@vis.gl/react-maplibre', () => ({ useMap: () => ({ current: { getMap: () => city } }) }))
vi.resetModules()
afterAll(() => {
  vi.doUnmock('@vis.gl/react-maplibre')
  vi.resetModules()
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  for (const id of Object.keys(written)) delete written[id]
  moves.length = 0
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const at = (lng: number) => ({ lat: 57.7, lng, heading: 90 })
/** Where the only car was drawn, each time. */
const drawn = () =>
  (written['cars'] ?? []).map(
    (data) => (data as ReturnType<ReturnType<typeof makeCarFeed>['snapshot']>).features[0]?.geometry.coordinates[0],
  )

test('cars stand where they were first until the map is seen, and glide from then on', async () => {
  const { CarLayer } = await import('./car-layer.tsx')
  const feed = makeCarFeed()
  feed.push('a', at(12))
  const { rerender } = render(<CarLayer feed={feed} isShown={false} />)
  pass(100)
  feed.push('a', at(12.001))
  pass(1000)
  expect(drawn()).toEqual([12])
  rerender(<CarLayer feed={feed} isShown />)
  pass(100)
  expect(drawn()).toEqual([12, 12.001])
  feed.push('a', at(12.002))
  pass(200)
  expect(drawn().length).toBeGreaterThan(5)
})

test('where no car has moved meanwhile, nothing is drawn again when the map is seen', async () => {
  const { CarLayer } = await import('./car-layer.tsx')
  const feed = makeCarFeed()
  feed.push('a', at(12))
  const { rerender } = render(<CarLayer feed={feed} isShown={false} />)
  pass(100)
  rerender(<CarLayer feed={feed} isShown />)
  pass(100)
  expect(drawn()).toEqual([12])
})

test('the view goes to its first car, rests until it is seen, and goes along from then on', async () => {
  const { CarFollower } = await import('./car-follower.tsx')
  const feed = makeCarFeed()
  const { rerender } = render(<CarFollower feed={feed} headingUp={false} isShown={false} />)
  feed.push('a', at(12))
  feed.push('a', at(12.001))
  expect(moves).toEqual([{ ease: [12, 57.7], duration: 0 }])
  rerender(<CarFollower feed={feed} headingUp={false} isShown />)
  feed.push('a', at(12.001))
  feed.push('a', at(12.001))
  expect(moves.slice(1)).toEqual([{ ease: [12.001, 57.7], duration: 1000 }])
})
