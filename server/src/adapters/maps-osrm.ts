// OSRM as a router: its HTTP API v1 as docs/http.md of Project-OSRM/osrm-backend describes it.
import type { LatLng } from '@wayfare/core/geo'
import { readField, readList, readText } from './fields.ts'
import { makeAnswerCache } from './maps-cache.ts'
import type { MapEngine } from './maps-engine.ts'
import { makeNonsense, makeRemote, type RemoteOptions } from './maps-remote.ts'
import { readOsrmSteps } from './maps-osrm-steps.ts'
import { inChunks, keyOfRoute, makeRoute, keepWithin } from './maps-route.ts'
import {
  isOutage,
  makeOutage,
  type CarPlace,
  type Leg,
  type Outage,
  type OutageCode,
  type Route,
  type RouteOptions,
  type Router,
} from './ports.ts'

const service = 'OSRM'

type OsrmOptions = RemoteOptions & {
  /** part of every address; servers mostly ignore it */
  profile: string
  now: () => Date
}

/** Its usual limits are a hundred places in a table. */
const mostInTable = 99
/** How long a route holds (ms): the server's data and speeds may be made anew. */
const keepMs = 10 * 60_000

const outages: Readonly<Record<string, OutageCode>> = {
  NoRoute: 'no_route',
  NoTable: 'no_route',
  NoSegment: 'out_of_area',
  NoMatch: 'no_match',
}

const readRefusal = (body: unknown): Outage | null => {
  const code = readText(body, 'code')
  if (code === null) return null
  return makeOutage(outages[code] ?? 'refused', `${service} says ${code.slice(0, 40)}`)
}

const coordinatesOf = (points: readonly LatLng[]): string =>
  points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** How far (degrees) a road may lead off the heading of a car on it. */
const mostAside = 45

/** One for each place, empty where it has none; null where none has. */
const bearingsOf = (points: readonly CarPlace[]): string | null => {
  const all = points.map(({ heading }) =>
    typeof heading === 'number' ? `${Math.round(((heading % 360) + 360) % 360)},${mostAside}` : '',
  )
  return all.some((one) => one !== '') ? all.join(';') : null
}

const readOsrmLegs = (route: unknown): Leg[] =>
  readList(route, 'legs').map((leg) => {
    const [distanceM, durationS] = [readField(leg, 'distance'), readField(leg, 'duration')]
    if (typeof distanceM !== 'number' || typeof durationS !== 'number') throw makeNonsense(service)
    return { distanceM, durationS }
  })

/** An answer in OSRM's shape, which Valhalla speaks as well. */
export const readOsrmRoute = (points: readonly LatLng[], answer: unknown, hasSteps: boolean): Route => {
  const route = readField(answer, 'routes', 0)
  const line = readText(route, 'geometry')
  const legs = readOsrmLegs(route)
  if (line === null || legs.length !== points.length - 1) throw makeNonsense(service)
  return makeRoute(points, { legs, polyline: line, steps: hasSteps ? readOsrmSteps(route) : undefined })
}

const readSeconds = (answer: unknown, count: number): (number | null)[] => {
  const rows = readList(answer, 'durations')
  if (rows.length !== count) throw makeNonsense(service)
  return rows.map((row) => {
    const seconds = readField(row, 0)
    return typeof seconds === 'number' ? seconds : null
  })
}

export const makeOsrm = ({ profile, now, ...options }: OsrmOptions): MapEngine<Router> => {
  const ask = makeRemote(service, options)
  const kept = makeAnswerCache<Route>({ most: 500, keepMs, now: () => now().getTime() })
  /** Where no road leads the way a car is heading, its heading does not count. */
  const askHeading = async (path: string, query: Readonly<Record<string, string>>, points: readonly CarPlace[]) => {
    const bearings = bearingsOf(points)
    if (bearings === null) return ask({ path, query, readRefusal })
    try {
      return await ask({ path, query: { ...query, bearings }, readRefusal })
    } catch (error) {
      if (!isOutage(error) || error.outage !== 'out_of_area') throw error
      return ask({ path, query, readRefusal })
    }
  }
  const route = async (points: readonly CarPlace[], { steps = false }: RouteOptions = {}): Promise<Route> => {
    const path = `/route/v1/${profile}/${coordinatesOf(points)}`
    const query = { overview: 'full', geometries: 'polyline', steps: String(steps), annotations: 'false' }
    const [start, ...others] = points.map(({ lat, lng, heading }, i) => ({ lat, lng, heading: i === 0 ? heading : null }))
    return readOsrmRoute(points, await askHeading(path, query, start ? [start, ...others] : []), steps)
  }
  const secondsTo = async (sources: readonly CarPlace[], target: LatLng): Promise<(number | null)[]> => {
    const places = [...sources, { lat: target.lat, lng: target.lng }]
    const path = `/table/v1/${profile}/${coordinatesOf(places)}`
    const destinations = String(sources.length)
    const query = { sources: sources.map((_source, i) => i).join(';'), destinations, annotations: 'duration' }
    return readSeconds(await askHeading(path, query, places), sources.length)
  }
  return {
    name: 'osrm',
    attribution: '© OpenStreetMap contributors',
    port: {
      route: (points, asked) => kept(keyOfRoute(points, asked), () => route(points, asked)),
      durationsTo: async (sources, target, maxSeconds) =>
        keepWithin(await inChunks(sources, mostInTable, (chunk) => secondsTo(chunk, target)), maxSeconds),
    },
    check: async (near) => {
      await ask({ path: `/nearest/v1/${profile}/${coordinatesOf([near])}`, query: { number: 1 }, readRefusal })
    },
  }
}
