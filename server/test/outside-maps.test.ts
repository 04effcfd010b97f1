// The whole server with outside map engines: stubs that speak their protocols take the place of OSRM and Photon.
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { getBasemap, resolvePlace, reversePlace, routePlaces, searchPlaces } from '@wayfare/contract/places'
import { listMapEngines } from '@wayfare/contract/places-engines'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startApp } from './harness.ts'
import { jarntorget, korsvagen } from './make.ts'
import { startOsrm } from './stubs/osrm.ts'
import { startPhoton } from './stubs/photon.ts'
import { makeTrips } from './trips.ts'

const [osrm, photon] = [await startOsrm(), await startPhoton()]
afterAll(() => Promise.all([osrm.close(), photon.close()]))

const configOf = (fallback: 'embedded' | 'none') => {
  const urls = { OSRM_URL: `http://127.0.0.1:${osrm.port}`, PHOTON_URL: `http://127.0.0.1:${photon.port}` }
  return readConfig({ MAPS_ROUTER: 'osrm', MAPS_GEOCODER: 'photon', MAPS_FALLBACK: fallback, ...urls }).maps
}
const strict = await startApp({ config: { maps: configOf('none') } })
const eased = await startApp({ config: { maps: configOf('embedded') } })

// it is down while the server starts
const down = await startOsrm()
afterAll(() => down.close())
down.feel('broken')
const lonely = await startApp({
  config: { maps: readConfig({ MAPS_ROUTER: 'osrm', OSRM_URL: `http://127.0.0.1:${down.port}` }).maps },
})

const ask = { text: 'Järntorget', lat: 57.7, lng: 11.97 }
const [start, dest] = [
  { lat: jarntorget.lat, lng: jarntorget.lng },
  { lat: korsvagen.lat, lng: korsvagen.lng },
]

beforeEach(async () => {
  for (const stub of [osrm, photon]) stub.feel('ok')
  for (const app of [strict, eased]) {
    // what was kept is forgotten, what failed is forgiven
    app.advance(2 * 3_600_000)
    await app.deps.maps.engines?.check()
  }
  for (const stub of [osrm, photon]) stub.log.length = 0
})

test('a ride is found, priced and booked by the outside engines', async () => {
  const { call } = strict
  const { rider, carType } = await makeTrips(strict).cast()
  const { places } = await call(searchPlaces, ask, { as: rider })
  expect(places[0]).toMatchObject({ description: 'Järntorget, Haga, Göteborg', placeId: expect.stringMatching(/^p:/) })
  const { placeId } = places[0] ?? { placeId: jarntorget.add as never }
  const { coords, address } = await call(resolvePlace, { placeId }, { as: rider })
  const pickup = { ...coords, add: address }
  const { quote, estimateFare, distanceM } = await call(quoteBooking, { pickup, drop: korsvagen, carType }, { as: rider })
  expect(distanceM).toBeGreaterThan(1900)
  expect(await call(createBooking, { quote, estimateFare }, { as: rider })).toMatchObject({ status: 'NEW' })
  expect(osrm.log.filter((line) => line.includes('/route/'))).toHaveLength(1)
  expect((await call(reversePlace, { lat: 57.69951, lng: 11.97012 })).address).toBe('Vasagatan 12, Göteborg')
})

const search = (headers: Record<string, string>) => strict.inject({ method: 'GET', url: '/api/places?text=vasagatan', headers })

test('the reader’s language goes along', async () => {
  await search({ 'accept-language': 'ar, en;q=0.5' })
  await search({ 'accept-language': 'sv' })
  await search({ 'accept-language': 'sv\u00e9' })
  expect(photon.languages().slice(-3)).toEqual(['ar, en;q=0.5', 'sv', '*'])
})

test('while an engine is down there is no answer, or the own map’s where that is allowed', async () => {
  for (const stub of [osrm, photon]) stub.feel('broken')
  const rider = await strict.make.rider()
  expect((await strict.refusal(routePlaces, { start, dest }, { as: rider })).key).toBe('place_to_coords_error')
  expect((await strict.refusal(searchPlaces, ask)).key).toBe('google_places_error')

  const other = await eased.make.rider()
  expect((await eased.call(routePlaces, { start, dest }, { as: other })).distanceM).toBeGreaterThan(1900)
  const { places } = await eased.call(searchPlaces, ask)
  expect(places[0]?.placeId).toBe('e:fake:jarntorget')
  const { placeId } = places[0] ?? { placeId: 'none' as never }
  for (const stub of [osrm, photon]) stub.feel('ok')
  // what the own map suggested is known after the engine came back
  expect((await eased.call(resolvePlace, { placeId })).address).toBe('Järntorget, Göteborg')
})

test('where the own map knows nothing either, the engine’s failure is what counts', async () => {
  osrm.feel('broken')
  const rider = await eased.make.rider()
  const refused = await eased.refusal(routePlaces, { start, dest: { lat: 55.6, lng: 13 } }, { as: rider })
  expect(refused.key).toBe('place_to_coords_error')
})

test('an answer is an answer: nobody falls back from no way', async () => {
  const rider = await eased.make.rider()
  const refused = await eased.refusal(routePlaces, { start, dest: { lat: 57.7, lng: 11.69 } }, { as: rider })
  expect(refused.key).toBe('no_route_found')
})

test('an engine that failed three times is left alone, and asked again after twenty seconds', async () => {
  const { deps, advance } = strict
  const state = () => deps.maps.engines?.list().find(({ part }) => part === 'router')
  const route = () => deps.maps.router.route([start, dest]).catch(() => null)
  osrm.feel('broken')
  for (let i = 0; i < 5; i++) await route()
  expect(osrm.log).toHaveLength(3)
  expect(state()).toMatchObject({
    engine: 'osrm',
    isReachable: false,
    fallsBack: false,
    lastError: { text: 'OSRM answered 500' },
  })
  expect(state()?.waitsUntil).toBeGreaterThan(deps.now().getTime())
  osrm.feel('ok')
  expect(await route()).toBeNull()
  advance(21_000)
  expect(await route()).toMatchObject({ approximate: false })
  expect(state()).toMatchObject({ isReachable: true, waitsUntil: null, lastAnswer: { tookMs: expect.any(Number) } })
})

test('being asked whether it works ends the pause', async () => {
  const { deps } = strict
  osrm.feel('broken')
  for (let i = 0; i < 4; i++) await deps.maps.router.route([start, dest]).catch(() => null)
  osrm.feel('ok')
  await deps.maps.engines?.check()
  expect(deps.maps.engines?.list().map(({ isReachable, waitsUntil }) => [isReachable, waitsUntil])).toEqual([
    [true, null],
    [true, null],
  ])
  expect(await deps.maps.router.route([start, dest])).toBeDefined()
})

test('the desk sees which engines answer, and may ask them now; nobody else does', async () => {
  const admin = await eased.make.admin()
  osrm.feel('broken')
  const { engines } = await eased.call(listMapEngines, { check: 'true' }, { as: admin })
  expect(engines).toMatchObject([
    { part: 'router', engine: 'osrm', isReachable: false, lastError: { text: 'OSRM answered 500' }, fallsBack: true },
    { part: 'geocoder', engine: 'photon', isReachable: true },
    { part: 'basemap', engine: 'embedded', isReachable: true },
  ])
  osrm.log.length = 0
  expect((await eased.call(listMapEngines, {}, { as: admin })).engines[0]).toMatchObject({ isReachable: false })
  expect(osrm.log).toEqual([])
  expect((await eased.refusal(listMapEngines, {}, { as: await eased.make.rider() })).status).toBe(403)
  const lines = JSON.stringify([...eased.lines, engines])
  expect(lines).toContain('OSRM answered 500')
  expect(lines).not.toContain(String(osrm.port))
})

test('the start asks each engine once, says which does not answer, and goes on', async () => {
  await expect.poll(() => JSON.stringify(lonely.lines)).toContain('an outside map engine does not work')
  expect(lonely.deps.maps.engines?.list()).toMatchObject([{ engine: 'osrm', isReachable: false }])
  expect(down.log).toEqual([expect.stringContaining('/nearest/')])
  expect((await lonely.call(getBasemap, {})).state).toBe('ready')
})

test('the map says whose data it shows, each once', async () => {
  expect((await strict.call(getBasemap, {})).attribution).toBe('© OpenStreetMap contributors')
})
