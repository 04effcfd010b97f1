import { screen, within } from '@testing-library/react'
import type { CityFacts, CityInUse } from '@wayfare/contract/cities'
import { makeTown } from '@wayfare/contract/demo'
import { expect, test } from 'vitest'
import { makeServer, press, refusal, show } from '../../../test/server.tsx'
import { CitySwitchDialog } from './city-switch-dialog.tsx'

const server = makeServer()

const inUse: CityInUse = {
  running: [{ id: 'TFDBK90NARQK', tripDate: 0, pickup: 'Avenyn 1', drop: 'Nordstan' }],
  outside: [{ id: 'C6F3832RCCVX', tripDate: 0, pickup: 'Omvägen', drop: 'Frihamnen' }],
}
const city = { dataset: 'porto', name: 'Porto' } as CityFacts

const open = async (canMake: boolean) => {
  server.answers['POST /api/cities/porto/activate'] = refusal('city_in_use', inUse, 409)
  server.answers['GET /api/demo/town'] = { startedAt: 1000, canMake, problem: null }
  server.answers['POST /api/demo/town'] = refusal('demo_mode')
  show(server, <CitySwitchDialog asked={{ city, isBack: false }} onClose={() => {}} />)
  press('city_activate', await screen.findByRole('dialog'))
  await screen.findByText('city_trips_on')
  await expect.poll(() => server.sentTo('GET /api/demo/town')).toHaveLength(1)
}

test('lists what stands against another city, each with the way to it', async () => {
  await open(false)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/bookings/TFDBK90NARQK',
    '/bookings/C6F3832RCCVX',
  ])
  expect(screen.getByText('Frihamnen')).toBeTruthy()
  expect(screen.queryByText(/^town_instead/)).toBeNull()
})

test('in the demo, whose cars always drive, a fresh town in the other city is offered', async () => {
  await open(true)
  await screen.findByText(/^town_instead/)
  press('town_make')
  const question = await screen.findByRole('dialog', { name: 'town_title' })
  press('town_make', question)
  await expect.poll(() => server.sentTo('POST /api/demo/town')).toHaveLength(1)
  expect(makeTown.input.parse(server.sentTo('POST /api/demo/town')[0]?.body)).toEqual({ dataset: 'porto' })
  expect((await within(question).findAllByText('demo_mode')).length).toBeGreaterThan(0)
})
