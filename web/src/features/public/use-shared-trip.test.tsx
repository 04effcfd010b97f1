import { act, screen, waitFor } from '@testing-library/react'
import type { SharedTrip } from '@wayfare/contract/trips-share'
import { asId } from '@wayfare/core/ids'
import { expect, test, vi } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { applyEvent } from '../../api/live-cache.ts'
import { useSharedTrip } from './use-shared-trip.ts'

const heard: { position: ((frame: unknown) => void) | null } = { position: null }
vi.mock('../../api/live.ts', async (original) => ({
  ...(await original<typeof import('../../api/live.ts')>()),
  onPosition: (_topic: string, listener: (frame: unknown) => void) => {
    heard.position = listener
    return () => undefined
  },
}))

const server = makeServer()
const last = { lat: 57.7, lng: 11.97, heading: null, at: Date.now() }
const trip = (part: Partial<SharedTrip> = {}): SharedTrip => ({
  id: asId<'booking'>('B1'),
  phase: 'coming',
  last,
  etaS: 60,
  car: { driverFirstName: 'Dan', typeName: 'City', make: null, model: null, plate: 'ABC 12D' },
  ...part,
})

const Follower = () => {
  const { trip: followed, etaS, at } = useSharedTrip('y'.repeat(43))
  return <output>{`${followed?.phase} ${followed?.car?.driverFirstName} ${etaS} ${at?.lat}`}</output>
}

test.each([
  ['after a while without one', true],
  ['at once, as for a page that slept', false],
])('whoever follows a trip sees nothing of the former driver once another one comes %s', async (_name, isBetween) => {
  server.answers['POST /api/shared-trip'] = trip()
  const { client } = show(server, <Follower />)
  await waitFor(() => expect(heard.position).not.toBeNull())
  act(() => heard.position?.({ position: last, etaS: 60, ahead: null }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('coming Dan 60 57.7'))
  if (isBetween) {
    act(() => applyEvent(client, { name: 'sharedTrip', trip: trip({ phase: 'looking', car: null, last: null, etaS: null }) }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('looking'))
  }
  const eve = { driverFirstName: 'Eve', typeName: 'City', make: null, model: null, plate: 'XYZ 99' }
  act(() => applyEvent(client, { name: 'sharedTrip', trip: trip({ car: eve, last: { ...last, lat: 57.75 }, etaS: 600 }) }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Eve'))
  expect(screen.getByRole('status').textContent).toBe('coming Eve 600 57.75')
})
