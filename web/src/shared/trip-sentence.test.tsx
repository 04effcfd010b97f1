import { screen } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../test/server.tsx'
import { readServerNow } from '../api/live.ts'
import { TextProvider } from '../ui/text.ts'
import { TripSentence } from './trip-sentence.tsx'

const server = makeServer()
const minute = 60_000
const t = (key: string, params: Record<string, string | number> = {}) => [key, ...Object.values(params)].join(' ')

test.each([
  ['just booked', false, 2, 2],
  ['a parcel that was paid, or a booking that the desk took from its driver', false, 25, 3],
  ['booked for later', true, 600, 4],
  ['booked less than the lead before its time', true, 5, 19],
])('%s: the clock says since when drivers are looked for', async (_name, bookLater, booked, released) => {
  const now = readServerNow()
  const times = { bookingDate: now - booked * minute, releaseAt: now - released * minute, tripdate: now }
  const booking = { status: 'NEW', category: 'taxi', noTaker: null, requestedCount: 0, bookLater, ...times }
  show(
    server,
    <TextProvider value={t}>
      <TripSentence booking={booking as unknown as BookingView} etaS={null} />
    </TextProvider>,
  )
  const clock = await screen.findByText(/trip_searching_since/)
  expect(clock.textContent).toContain(`${Math.min(booked, released)}:0`)
})
