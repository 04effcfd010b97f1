import { fireEvent, screen } from '@testing-library/react'
import { importCity, type CityFacts, type CityList } from '@wayfare/contract/cities'
import { expect, test } from 'vitest'
import { porto } from '../../../test/porto.ts'
import { makeServer, press, show } from '../../../test/server.tsx'
import { CityActive } from './city-active.tsx'
import { CityImport } from './city-import.tsx'

const server = makeServer()

const work = { file: 'porto.osm.pbf', stage: 'starting' as const, fraction: 0, startedAt: 0 }

const open = async ({ speeds = {}, convertToMile = false }: { speeds?: CityFacts['speeds']; convertToMile?: boolean } = {}) => {
  server.settings = { convertToMile }
  server.answers['POST /api/cities/import'] = { work }
  const served = { ...porto, speeds }
  const list: CityList = {
    isOwn: true,
    active: 'porto',
    previous: null,
    cities: [served],
    outdated: [],
    work: null,
    last: null,
    files: [{ file: 'porto.osm.pbf', bytes: 1 }],
  }
  show(
    server,
    <>
      <CityActive city={served} />
      <CityImport list={list} />
    </>,
  )
  fireEvent.click(await screen.findByRole('radio', { name: 'city_from_server' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'city_file' }))
  fireEvent.click(await screen.findByRole('option', { name: /porto/ }))
}

const speedOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(speedOf(name), { target: { value } })
const send = async () => {
  press('city_import')
  await expect.poll(() => server.sentTo('POST /api/cities/import')).toHaveLength(1)
  return importCity.input.parse(server.sentTo('POST /api/cities/import')[0]?.body).speeds
}

test('shows what is usual, and sends what is said otherwise and nothing else', async () => {
  await open()
  expect(speedOf('road_residential').placeholder).toBe('28')
  type('road_residential', '22.5')
  type('road_motorway', '80')
  expect(await send()).toEqual({ residential: 22.5 })
})

test('reads and shows miles an hour where distances are in miles', async () => {
  await open({ convertToMile: true, speeds: { service: 8 } })
  expect(speedOf('road_motorway').placeholder).toBe('50')
  press(/^city_speeds_as_in/)
  expect(speedOf('road_service').value).toBe('5')
  type('road_service', '')
  type('road_motorway', '60')
  expect(await send()).toEqual({ motorway: 96.6 })
})

test('says at the field what is wrong, and sends nothing', async () => {
  await open()
  type('road_primary', '4')
  press('city_import')
  expect(await screen.findByText(/^city_speed_wrong/)).toBeTruthy()
  expect(speedOf('road_primary').getAttribute('aria-invalid')).toBe('true')
  expect(speedOf('road_primary').closest('details')?.open).toBe(true)
  expect(server.sentTo('POST /api/cities/import')).toEqual([])
})

test('takes over those of the city that is served, and goes back to what is usual', async () => {
  await open({ speeds: { residential: 20 } })
  expect(screen.getByText(/city_has_speeds/)).toBeTruthy()
  press(/^city_speeds_as_in/)
  expect(speedOf('road_residential').value).toBe('20')
  press('city_speeds_reset')
  expect(speedOf('road_residential').value).toBe('')
  expect(await send()).toEqual({})
})
