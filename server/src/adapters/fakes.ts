// Small working stand-ins for outside systems, for tests and simulations. They keep the promises of the real ones.
import { encodePolyline, isInBounds, measureDistanceM, measureLengthM, type Bounds, type LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import { makeOutage, type Geocoder, type Leg, type Maps, type LocatedMatch, type Router } from './ports.ts'

/** The Gothenburg of the fakes: streets run straight from anywhere to anywhere, at 36 km/h. */
const town: Bounds = { south: 57.64, west: 11.85, north: 57.76, east: 12.07 }
const metresPerSecond = 10

const places: readonly LocatedMatch[] = [
  {
    placeId: 'e:fake:jarntorget',
    kind: 'landmark',
    name: 'Järntorget',
    secondary: 'Göteborg',
    lat: 57.69985,
    lng: 11.95278,
    isGuess: false,
  },
  {
    placeId: 'e:fake:korsvagen',
    kind: 'landmark',
    name: 'Korsvägen',
    secondary: 'Göteborg',
    lat: 57.69664,
    lng: 11.98666,
    isGuess: false,
  },
  {
    placeId: 'e:fake:centralstationen',
    kind: 'landmark',
    name: 'Centralstationen',
    secondary: 'Göteborg',
    lat: 57.70887,
    lng: 11.97345,
    isGuess: false,
  },
  {
    placeId: 'e:fake:vasagatan',
    kind: 'street',
    name: 'Vasagatan',
    secondary: 'Göteborg',
    lat: 57.69931,
    lng: 11.96842,
    isGuess: false,
  },
]

const checkInTown = (points: readonly LatLng[]) => {
  if (!points.every((point) => isInBounds(town, point))) throw makeOutage('out_of_area', 'outside the fake town')
}

const legBetween = (from: LatLng, to: LatLng): Leg => {
  const metres = measureDistanceM(from, to)
  return { distanceM: Math.round(metres), durationS: Math.round(metres / metresPerSecond) }
}

const listSteps = (leg: Leg, from: LatLng | undefined, to: LatLng | undefined): RouteStep[] => {
  const unnamed = { street: '', exit: null }
  if (!from || !to) return []
  return [
    { manoeuvre: 'depart', ...unnamed, ...leg, at: from },
    { manoeuvre: 'arrive', ...unnamed, distanceM: 0, durationS: 0, at: to },
  ]
}

const router: Router = {
  route: async (points, { steps = false } = {}) => {
    checkInTown(points)
    const legs = points.slice(1).map((point, i) => legBetween(points[i] ?? point, point))
    const metres = Math.round(measureLengthM(points))
    return {
      distanceM: metres,
      durationS: Math.round(metres / metresPerSecond),
      polyline: encodePolyline(points),
      legs,
      ...(steps ? { steps: legs.flatMap((leg, i) => listSteps(leg, points[i], points[i + 1])) } : {}),
      approximate: false,
    }
  },
  durationsTo: async (sources, target, maxSeconds = Number.POSITIVE_INFINITY) => {
    checkInTown([target])
    return sources.map((source) => {
      const { durationS } = legBetween(source, target)
      return isInBounds(town, source) && durationS <= maxSeconds ? durationS : null
    })
  },
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

const geocoder: Geocoder = {
  autocomplete: async ({ text, countries, limit }) =>
    countries.length > 0 && !countries.includes('SE')
      ? []
      : places.filter(({ name }) => plain(name).startsWith(plain(text.trim()))).slice(0, limit),
  resolve: async (placeId) => {
    const place = places.find((known) => known.placeId === placeId)
    if (!place) throw makeOutage('no_match', 'no such place')
    return { lat: place.lat, lng: place.lng, address: `${place.name}, ${place.secondary}` }
  },
  reverse: async (point) => {
    checkInTown([point])
    const [nearest] = places.toSorted((a, b) => measureDistanceM(a, point) - measureDistanceM(b, point))
    return { lat: point.lat, lng: point.lng, address: `${nearest?.name ?? 'Göteborg'}, Göteborg` }
  },
}

/** Ready at once. `isDown` may be switched on to see what happens when the service is away. */
export const makeFakeMaps = (): Maps & { isDown: boolean } => {
  const maps = { isDown: false }
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (maps.isDown) throw makeOutage('unavailable', 'the fake map is switched off')
      return work(...args)
    }
  return Object.assign(maps, {
    router: { route: guarded(router.route), durationsTo: guarded(router.durationsTo) },
    geocoder: {
      autocomplete: guarded(geocoder.autocomplete),
      resolve: guarded(geocoder.resolve),
      reverse: guarded(geocoder.reverse),
    },
    basemap: {
      describe: () => ({
        state: 'ready' as const,
        progress: 1,
        tilesUrl: null,
        name: 'Göteborg',
        bounds: [town.west, town.south, town.east, town.north] as [number, number, number, number],
        center: { lat: 57.7, lng: 11.96 },
        attribution: '© OpenStreetMap contributors',
        dataDate: '2016-12-27',
      }),
      tilesFile: () => null,
    },
    close: async () => {},
  })
}
