import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeDesk, show } from './fake-desk.tsx'
import { TrackNote } from './track-note.tsx'

const desk = makeDesk()

test.each([
  [40_000, 'track_last_position'],
  [119_000, 'track_last_position'],
  [121_000, 'track_last_minutes'],
])('a position %i ms old is told by %s', async (age, key) => {
  show(desk, <TrackNote trip={{ isLive: true, isUnknown: false, seenAt: Date.now() - age }} />)
  await screen.findByText(key)
})

test('a fresh position is told by nothing', () => {
  show(desk, <TrackNote trip={{ isLive: true, isUnknown: false, seenAt: Date.now() }} />)
  expect(screen.getByRole('status').textContent).toBe('')
})
