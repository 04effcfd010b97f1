import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env).maps

test('our own map answers everything unless told otherwise', () => {
  expect(read({})).toEqual({ router: null, geocoder: null, basemap: null, fallsBack: false })
})

test('each part has its engine, and its address loses the slash at its end', () => {
  const env = {
    MAPS_ROUTER: 'osrm',
    OSRM_URL: 'http://10.0.0.5:5000/',
    MAPS_GEOCODER: 'photon',
    PHOTON_URL: 'https://photon.example/sub/',
  }
  expect(read(env)).toEqual({
    router: { by: 'osrm', url: 'http://10.0.0.5:5000', profile: 'driving' },
    geocoder: { by: 'photon', url: 'https://photon.example/sub' },
    basemap: null,
    fallsBack: false,
  })
  const valhalla = {
    MAPS_ROUTER: 'valhalla',
    VALHALLA_URL: 'http://valhalla:8002',
    VALHALLA_COSTING: 'taxi',
    MAPS_FALLBACK: 'embedded',
  }
  expect(read(valhalla)).toMatchObject({ router: { by: 'valhalla', costing: 'taxi' }, geocoder: null, fallsBack: true })
})

test('the picture may be styles of one origin, with a key that browsers send', () => {
  const [light, dark] = ['https://tiles.example/light.json?key=abc', 'https://tiles.example/dark.json']
  expect(read({ MAPS_BASEMAP: light, MAPS_BASEMAP_DARK: dark }).basemap).toEqual({ light, dark })
  expect(read({ MAPS_BASEMAP: light }).basemap).toEqual({ light, dark: null })
})

test.each([
  [{ MAPS_ROUTER: 'osrm' }, /MAPS_ROUTER=osrm needs OSRM_URL/],
  [{ MAPS_GEOCODER: 'photon', OSRM_URL: 'http://osrm' }, /OSRM_URL is set, but nothing is asked of it/],
  [{ MAPS_GEOCODER: 'photon' }, /MAPS_GEOCODER=photon needs PHOTON_URL/],
  [{ MAPS_ROUTER: 'graphhopper' }, /MAPS_ROUTER must be one of: embedded, osrm/],
  [{ MAPS_ROUTER: 'osrm', OSRM_URL: 'ftp://osrm' }, /OSRM_URL must be an http or https address/],
  [
    { MAPS_ROUTER: 'osrm', OSRM_URL: 'https://me:word@osrm.example' },
    /OSRM_URL must be an http or https address without a password/,
  ],
  [{ MAPS_ROUTER: 'osrm', OSRM_URL: 'http://osrm', OSRM_PROFILE: 'a/b' }, /OSRM_PROFILE must be a word/],
  [
    { MAPS_GEOCODER: 'nominatim', NOMINATIM_URL: 'https://nominatim.openstreetmap.org' },
    /policy of nominatim.openstreetmap.org forbids searching as one types/,
  ],
  [{ MAPS_GEOCODER: 'nominatim', NOMINATIM_URL: 'http://n', NOMINATIM_PER_SECOND: '0' }, /NOMINATIM_PER_SECOND must be a number/],
  [
    { MAPS_ROUTER: 'google', GOOGLE_MAPS_SERVER_KEY: 'AIzaSyWayfareStub0123456789' },
    /MAPS_ROUTER=google is refused: Google's terms/,
  ],
  [{ MAPS_GEOCODER: 'google', GOOGLE_MAPS_EEA: 'on' }, /MAPS_GEOCODER=google needs GOOGLE_MAPS_SERVER_KEY/],
  [{ GOOGLE_MAPS_SERVER_KEY: 'AIzaSyWayfareStub0123456789' }, /GOOGLE_MAPS_SERVER_KEY is set, but nothing is asked of it/],
  [{ MAPS_BASEMAP: 'google' }, /MAPS_BASEMAP/],
  [{ MAPS_BASEMAP: 'https://me:word@tiles.example/style.json' }, /MAPS_BASEMAP/],
  [{ MAPS_BASEMAP_DARK: 'https://tiles.example/dark.json' }, /MAPS_BASEMAP_DARK needs MAPS_BASEMAP/],
  [
    { MAPS_BASEMAP: 'https://tiles.example/a.json', MAPS_BASEMAP_DARK: 'https://other.example/b.json' },
    /MAPS_BASEMAP_DARK must lie at the same origin/,
  ],
  [{ MAPS_FALLBACK: 'embedded' }, /MAPS_FALLBACK=embedded needs an engine/],
])('%o is refused with its reason', (env, reason) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(reason)
})
