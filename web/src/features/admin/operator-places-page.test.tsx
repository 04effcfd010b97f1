import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { PlaceSuggestion } from '@wayfare/contract/places'
import type { OperatorPlace } from '@wayfare/contract/places-operator'
import { asId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { choose, makeServer, press, refusal, show, type, writesOf } from '../../../test/server.tsx'
import { OperatorPlacesPage } from './operator-places-page.tsx'

const server = makeServer()

const stand: OperatorPlace = {
  id: asId('stand'),
  name: 'Our stand',
  otherNames: ['Taxi rank', 'The corner'],
  kind: 'landmark',
  lat: 57.7,
  lng: 11.95,
  hidden: false,
  mapPlaceId: null,
  outside: false,
  version: 3,
  createdAt: 1_700_000_000_000,
}
const closed: OperatorPlace = { ...stand, id: asId('closed'), name: 'Old pier', otherNames: [], hidden: true }
const away: OperatorPlace = { ...stand, id: asId('away'), name: 'Porto office', otherNames: [], outside: true }

const station: PlaceSuggestion = {
  placeId: asId('e:gothenburg:l:centralstationen'),
  description: 'Centralstationen, Göteborg',
  kind: 'landmark',
  isGuess: false,
  structuredFormatting: { mainText: 'Centralstationen', secondaryText: 'Göteborg', mainTextMatchedSubstrings: [] },
}

const serve = (...places: OperatorPlace[]) => (server.answers['GET /api/places/operator'] = { places })

beforeEach(() => {
  serve(stand, closed, away)
  server.answers['GET /api/places'] = { places: [station] }
  server.answers[`GET /api/places/${encodeURIComponent(station.placeId)}/coords`] = {
    coords: { lat: 57.7088, lng: 11.9735 },
    address: 'Centralstationen, Göteborg',
  }
  server.answers['GET /api/places/reverse'] = { address: 'Vasagatan 12, Göteborg' }
})

test('every place says what people call it and whether the search offers it', async () => {
  show(server, <OperatorPlacesPage />)
  const row = await screen.findByRole('row', { name: /Our stand/ })
  expect(row.textContent).toContain('Taxi rank, The corner')
  expect(row.textContent).toContain('operator_place_shown')
  expect(screen.getByRole('row', { name: /Old pier/ }).textContent).toContain('operator_place_hidden')
  expect(screen.getByRole('row', { name: /Porto office/ }).textContent).toContain('operator_place_outside')
})

test('without any the page says what they are for', async () => {
  serve()
  show(server, <OperatorPlacesPage />)
  await screen.findByText('no_places')
  screen.getByText('places_intro')
})

test('a new one needs a position and a name; one that the map has brings both, and stands for it', async () => {
  server.answers['POST /api/places/operator'] = { ...stand, id: asId('new') }
  show(server, <OperatorPlacesPage />)
  await screen.findByRole('row', { name: /Our stand/ })
  press('operator_place_add')
  await screen.findByRole('textbox', { name: 'operator_place_name' })
  press('save')
  await screen.findByText('field_required')
  await screen.findByText('operator_place_at_missing')
  expect(writesOf(server)).toEqual([])

  fireEvent.change(screen.getByRole('combobox', { name: 'operator_place_at' }), { target: { value: 'central' } })
  fireEvent.click(await screen.findByRole('option', { name: /Centralstationen/ }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'operator_place_name' })).toHaveProperty('value', 'Centralstationen'),
  )
  expect(await screen.findByRole('switch', { name: /operator_place_stands_for/ })).toHaveProperty('checked', true)
  // the Arabic comma parts names as well, and none is kept twice
  type('operator_place_other_names', 'Stationen ، C, Stationen,')
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]).toMatchObject({
    way: 'POST /api/places/operator',
    body: {
      name: 'Centralstationen',
      otherNames: ['Stationen', 'C'],
      kind: 'landmark',
      lat: 57.7088,
      lng: 11.9735,
      hidden: false,
      mapPlaceId: station.placeId,
    },
  })
})

test('what another has taken on the map is refused in words, and the form stays as it was', async () => {
  server.answers['PUT /api/places/operator/stand'] = refusal('map_place_taken')
  show(server, <OperatorPlacesPage />)
  await choose(await screen.findByRole('row', { name: /Our stand/ }), 'table_edit')
  type('operator_place_name', 'Our new stand')
  press('save')
  await screen.findByText('map_place_taken')
  expect(writesOf(server)[0]?.body).toMatchObject({ name: 'Our new stand', version: 3 })
  expect(screen.getByRole('textbox', { name: 'operator_place_name' })).toHaveProperty('value', 'Our new stand')
})

test('one that is removed can be taken back', async () => {
  server.answers['DELETE /api/places/operator/stand'] = () => {
    serve(closed, away)
    return { done: true }
  }
  server.answers['POST /api/places/operator/stand/restore'] = () => {
    serve(stand, closed, away)
    return stand
  }
  show(server, <OperatorPlacesPage />)
  await choose(await screen.findByRole('row', { name: /Our stand/ }), 'table_remove')
  await screen.findByText('table_remove_undo')
  press('table_remove')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Our stand/ })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'undo' }))
  await screen.findByRole('row', { name: /Our stand/ })
  expect(writesOf(server).map(({ way }) => way)).toEqual([
    'DELETE /api/places/operator/stand',
    'POST /api/places/operator/stand/restore',
  ])
})

test('the locked demo shows them and changes none', async () => {
  server.settings.allowCriticalEditsAdmin = false
  show(server, <OperatorPlacesPage />)
  await screen.findByText('places_locked')
  expect(screen.queryByRole('button', { name: 'operator_place_add' })).toBeNull()
  await choose(screen.getByRole('row', { name: /Our stand/ }), 'table_remove')
  expect(screen.queryByText('table_remove_undo')).toBeNull()
})
