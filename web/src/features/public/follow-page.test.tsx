import { screen } from '@testing-library/react'
import type { SharedTrip } from '@wayfare/contract/trips-share'
import { asId } from '@wayfare/core/ids'
import { afterAll, expect, test, vi } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'

// there is no graphics card here to draw it
vi.mock('../../map/map-view.tsx', () => ({ MapView: () => <div /> }))
vi.resetModules()
afterAll(() => {
  vi.doUnmock('../../map/map-view.tsx')
  vi.resetModules()
})

const server = makeServer()
const token = 'y'.repeat(43)
const trip = (part: Partial<SharedTrip> = {}): SharedTrip => ({
  id: asId<'booking'>('B1'),
  phase: 'driving',
  car: { driverFirstName: 'Dan', typeName: 'City', make: 'Volvo', model: 'V60', plate: 'ABC 12D' },
  last: { lat: 57.7, lng: 11.97, heading: null, at: Date.now() },
  etaS: 300,
  ...part,
})

const open = async () => {
  const { FollowPage } = await import('./follow-page.tsx')
  return show(server, <FollowPage />, `/follow#${token}`)
}

test('shows the car, its plate and when it is there, and asks by the token of the link', async () => {
  server.answers['POST /api/shared-trip'] = trip()
  await open()
  expect(await screen.findByRole('heading', { name: /follow_driving_eta/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: /plate_label/ }).textContent).toBe('ABC 12D')
  expect(screen.getByText('Volvo V60 · City')).toBeTruthy()
  expect(server.sentTo('POST /api/shared-trip').map(({ body }) => body)).toEqual([{ token }])
})

test('names no minutes for a car that is as good as there', async () => {
  server.answers['POST /api/shared-trip'] = trip({ etaS: 0 })
  await open()
  expect(await screen.findByRole('heading', { name: 'follow_driving' })).toBeTruthy()
})

test('goes on with the news, and ends with the trip', async () => {
  const answers: unknown[] = [trip(), refusal('share_ended', undefined, 410)]
  server.answers['POST /api/shared-trip'] = () => answers.shift()
  const { client } = await open()
  const { applyEvent } = await import('../../api/live-cache.ts')
  await screen.findByRole('heading', { name: /follow_driving/ })
  applyEvent(client, { name: 'sharedTrip', trip: trip({ phase: 'looking', car: null, last: null, etaS: null }) })
  expect(await screen.findByRole('heading', { name: 'follow_looking' })).toBeTruthy()
  applyEvent(client, { name: 'sharedTripGone', bookingId: asId<'booking'>('B1') })
  expect(await screen.findByText('share_ended')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('of a link that is none it says so', async () => {
  server.answers['POST /api/shared-trip'] = refusal('share_ended', undefined, 410)
  await open()
  expect(await screen.findByText('share_ended')).toBeTruthy()
})
