import { getBasemap, resolvePlace, reversePlace, routePlaces, searchPlaces } from '@wayfare/contract/places'
import { foldText } from '@wayfare/core/fold'
import type { City, Manifest } from '@wayfare/citymap/city'
import { makeCityError } from '@wayfare/citymap/city-error'
import type { PlaceRow } from '@wayfare/citymap/places'
import { makePlaceSearch } from '@wayfare/citymap/search'
import { asId } from '@wayfare/core/ids'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeGate } from '../../../test/held.ts'
import { jarntorget, korsvagen } from '../../../test/make.ts'
import { makeCityMaps } from '../../adapters/maps-city.ts'
import { saveDropAddress } from '../accounts/commands-places.ts'

const app = await startApp()
const { call, refusal, make } = app

const row = (kind: PlaceRow['kind'], name: string, [lat, lng]: [number, number], weight: number): PlaceRow => ({
  id: `${kind}:${foldText(name).replaceAll(' ', '-')}`,
  kind,
  name,
  secondary: 'Göteborg',
  folded: foldText(name),
  words: foldText(name),
  street: null,
  number: null,
  lat,
  lng,
  weight,
})
const house = (street: string, number: number, at: [number, number]): PlaceRow => ({
  ...row('address', `${street} ${number}`, at, 5),
  street: foldText(street),
  number,
})
const rows = [
  row('landmark', 'Järntorget', [57.69985, 11.95278], 100),
  row('street', 'Järntorget', [57.6997, 11.953], 25),
  row('street', 'Järntorgsgatan', [57.7, 11.955], 30),
  row('street', 'Vasagatan', [57.69931, 11.96842], 45),
  row('crossing', 'Vasagatan / Aschebergsgatan', [57.6992, 11.9692], 20),
  row('crossing', 'Vasagatan / Kungsportsavenyen', [57.7004, 11.9744], 22),
  row('street', 'Västra Hamngatan', [57.705, 11.964], 35),
  row('street', 'Östra Hamngatan', [57.706, 11.969], 35),
  row('landmark', 'Göteborgs domkyrka', [57.7044, 11.965], 100),
  row('street', 'Skolgatan', [57.6985, 11.955], 20),
  { ...row('street', 'Skolgatan', [57.73, 12.03], 20), id: 'street:skolgatan-2' },
  row('street', 'A', [57.71, 11.99], 12),
  row('street', '1', [57.71, 11.99], 30),
  row('street', '1:a Villagatan', [57.65, 11.85], 10),
  row('landmark', 'Arkaden', [57.704, 11.968], 60),
  row('landmark', 'Red Square — Красная площадь', [57.72, 11.9], 50),
  row('landmark', 'ميدان الحُرِّية', [57.72, 11.91], 50),
  row('landmark', 'כיכר דיזנגוף', [57.72, 11.92], 50),
  row('landmark', 'Αγορά Μοδιάνο', [57.72, 11.93], 50),
  row('landmark', '東京駅', [57.72, 11.94], 50),
  { ...row('landmark', 'Göteborg C', [57.7088, 11.9735], 92), words: 'goteborg c station centralstation' },
  { ...row('landmark', 'Sahlgrenska', [57.683, 11.961], 90), words: 'sahlgrenska hospital sjukhus' },
  row('street', 'Storgatan', [57.699, 11.963], 30),
  house('Storgatan', 10, [57.6992, 11.96]),
  house('Storgatan', 11, [57.6993, 11.9601]),
  house('Storgatan', 16, [57.6995, 11.963]),
]
const manifest = (edition: string): Manifest =>
  ({
    dataset: 'gothenburg',
    name: 'Göteborg',
    country: 'SE',
    bounds: { south: 57.6, west: 11.8, north: 57.8, east: 12.1 },
    centre: { lat: 57.7, lng: 11.97 },
    attribution: '© OpenStreetMap contributors',
    sourceTimestamp: '2016-12-27T00:00:00Z',
    counts: { streets: 5, crossings: 2, landmarks: 2 },
    files: { 'places.ndjson': { bytes: 1, sha256: edition }, 'city.pmtiles': { bytes: 1, sha256: 'tiles' } },
    buildKey: 'key',
  }) as unknown as Manifest

const outside = () => Promise.reject(makeCityError('OUT_OF_AREA', 'outside'))
const firstNear = async (text: string, lat: number, lng: number) =>
  (await call(searchPlaces, { text, lat, lng })).places[0]?.placeId

/** A fake engine with few, fixed answers apart from names; the engine's own tests cover the rest. */
const makeCity = (edition: string, places = rows, ready: Promise<void> = Promise.resolve()): City => {
  let isReady = false
  const { search, findPlace } = makePlaceSearch(places, manifest(edition))
  const opened = ready.then(() => {
    isReady = true
    return manifest(edition)
  })
  return {
    ready: opened,
    state: () =>
      isReady ? { state: 'ready', stage: 'ready', fraction: 1 } : { state: 'preparing', stage: 'graph', fraction: 0.4 },
    route: outside,
    ways: outside,
    matrix: outside,
    match: outside,
    snap: outside,
    reverse: async (point) => ({ street: 'Vasagatan', near: null, label: 'Vasagatan', ...point }),
    search: async (question) => search(question),
    findPlace: async (id) => findPlace(id),
    tilesPath: () => (isReady ? '/somewhere/city.pmtiles' : null),
    manifest: () => (isReady ? manifest(edition) : null),
    drain: async () => {},
    close: async () => {},
  }
}

const mapsOf = (city: City) => makeCityMaps({ dataDir: '/nowhere', log: app.deps.log, city })
const use = async (city: City) => {
  const maps = mapsOf(city)
  Object.assign(app.deps.maps, { router: maps.router, geocoder: maps.geocoder, basemap: maps.basemap })
  return maps
}
const isReady = () => app.deps.maps.basemap.describe().state === 'ready'
const namesFor = async (text: string, input: { lat?: number; lng?: number; limit?: number } = {}): Promise<string[]> =>
  (await call(searchPlaces, { text, ...input })).places.map(({ structuredFormatting }) => structuredFormatting.mainText)

beforeAll(async () => {
  await use(makeCity('edition-1'))
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 10))
})

const findGuesses = async (text: string) =>
  (await call(searchPlaces, { text })).places.map(({ structuredFormatting, isGuess }) => [structuredFormatting.mainText, isGuess])

describe('place search', () => {
  it('finds names by their beginnings, with or without their marks', async () => {
    expect((await namesFor('jarntorget'))[0]).toBe('Järntorget')
    expect((await namesFor('JÄRNTORG')).slice(0, 2)).toEqual(['Järntorget', 'Järntorgsgatan'])
    // the square and the landmark on it are one result
    expect((await namesFor('järntorget')).filter((name) => name === 'Järntorget')).toHaveLength(1)
    expect((await namesFor('östra'))[0]).toBe('Östra Hamngatan')
    expect(await namesFor('hamngatan')).toEqual(expect.arrayContaining(['Västra Hamngatan', 'Östra Hamngatan']))
    expect((await namesFor('domkyrka gote'))[0]).toBe('Göteborgs domkyrka')
  })

  it('finds crossings by parts of both streets, and the street itself first', async () => {
    expect(await namesFor('vasagatan asch')).toEqual(expect.arrayContaining(['Vasagatan / Aschebergsgatan']))
    expect((await namesFor('vasagatan asch'))[0]).toBe('Vasagatan / Aschebergsgatan')
    expect((await namesFor('vasagatan'))[0]).toBe('Vasagatan')
  })

  it('forgives typing errors, and calls what it finds then a guess', async () => {
    expect((await findGuesses('jarntroget'))[0]).toEqual(['Järntorget', true])
    expect((await findGuesses('vassagatan'))[0]).toEqual(['Vasagatan', true])
    expect((await findGuesses('vasagatan'))[0]).toEqual(['Vasagatan', false])
    expect((await findGuesses('domkirka'))[0]).toEqual(['Göteborgs domkyrka', true])
    expect(await namesFor('xqzw')).toEqual([])
  })

  it('says nothing rather than something that starts alike: every word has to match', async () => {
    for (const text of ['Landvetter', 'Järnvägsmuseet', 'Vasagatan Stockholm', 'Hamburg'])
      expect(await namesFor(text)).toEqual([])
  })

  it('finds house numbers, and places one that is missing between its neighbours', async () => {
    expect((await namesFor('storgatan 10'))[0]).toBe('Storgatan 10')
    expect((await namesFor('16 storgatan'))[0]).toBe('Storgatan 16')
    const [between] = (await call(searchPlaces, { text: 'Storgatan 13' })).places
    // 13 has no higher neighbour on its side of the street
    expect(between?.structuredFormatting.mainText).toBe('Storgatan')
    const [found] = (await call(searchPlaces, { text: 'Storgatan 12' })).places
    expect(found).toMatchObject({ kind: 'address', structuredFormatting: { mainText: 'Storgatan 12' } })
    if (!found) throw new Error('nothing found')
    const { coords, address } = await call(resolvePlace, { placeId: found.placeId })
    expect(address).toBe('Storgatan 12, Göteborg')
    expect(coords.lat).toBeCloseTo(57.6993, 6)
    expect(coords.lng).toBeCloseTo(11.961, 6)
    expect((await namesFor('Vasagatan 12'))[0]).toBe('Vasagatan')
  })

  it('knows kinds and everyday words, and needs no city or country', async () => {
    expect((await namesFor('station'))[0]).toBe('Göteborg C')
    expect((await namesFor('göteborg c'))[0]).toBe('Göteborg C')
    expect((await namesFor('sjukhus'))[0]).toBe('Sahlgrenska')
    for (const text of ['Vasagatan Göteborg', 'Vasagatan, Göteborg, Sverige', 'vasagatan sweden', 'Sweden Vasagatan'])
      expect((await namesFor(text))[0]).toBe('Vasagatan')
  })

  it('lets no street of a single letter or number lead, not even where one stands', async () => {
    const beside = { lat: 57.71, lng: 11.99 }
    expect((await namesFor('a'))[0]).toBe('Arkaden')
    expect((await namesFor('a', beside))[0]).toBe('Arkaden')
    const names = await namesFor('1', beside)
    expect([names[0], names.at(-1)]).toEqual(['1:a Villagatan', '1'])
  })

  it('reads every script, with or without its accents and vowel signs', async () => {
    for (const [typed, name] of [
      ['красная', 'Red Square — Красная площадь'],
      ['ПЛОЩАДЬ крас', 'Red Square — Красная площадь'],
      ['red sq', 'Red Square — Красная площадь'],
      ['ميدان الحرية', 'ميدان الحُرِّية'],
      ['الحرية', 'ميدان الحُرِّية'],
      ['דיזנ', 'כיכר דיזנגוף'],
      ['αγορα', 'Αγορά Μοδιάνο'],
      ['東京', '東京駅'],
    ] as const)
      expect([typed, (await namesFor(typed))[0]]).toEqual([typed, name])
    expect(await findGuesses('красня площадь')).toEqual([['Red Square — Красная площадь', true]])
  })

  it('lists the nearer of equal names first', async () => {
    expect(await firstNear('skolgatan', 57.6985, 11.955)).toBe('e:gothenburg:street:skolgatan')
    expect(await firstNear('skolgatan', 57.73, 12.03)).toBe('e:gothenburg:street:skolgatan-2')
  })

  it('says which letters agree, in the text as people read it', async () => {
    const [first] = (await call(searchPlaces, { text: 'domk gö' })).places
    expect(first).toMatchObject({
      description: 'Göteborgs domkyrka, Göteborg',
      structuredFormatting: {
        mainTextMatchedSubstrings: [
          { offset: 0, length: 2 },
          { offset: 10, length: 4 },
        ],
      },
    })
  })

  it('finds nothing for nothing, in another country, or for signs alone; nothing typed can harm it', async () => {
    for (const text of ['', '   ', '!!!', '&|:*()', "'; drop table place; --"]) expect(await namesFor(text)).toEqual([])
    await app.settings({ restrictCountry: 'NO' })
    expect(await namesFor('vasagatan')).toEqual([])
    await app.settings({ restrictCountry: '' })
    expect(await namesFor('vasagatan')).not.toEqual([])
    await app.settings({ restrictCountry: 'SE' })
    expect(await refusal(searchPlaces, { text: 'x'.repeat(300) })).toMatchObject({ status: 400 })
  })

  it('offers saved addresses to their owner alone', async () => {
    const [rider, other] = [await make.rider(), await make.rider()]
    const home = { lat: 57.69, lng: 11.95, add: 'Vasagatan hemma, Göteborg' }
    await app.db.transaction().execute((tx) => saveDropAddress(tx, rider.id, home))
    const [saved] = (await call(searchPlaces, { text: 'vasag' }, { as: rider })).places
    expect(saved).toMatchObject({ kind: 'saved', description: home.add })
    if (!saved) throw new Error('nothing saved')
    const { placeId } = saved
    const coords = { lat: home.lat, lng: home.lng }
    expect(await call(resolvePlace, { placeId }, { as: rider })).toEqual({ coords, address: home.add })
    expect(await refusal(resolvePlace, { placeId }, { as: other })).toMatchObject({ key: 'google_places_error' })
    expect(await namesFor('vasag')).not.toContain(home.add)
    const later = { lat: 57.7, lng: 11.99, add: 'Storgatan 3, Göteborg' }
    for (const stop of [home, later]) await app.db.transaction().execute((tx) => saveDropAddress(tx, rider.id, stop))
    const { places: latest } = await call(searchPlaces, { text: '' }, { as: rider })
    expect(latest.map(({ description }) => description)).toEqual([later.add, home.add])
  })
})

describe('places', () => {
  it('are resolved by the id of a suggestion, and an unknown id is refused', async () => {
    expect(await call(resolvePlace, { placeId: asId('e:gothenburg:landmark:jarntorget') })).toEqual({
      coords: { lat: 57.69985, lng: 11.95278 },
      address: 'Järntorget, Göteborg',
    })
    for (const placeId of ['e:gothenburg:nowhere', 'e:oslo:landmark:jarntorget', 'ChIJabc'])
      expect(await refusal(resolvePlace, { placeId: asId(placeId) })).toMatchObject({ key: 'google_places_error' })
    expect((await call(reversePlace, { lat: 57.69985, lng: 11.95278 })).address).toBe('Vasagatan, Göteborg')
  })

  it('are not ready while the map is prepared, and the base map tells how far it is', async () => {
    const opening = makeGate()
    await use(makeCity('edition-3', rows, opening.opened))
    expect(await call(getBasemap, {})).toMatchObject({ state: 'preparing', progress: 0.4, tilesUrl: null })
    expect(await refusal(searchPlaces, { text: 'vasagatan' })).toMatchObject({ status: 503, key: 'not_ready' })
    opening.open()
    await expect.poll(isReady).toBe(true)
    expect(await call(getBasemap, {})).toMatchObject({
      state: 'ready',
      progress: 1,
      name: 'Göteborg',
      bounds: [11.8, 57.6, 12.1, 57.8],
    })
  })

  it('are joined by a way, or refused with the reason', async () => {
    const { startApp: another } = await import('../../../test/harness.ts')
    const plain = await another()
    const rider = await plain.make.rider()
    const start = { lat: jarntorget.lat, lng: jarntorget.lng }
    const dest = { lat: korsvagen.lat, lng: korsvagen.lng }
    const way = await plain.call(routePlaces, { start, dest }, { as: rider })
    expect(way.distanceM).toBeGreaterThan(1900)
    expect(way).not.toHaveProperty('steps')
    const { steps = [] } = await plain.call(routePlaces, { start, dest, steps: true }, { as: rider })
    expect(steps.map(({ manoeuvre, distanceM }) => [manoeuvre, distanceM])).toEqual([
      ['depart', way.distanceM],
      ['arrive', 0],
    ])
    expect(await plain.refusal(routePlaces, { start, dest: { lat: 59.3, lng: 18 } }, { as: rider })).toMatchObject({
      key: 'out_of_area',
    })
    expect(await plain.refusal(routePlaces, { start, dest })).toMatchObject({ key: 'unauthorized' })
    plain.maps.isDown = true
    expect(await plain.refusal(routePlaces, { start, dest }, { as: rider })).toMatchObject({ key: 'place_to_coords_error' })
    expect(await plain.refusal(searchPlaces, { text: 'vasa' })).toMatchObject({ key: 'google_places_error' })
  })
})
