// Our own map engine behind the map ports: the city answers from its thread, names are found in the place table.
import { splitWords } from '@wayfare/core/fold'
import { setTimeout as pause } from 'node:timers/promises'
import type { LatLng } from '@wayfare/core/geo'
import {
  isCityError,
  startCity,
  type City,
  type CityErrorCode,
  type CityState,
  type Manifest,
  type PlaceRow,
} from '@wayfare/citymap/city'
import {
  makeOutage,
  type Basemap,
  type BasemapState,
  type Geocoder,
  type Maps,
  type OutageCode,
  type LocatedMatch,
  type PlaceMatch,
  type Router,
} from './ports.ts'
import { makeCities } from './maps-city-shelf.ts'

type FoundPlace = Omit<LocatedMatch, 'placeId'> & { id: string }

/** The place table, which this adapter may not know. `edition` names a dataset and its content; ids are the dataset's own. */
type PlaceIndex = {
  isLoaded: (edition: string) => Promise<boolean>
  /** adds these rows to the table */
  load: (edition: string, rows: readonly PlaceRow[]) => Promise<void>
  /** forgets the rows of all other editions */
  keepOnly: (edition: string) => Promise<void>
  search: (query: {
    edition: string
    text: string
    ignored: readonly string[]
    bias: LatLng | null
    limit: number
  }) => Promise<FoundPlace[]>
  find: (edition: string, id: string) => Promise<Omit<FoundPlace, 'isGuess'> | null>
}

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

type CityMapsOptions = {
  dataDir: string
  /** folders whose extracts may be imported; null: none */
  folders?: readonly string[] | null
  index: PlaceIndex
  log: Log
  /** where the page finds the tiles */
  tilesUrl?: string
  /** the engine, unless a test brings its own */
  city?: City
}

const outages: Record<CityErrorCode, OutageCode> = {
  NO_ROUTE: 'no_route',
  OUT_OF_AREA: 'out_of_area',
  NO_MATCH: 'no_match',
  UNAVAILABLE: 'unavailable',
}

const prefix = 'e:'

/** A dataset that was built anew keeps its name; the content of its places tells the two apart. */
const editionOf = ({ dataset, files, buildKey }: Manifest): string =>
  `${dataset}@${(files['places.ndjson']?.sha256 ?? buildKey).slice(0, 12)}`

/** The city that answers now. */
type Served = () => City

/** Runs a question to the city; its errors leave as outages. */
const ask = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    throw isCityError(error) ? makeOutage(outages[error.code], error.message) : error
  }
}

const makeRouter = (served: Served): Router => ({
  route: async (points, { steps = false } = {}) => {
    const cars = points.map(({ lat, lng, heading }) => ({ lat, lng, heading }))
    const { polyline5, snapped: _, ...route } = await ask(() => served().route(cars, { steps }))
    return { ...route, polyline: polyline5 }
  },
  durationsTo: async (sources, target, maxSeconds) => {
    if (sources.length === 0) return []
    const cars = sources.map(({ lat, lng, heading }) => ({ lat, lng, heading }))
    const question = { sources: cars, targets: [target], ...(maxSeconds === undefined ? {} : { maxSeconds }) }
    const { durationsS } = await ask(() => served().matrix(question))
    return sources.map((_source, i) => durationsS[i]?.[0] ?? null)
  },
  match: (question) => ask(() => served().match(question)),
})

/** The last few hundred answers; searches repeat with every letter that is typed and taken back. */
const makeCache = <T>(most: number) => {
  const entries = new Map<string, T>()
  return async (key: string, find: () => Promise<T>): Promise<T> => {
    const known = entries.get(key)
    if (known !== undefined) {
      entries.delete(key)
      entries.set(key, known)
      return known
    }
    const fresh = await find()
    entries.set(key, fresh)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    return fresh
  }
}

const addressOf = ({ name, secondary }: { name: string; secondary: string }): string =>
  secondary ? `${name}, ${secondary}` : name

type Loaded = () => Manifest

/** Near enough for "nearer ones first", and coarse enough that neighbours share an answer. */
const coarse = (bias: LatLng | null): LatLng | null =>
  bias && { lat: Math.round(bias.lat * 100) / 100, lng: Math.round(bias.lng * 100) / 100 }

/** People add the city or the country to what they look for, in their own language. */
const languages = ['en', 'sv', 'ar', 'es', 'pt', 'fr', 'de', 'it']

const listOwnNames = ({ name, dataset, country }: Manifest): string[] =>
  [
    name,
    dataset,
    ...languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? ''),
  ].flatMap(splitWords)

const makeGeocoder = (served: Served, index: PlaceIndex, loaded: Loaded): Geocoder => {
  const searches = makeCache<PlaceMatch[]>(500)
  const reversals = makeCache<{ lat: number; lng: number; address: string }>(500)
  return {
    autocomplete: async ({ text, countries, bias, limit }) => {
      const manifest = loaded()
      const { dataset, country } = manifest
      const edition = editionOf(manifest)
      if (countries.length > 0 && !countries.includes(country)) return []
      const near = coarse(bias)
      return searches(JSON.stringify([edition, text, near, limit]), async () => {
        const found = await index.search({ edition, text, ignored: listOwnNames(manifest), bias: near, limit })
        return found.map(({ id, ...place }) => ({ ...place, placeId: `${prefix}${dataset}:${id}` }))
      })
    },
    resolve: async (placeId) => {
      const manifest = loaded()
      const ours = `${prefix}${manifest.dataset}:`
      const place = placeId.startsWith(ours) ? await index.find(editionOf(manifest), placeId.slice(ours.length)) : null
      if (!place) throw makeOutage('no_match', 'this dataset has no such place')
      return { lat: place.lat, lng: place.lng, address: addressOf(place) }
    },
    reverse: (point) => {
      const manifest = loaded()
      const { name } = manifest
      const key = `${editionOf(manifest)} ${point.lat.toFixed(5)} ${point.lng.toFixed(5)}`
      return reversals(key, async () => {
        const { label, lat, lng } = await ask(() => served().reverse(point))
        return { lat, lng, address: `${label}, ${name}` }
      })
    },
  }
}

/** Tiles may be cached for ever: another file has another address. */
const versionOf = ({ files, buildKey }: Manifest): string => (files['city.pmtiles']?.sha256 ?? buildKey).slice(0, 12)

const nameless: Pick<BasemapState, 'name' | 'bounds' | 'center' | 'attribution' | 'dataDate'> = {
  name: '',
  bounds: null,
  center: null,
  attribution: '© OpenStreetMap contributors',
  dataDate: null,
}

const describeTown = ({ name, bounds, centre, attribution, sourceTimestamp }: Manifest): typeof nameless => ({
  name,
  bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
  center: centre,
  attribution,
  dataDate: sourceTimestamp?.slice(0, 10) ?? null,
})

/** `places`: whether names can be searched, the last thing to become ready. */
const makeBasemap = (served: Served, places: () => BasemapState['state'], tilesUrl: string): Basemap => ({
  describe: (): BasemapState => {
    const city = served()
    const manifest = city.manifest()
    const { state, fraction } = city.state()
    const shown = state === 'ready' ? places() : state
    const isReady = shown === 'ready' && manifest !== null && city.tilesPath() !== null
    return {
      ...(manifest ? describeTown(manifest) : nameless),
      state: shown,
      progress: shown === 'ready' ? 1 : Math.min(0.99, fraction),
      tilesUrl: isReady ? `${tilesUrl}?v=${versionOf(manifest)}` : null,
    }
  },
  tilesFile: () => served().tilesPath(),
})

const tries = 5

/** Fills the place table from the dataset when it holds another one. */
const loadPlaces = async (city: City, index: PlaceIndex): Promise<Manifest> => {
  const manifest = await city.ready
  for (let attempt = 1; ; attempt++) {
    try {
      const edition = editionOf(manifest)
      if (!(await index.isLoaded(edition))) await index.load(edition, await city.places())
      return manifest
    } catch (error) {
      if (attempt >= tries) throw error
      await pause(500 * attempt)
    }
  }
}

/** A line at each new stage of building the map; a map that is only opened has nothing to tell. */
const makeTellStage = (log: CityMapsOptions['log']) => {
  const quiet = new Set(['starting', 'done', 'opening', 'ready'])
  return ({ stage, fraction }: CityState): void => {
    if (quiet.has(stage)) return
    quiet.add(stage)
    log.info({ stage, percent: Math.round(fraction * 100) }, 'the map is being prepared')
  }
}

/** A city and, once its names can be searched, what it is. */
type Seat = { city: City; manifest: Manifest | null; hasFailed: boolean }

/** Starts the city of `dataDir` and returns at once: until it is ready every question meets `unavailable`. */
export const makeCityMaps = (options: CityMapsOptions): Maps => {
  const { dataDir, index, log, tilesUrl = '/tiles/city.pmtiles', city: given } = options
  const city = given ?? startCity({ dataDir, log: (line) => log.info({}, line), onProgress: makeTellStage(log) })
  let seat: Seat = { city, manifest: null, hasFailed: false }
  let isClosed = false
  loadPlaces(city, index)
    .then(
      (manifest) => {
        if (seat.city === city) seat = { ...seat, manifest }
        const { streets, crossings, landmarks } = manifest.counts
        log.info({ dataset: manifest.dataset, places: streets + crossings + landmarks }, 'the map is ready')
        return index.keepOnly(editionOf(manifest))
      },
      (error: unknown) => {
        if (seat.city === city) seat = { ...seat, hasFailed: true }
        if (!isClosed) log.error({ err: error }, 'the map could not be prepared')
      },
    )
    .catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'the places of another map stay for now')
    })
  const served: Served = () => seat.city
  const loaded: Loaded = () => {
    if (!seat.manifest)
      throw makeOutage('unavailable', seat.hasFailed ? 'the map could not be prepared' : 'the map is being prepared')
    return seat.manifest
  }
  const readyState = (): BasemapState['state'] => (seat.manifest ? 'ready' : seat.hasFailed ? 'failed' : 'preparing')
  return {
    router: makeRouter(served),
    geocoder: makeGeocoder(served, index, loaded),
    basemap: makeBasemap(served, readyState, tilesUrl),
    cities: makeCities({
      dataDir,
      folders: options.folders ?? null,
      log,
      prepare: async (next) => void (await loadPlaces(next, index)),
      serve: (next, manifest) => {
        const before = seat
        seat = { city: next, manifest, hasFailed: false }
        return { before: before.city, undo: () => (seat = before) }
      },
      tidy: async () => {
        if (seat.manifest) await index.keepOnly(editionOf(seat.manifest))
      },
    }),
    close: async () => {
      isClosed = true
      await seat.city.close()
    },
  }
}
