import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { porto } from '../../../test/porto.ts'
import { makeServer, show } from '../../../test/server.tsx'
import { SetupEnd } from './setup-end.tsx'

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
