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
  type PlaceMatch,
  type Router,
} from './ports.ts'

type FoundPlace = Omit<PlaceMatch, 'placeId'> & { id: string }

/** The place table, which this adapter may not know. `edition` names a dataset and its content; ids are the dataset's own. */
type PlaceIndex = {
  isLoaded: (edition: string) => Promise<boolean>
  /** makes the table hold exactly these rows */
  load: (edition: string, rows: readonly PlaceRow[]) => Promise<void>
  search: (query: {
    edition: string
    text: string
    ignored: readonly string[]
    bias: LatLng | null
    limit: number
  }) => Promise<FoundPlace[]>
  find: (edition: string, id: string) => Promise<Omit<FoundPlace, 'isGuess'> | null>
}

type CityMapsOptions = {
  dataDir: string
  index: PlaceIndex
  log: { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void }
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

/** Runs a question to the city; its errors leave as outages. */
const ask = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    throw isCityError(error) ? makeOutage(outages[error.code], error.message) : error
  }
}

const makeRouter = (city: City): Router => ({
  route: async (points, { steps = false } = {}) => {
    const cars = points.map(({ lat, lng, heading }) => ({ lat, lng, heading }))
    const { polyline5, snapped: _, ...route } = await ask(() => city.route(cars, { steps }))
    return { ...route, polyline: polyline5 }
  },
  durationsTo: async (sources, target, maxSeconds) => {
    if (sources.length === 0) return []
    const cars = sources.map(({ lat, lng, heading }) => ({ lat, lng, heading }))
    const question = { sources: cars, targets: [target], ...(maxSeconds === undefined ? {} : { maxSeconds }) }
    const { durationsS } = await ask(() => city.matrix(question))
    return sources.map((_source, i) => durationsS[i]?.[0] ?? null)
  },
  match: (question) => ask(() => city.match(question)),
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

const listOwnNames = ({ name, country }: Manifest): string[] =>
  [name, ...languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? '')].flatMap(
    splitWords,
  )

const makeGeocoder = (city: City, index: PlaceIndex, loaded: Loaded): Geocoder => {
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
      const { dataset, name } = loaded()
      const key = `${dataset} ${point.lat.toFixed(5)} ${point.lng.toFixed(5)}`
      return reversals(key, async () => {
        const { label, lat, lng } = await ask(() => city.reverse(point))
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
const makeBasemap = (city: City, places: () => BasemapState['state'], tilesUrl: string): Basemap => ({
  describe: (): BasemapState => {
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
  tilesFile: () => city.tilesPath(),
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

/** Starts the city of `dataDir` and returns at once: until it is ready every question meets `unavailable`. */
export const makeCityMaps = ({ dataDir, index, log, tilesUrl = '/tiles/city.pmtiles', city: given }: CityMapsOptions): Maps => {
  const city = given ?? startCity({ dataDir, log: (line) => log.info({}, line), onProgress: makeTellStage(log) })
  let manifest: Manifest | null = null
  let isClosed = false
  let hasFailed = false
  loadPlaces(city, index).then(
    (loaded) => {
      manifest = loaded
      log.info(
        { dataset: loaded.dataset, places: loaded.counts.streets + loaded.counts.crossings + loaded.counts.landmarks },
        'the map is ready',
      )
    },
    (error: unknown) => {
      hasFailed = true
      if (!isClosed) log.error({ err: error }, 'the map could not be prepared')
    },
  )
  const loaded: Loaded = () => {
    if (!manifest) throw makeOutage('unavailable', hasFailed ? 'the map could not be prepared' : 'the map is being prepared')
    return manifest
  }
  return {
    router: makeRouter(city),
    geocoder: makeGeocoder(city, index, loaded),
    basemap: makeBasemap(city, () => (manifest ? 'ready' : hasFailed ? 'failed' : 'preparing'), tilesUrl),
    close: async () => {
      isClosed = true
      await city.close()
    },
  }
}
