// Valhalla as a router: its HTTP API as docs/docs/api of valhalla/valhalla describes it. Routes are asked for in OSRM's shape and precision 5;
// its own shape is always of precision 6.
import type { LatLng } from '@wayfare/core/geo'
import { readField, readList } from './fields.ts'
import { makeAnswerCache } from './maps-cache.ts'
import type { MapEngine } from './maps-engine.ts'
import { readOsrmRoute } from './maps-osrm.ts'
import { makeNonsense, makeRemote, type RemoteOptions } from './maps-remote.ts'
import { cutPoints, inChunks, joinRoutes, keyOfRoute, keepWithin } from './maps-route.ts'
import { makeOutage, type CarPlace, type Outage, type OutageCode, type Route, type RouteOptions, type Router } from './ports.ts'

const service = 'Valhalla'

type ValhallaOptions = RemoteOptions & {
  /** auto, taxi … */
  costing: string
  now: () => Date
}

/** Its usual limits: 20 places in a route, 2,500 pairs in a matrix, of which so many keep within the time. */
const mostInRoute = 20
const mostInMatrix = 200
/** How long a route holds (ms): the server's data and speeds may be made anew. */
const keepMs = 10 * 60_000

/** By `error_code`: no path, not connected, no edge near. Anything else is a question that it will not take. */
const outages: Readonly<Record<number, OutageCode>> = { 442: 'no_route', 170: 'no_route', 171: 'out_of_area' }

const readRefusal = (body: unknown): Outage | null => {
  const code = readField(body, 'error_code')
  return typeof code === 'number' ? makeOutage(outages[code] ?? 'refused', `${service} refused with code ${code}`) : null
}

const locationOf = ({ lat, lng, heading }: CarPlace) => ({
  lat,
  lon: lng,
  ...(typeof heading === 'number' ? { heading: Math.round(((heading % 360) + 360) % 360) } : {}),
})

/** Rows of numbers, or in versions before 3.5, which do not know `verbose`, of objects. */
const readSeconds = (answer: unknown, count: number): (number | null)[] => {
  const table = readField(answer, 'sources_to_targets')
  const short = readList(table, 'durations')
  const rows = short.length > 0 ? short : readList(table)
  if (rows.length !== count) throw makeNonsense(service)
  return rows.map((row) => {
    const seconds = readField(row, 0, 'time') ?? readField(row, 0)
    return typeof seconds === 'number' ? seconds : null
  })
}

export const makeValhalla = ({ costing, now, ...options }: ValhallaOptions): MapEngine<Router> => {
  const ask = makeRemote(service, options)
  const kept = makeAnswerCache<Route>({ most: 500, keepMs, now: () => now().getTime() })
  const routePiece = async (points: readonly CarPlace[], steps: boolean): Promise<Route> => {
    const directions = steps ? 'maneuvers' : 'none'
    const shape = { format: 'osrm', shape_format: 'polyline5', directions_type: directions, units: 'kilometers' }
    const body = { locations: points.map(locationOf), costing, ...shape }
    return readOsrmRoute(points, await ask({ path: '/route', body, readRefusal }), steps)
  }
  const route = async (points: readonly CarPlace[], { steps = false }: RouteOptions = {}): Promise<Route> =>
    joinRoutes(await Promise.all(cutPoints(points, mostInRoute).map((piece) => routePiece(piece, steps))))
  const secondsTo = async (sources: readonly CarPlace[], target: LatLng): Promise<(number | null)[]> => {
    const body = { sources: sources.map(locationOf), targets: [locationOf(target)], costing, verbose: false }
    return readSeconds(await ask({ path: '/sources_to_targets', body, readRefusal }), sources.length)
  }
  return {
    name: 'valhalla',
    attribution: '© OpenStreetMap contributors',
    port: {
      route: (points, asked) => kept(keyOfRoute(points, asked), () => route(points, asked)),
      durationsTo: async (sources, target, maxSeconds) =>
        keepWithin(await inChunks(sources, mostInMatrix, (chunk) => secondsTo(chunk, target)), maxSeconds),
    },
    check: async (near) => {
      await ask({ path: '/locate', body: { locations: [locationOf(near)], costing, verbose: false }, readRefusal })
    },
  }
}
