import * as functions from '@wayfare/contract/places-functions'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const as = await make.rider()
const from = '57.69985,11.95278'
const to = '57.69664, 11.98666'

test('search and coordinates speak the names that other clients know', async () => {
  const { searchResults } = await call(functions.autocomplete, { searchKeyword: 'järn', country: 'SE' }, { as })
  expect(searchResults[0]).toEqual({
    description: 'Järntorget, Göteborg',
    place_id: 'e:fake:jarntorget',
    structured_formatting: {
      main_text: 'Järntorget',
      secondary_text: 'Göteborg',
      main_text_matched_substrings: [{ offset: 0, length: 4 }],
    },
  })
  const { coords } = await call(functions.getCoords, { place_id: searchResults[0]?.place_id ?? '' }, { as })
  expect(coords).toEqual({ lat: 57.69985, lng: 11.95278 })
})

test('a route is in kilometres and seconds, with its line', async () => {
  const route = await call(functions.getRoute, { start: from, dest: to }, { as })
  expect(route.distance).toBeCloseTo(2.05, 1)
  expect(route.duration).toBeCloseTo(route.distance * 100, -1)
  expect(route.polylinePoints.length).toBeGreaterThan(5)
  const time = await call(functions.getDriveTime, { start: from, dest: to }, { as })
  expect(time).toEqual({ distance_in_km: route.distance, time_in_secs: route.duration, timein_text: '3 min' })
  expect((await call(functions.getAddress, { latlng: from }, { as })).address).toContain('Järntorget')
})

test('waypoints lengthen the way, and only the 25 that shape it most are asked for', async () => {
  const direct = await call(functions.getMultiLocTime, { start: from, dest: to, waypoints: '' }, { as })
  const around = await call(functions.getMultiLocTime, { start: from, dest: to, waypoints: '57.72,11.97|57.71,11.98' }, { as })
  expect(around.distance_in_km).toBeGreaterThan(direct.distance_in_km)
  const route = vi.spyOn(app.maps.router, 'route')
  const many = Array.from(
    { length: 200 },
    (_, i) => `${(57.69 + (i % 7) * 0.001).toFixed(5)},${(11.953 + i * 0.0001).toFixed(5)}`,
  )
  await call(functions.getMultiLocTime, { start: from, dest: to, waypoints: many.join('|') }, { as })
  expect(route.mock.calls[0]?.[0]).toHaveLength(27)
  route.mockRestore()
})

test('a visitor is refused, and so is what is no point', async () => {
  expect((await refusal(functions.getRoute, { start: from, dest: to }, {})).status).toBe(401)
  for (const start of ['', '57.7', '91,11', '57.7;11.9', 'a,b', '57.7,11.9,3', '1e3,4']) {
    expect((await refusal(functions.getRoute, { start, dest: to }, { as })).key).toBe('bad_request')
  }
  expect((await refusal(functions.getRoute, { start: from, dest: '10,10' }, { as })).key).toBe('out_of_area')
  expect((await refusal(functions.getCoords, { place_id: 'e:fake:nowhere' }, { as })).key).toBe('google_places_error')
  const answer = await raw(functions.getRoute, { start: from, dest: '10,10' }, { as })
  expect(answer.json()).toHaveProperty('error.key')
})

test('a point may have as many digits as a program writes', async () => {
  const start = `${57.7 - 0.00015},11.95278`
  expect(start).toBe('57.699850000000005,11.95278')
  const exact = await call(functions.getRoute, { start, dest: to }, { as })
  expect(exact.distance).toBeCloseTo((await call(functions.getRoute, { start: from, dest: to }, { as })).distance, 3)
})
