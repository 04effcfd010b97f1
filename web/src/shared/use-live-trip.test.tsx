import { act, screen, waitFor } from '@testing-library/react'
import type { BookingView } from '@wayfare/contract/bookings'
import { encodePolyline } from '@wayfare/core/geo'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { makeServer, press, show } from '../../test/server.tsx'
import { booking } from '../features/driver/fake-trip.ts'
import { useLiveTrip } from './use-live-trip.ts'

const heard: { position: ((frame: unknown) => void) | null } = { position: null }
vi.mock('../api/live.ts', async (original) => {
  const real = await original<typeof import('../api/live.ts')>()
  return {
    ...real,
    onPosition: (_topic: string, listener: (frame: unknown) => void) => {
      heard.position = listener
      return () => {
        if (heard.position === listener) heard.position = null
      }
    },
  }
})

const server = makeServer()
const at = (part: Partial<BookingView>) =>
  ({ ...booking(part), coords: encodePolyline([{ lat: 57.7, lng: 11.97 }]) }) as BookingView

const Rider = () => {
  const [shown, setShown] = useState(at({ status: 'ACCEPTED', driver: 'dan' as never, version: 2 }))
  const { etaS } = useLiveTrip(shown)
  return (
    <>
      <output>{`${shown.driver} eta ${etaS}`}</output>
      <button type="button" onClick={() => setShown(at({ status: 'NEW', driver: null, version: 3 }))}>
        reassign
      </button>
      <button type="button" onClick={() => setShown(at({ status: 'ACCEPTED', driver: 'eve' as never, version: 4 }))}>
        other
      </button>
    </>
  )
}

test.each([
  ['after a while without one', true],
  ['at once, as for a page that slept', false],
])('of another driver %s nothing is told that was true of the one before', async (_name, isBetween) => {
  const last = { lat: 57.7, lng: 11.97, heading: null, at: Date.now() }
  server.answers['GET /api/bookings/B1/tracking'] = { last, points: [], etaS: 60, ahead: null }
  show(server, <Rider />)
  await waitFor(() => expect(heard.position).not.toBeNull())
  act(() => heard.position?.({ type: 'position', position: last, etaS: 60, ahead: null }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('dan eta 60'))
  if (isBetween) {
    press('reassign')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('null eta null'))
  }
  // the next driver is ten minutes away and stands: the server knows it, and the next position comes in 15 s
  server.answers['GET /api/bookings/B1/tracking'] = { last: { ...last, lat: 57.75 }, points: [], etaS: 600, ahead: null }
  press('other')
  await act(async () => void (await new Promise((go) => setTimeout(go, 500))))
  expect(screen.getByRole('status').textContent).toContain('eve eta 600')
})
