import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readDefaultBrief, readFileBrief, type CityBrief } from '@wayfare/citymap/city-source'
import type { City, Manifest } from '@wayfare/citymap/city'
import { buildGraph } from '@wayfare/citymap/graph-build'
import { findGraphBounds } from '@wayfare/citymap/graph'
import { listPlaces } from '@wayfare/citymap/places'
import { makePlaceSearch } from '@wayfare/citymap/search'
import { searchPlaces } from '@wayfare/contract/places'
import { TAXI_PROFILE } from '@wayfare/citymap/profile'
import { computeBoundsCentre } from '@wayfare/core/geo'
import { expect, test } from 'vitest'
import { makeCityMaps } from '../src/adapters/maps-city.ts'
import { startApp } from './harness.ts'
import { gothenburgQueries, monacoQueries, portoQueries, type SearchQuery } from './search-queries.ts'

const app = await startApp()

const extracts = fileURLToPath(new URL('../../../shared/data/osm/', import.meta.url))

const readExtract = (file: string, name: string, country: string) => (): CityBrief =>
  readFileBrief(`${extracts}${file}`, { dataset: file, name, country, timeZone: null, bounds: null })

/** The places of a city as an import makes them, in the place of those that were served; routes are not needed. */
const serve = async ({ read, landmarks, dataset, name, country }: CityBrief): Promise<void> => {
  const source = read(() => {})
  const bounds = findGraphBounds(buildGraph(source, TAXI_PROFILE).graph)
  const places = listPlaces(source, landmarks, { name, country: country ?? 'SE', bounds })
  const manifest = {
    dataset,
    name,
    country,
    bounds,
    centre: computeBoundsCentre(bounds),
    counts: {},
    buildKey: dataset,
    files: { 'places.ndjson': { sha256: dataset } },
  } as unknown as Manifest
  const { search } = makePlaceSearch(places, manifest)
  const city: Partial<City> = {
    ready: Promise.resolve(manifest),
    search: async (question) => search(question),
    manifest: () => manifest,
    state: () => ({ state: 'ready', stage: 'ready', fraction: 1 }),
    tilesPath: () => '/nowhere',
  }
  const maps = makeCityMaps({ dataDir: '', log: app.deps.log, city: city as City })
  Object.assign(app.deps.maps, { geocoder: maps.geocoder, basemap: maps.basemap })
  await expect.poll(() => maps.basemap.describe().state).toBe('ready')
}

const answer = async (typed: string): Promise<string | null> => {
  const { places } = await app.call(searchPlaces, { text: typed })
  const [first] = places
  return first ? `${first.isGuess ? '~' : ''}${first.structuredFormatting.mainText}` : null
}

const check = async (queries: readonly SearchQuery[]): Promise<void> => {
  expect(queries.length).toBeGreaterThanOrEqual(60)
  const answers: SearchQuery[] = []
  for (const [typed] of queries) answers.push([typed, await answer(typed)])
  expect(answers).toEqual(queries)
}

test('Gothenburg: what people type leads to what they mean', async () => {
  await app.settings({ restrictCountry: '' })
  await serve(readDefaultBrief(() => {}))
  await check(gothenburgQueries)
})

for (const { file, name, country, queries } of [
  { file: 'porto-centre.osm.pbf', name: 'Porto', country: 'PT', queries: portoQueries },
  { file: 'monaco.osm.pbf', name: 'Monaco', country: 'MC', queries: monacoQueries },
]) {
  const isThere = existsSync(`${extracts}${file}`)
  if (!isThere) console.log(`Not there, so not searched: ${extracts}${file}`)
  test.skipIf(!isThere)(`${name}: what people type leads to what they mean`, async () => {
    await app.settings({ restrictCountry: '' })
    await serve(readExtract(file, name, country)())
    await check(queries)
  })
}
