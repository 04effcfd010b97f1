import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { SetupEnd } from './setup-end.tsx'

const porto = {
  dataset: 'porto',
  name: 'Porto',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  bounds: [-8.7, 41.1, -8.5, 41.2],
  center: { lat: 41.15, lng: -8.6 },
  attribution: 'OpenStreetMap',
  dataDate: null,
  builtAt: 0,
  bytes: 1,
  connectedShare: 1,
  speeds: {},
  counts: { roadKm: 1, streets: 1, places: 1, houseNumbers: 1 },
}
const server = makeServer()
const open = (isDemo: boolean) => {
  server.answers['GET /api/cities'] = {
    isOwn: true,
    active: 'porto',
    previous: null,
    outdated: [],
    work: null,
    last: null,
    files: null,
    cities: [{ ...porto, isDemo }],
  }
  show(server, <SetupEnd onBack={() => {}} />)
}
const isAsked = () => server.sentTo('GET /api/cities').length > 0

test('sends to the map page who is served the map of the demo, and not who has imported a city', async () => {
  open(true)
  await screen.findByRole('link', { name: 'nav_drivers' })
  await expect.poll(isAsked).toBe(true)
  expect(screen.getByRole('link', { name: 'nav_city_map' }).getAttribute('href')).toBe('/citymap')
  cleanup()
  open(false)
  await screen.findByRole('link', { name: 'nav_drivers' })
  await expect.poll(() => screen.queryByRole('link', { name: 'nav_city_map' })).toBeNull()
})
