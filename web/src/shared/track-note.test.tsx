import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeServer, show } from '../../test/server.tsx'
import { TrackNote } from './track-note.tsx'

const server = makeServer()
afterEach(() => void vi.useRealTimers())

test.each([
  [40_000, 'track_last_position'],
  [119_000, 'track_last_position'],
  [121_000, 'track_last_minutes'],
])('a position %i ms old is told by %s', async (age, key) => {
  // it does not grow older while the page is drawn
  vi.useFakeTimers({ toFake: ['Date'] })
  show(server, <TrackNote trip={{ isLive: true, isUnknown: false, seenAt: Date.now() - age }} />)
  await screen.findByText(key)
})

test('a fresh position is told by nothing', () => {
  show(server, <TrackNote trip={{ isLive: true, isUnknown: false, seenAt: Date.now() }} />)
  expect(screen.getByRole('status').textContent).toBe('')
})
