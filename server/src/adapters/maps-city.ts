// Our own map engine behind the map ports: the city answers from its thread, routes and names alike.
import type { LatLng } from '@wayfare/core/geo'
import { isCityError, startCity, type City, type CityErrorCode, type CityState, type Manifest } from '@wayfare/citymap/city'
import {
  makeOutage,
  type Basemap,
  type BasemapState,
  type Geocoder,
  type Maps,
  type OutageCode,
  type LocatedMatch,
  type Router,
} from './ports.ts'
import { makeCities } from './maps-city-shelf.ts'

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

type CityMapsOptions = {
  dataDir: string
  /** folders whose extracts may be imported; null: none */
  folders?: readonly string[] | null
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
  waysTo: async (sources, target, { maxSeconds, points }) => {
    const cars = sources.map(({ lat, lng, heading }) => ({ lat, lng, heading }))
    const question = { sources: cars, targets: [target], maxSeconds, linePoints: points }
    const { durationsS, distancesM, lines } = await ask(() => served().matrix(question))
    return sources.map((_source, i) => {
      const [durationS, distanceM, polyline] = [durationsS[i]?.[0], distancesM[i]?.[0], lines?.[i]?.[0]]
      return durationS == null || distanceM == null || polyline == null ? null : { durationS, distanceM, polyline }
    })
  },
  match: (question) => ask(() => served().match(question)),
  listWays: async (from, to) => {
    const ways = await ask(() => served().ways(from, to))
    return ways.map(({ polyline5, ...way }) => ({ ...way, polyline: polyline5 }))
  },
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

const makeGeocoder = (served: Served, loaded: Loaded): Geocoder => {
  const searches = makeCache<LocatedMatch[]>(500)
  const reversals = makeCache<{ lat: number; lng: number; address: string }>(500)
  return {
    autocomplete: async ({ text, countries, bias, limit }) => {
      const manifest = loaded()
      const { dataset, country } = manifest
      if (countries.length > 0 && !countries.includes(country)) return []
      const near = coarse(bias)
      return searches(JSON.stringify([editionOf(manifest), text, near, limit]), async () => {
        const found = await ask(() => served().search({ text, bias: near, limit }))
        return found.map(({ id, ...place }) => ({ ...place, placeId: `${prefix}${dataset}:${id}` }))
      })
    },
    resolve: async (placeId) => {
      const ours = `${prefix}${loaded().dataset}:`
      const place = placeId.startsWith(ours) ? await ask(() => served().findPlace(placeId.slice(ours.length))) : null
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

const makeBasemap = (served: Served, tilesUrl: string): Basemap => ({
  describe: (): BasemapState => {
    const city = served()
    const manifest = city.manifest()
    const { state, fraction } = city.state()
    const isReady = state === 'ready' && manifest !== null && city.tilesPath() !== null
    return {
      ...(manifest ? describeTown(manifest) : nameless),
      state,
      progress: state === 'ready' ? 1 : Math.min(0.99, fraction),
      tilesUrl: isReady ? `${tilesUrl}?v=${versionOf(manifest)}` : null,
    }
  },
  tilesFile: () => served().tilesPath(),
})

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
export const makeCityMaps = (options: CityMapsOptions): Maps => {
  const { dataDir, log, tilesUrl = '/tiles/city.pmtiles' } = options
  let city = options.city ?? startCity({ dataDir, log: (line) => log.info({}, line), onProgress: makeTellStage(log) })
  let isClosed = false
  const first = city
  first.ready.then(
    ({ dataset, counts: { streets, crossings, landmarks } }) =>
      log.info({ dataset, places: streets + crossings + landmarks }, 'the map is ready'),
    (error: unknown) => {
      // one that another city has replaced before it was ready is missed by nobody
      if (!isClosed && city === first) log.error({ err: error }, 'the map could not be prepared')
    },
  )
  const served: Served = () => city
  const loaded: Loaded = () => {
    const manifest = city.manifest()
    if (!manifest) throw makeOutage('unavailable', 'the map is not ready')
    return manifest
  }
  return {
    router: makeRouter(served),
    geocoder: makeGeocoder(served, loaded),
    basemap: makeBasemap(served, tilesUrl),
    cities: makeCities({
      dataDir,
      folders: options.folders ?? null,
      log,
      serve: (next) => {
        const before = city
        city = next
        return { before, undo: () => (city = before) }
      },
    }),
    close: async () => {
      isClosed = true
      await city.close()
    },
  }
}
