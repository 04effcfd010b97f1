// Valhalla as its API pages describe it: route in OSRM's shape, matrix and locate, with its error codes and its usual limits.
import type { LatLng } from '@wayfare/core/geo'
import { z } from 'zod'
import { isJoined, isOnRoad, isWay, legBetween, osrmRoute } from './map-streets.ts'
import { startStub, type Answer, type Asked } from './stub.ts'

const location = z.looseObject({ lat: z.number(), lon: z.number(), heading: z.number().int().min(0).max(360).optional() })
const routeBody = z.looseObject({
  locations: z.array(location),
  costing: z.enum(['auto', 'taxi']),
  format: z.literal('osrm'),
  shape_format: z.literal('polyline5'),
  directions_type: z.enum(['none', 'maneuvers', 'instructions']),
})
const matrixBody = z.looseObject({ sources: z.array(location), targets: z.array(location), verbose: z.boolean().optional() })
const locateBody = z.looseObject({ locations: z.array(location) })

const refuse = (code: number, error: string): Answer => ({
  status: 400,
  json: { error_code: code, error, status_code: 400, status: 'Bad Request' },
})

const pointOf = ({ lat, lon }: z.infer<typeof location>): LatLng => ({ lat, lng: lon })

const mostLocations = 20
const mostPairs = 2500

const route = (json: unknown): Answer => {
  const body = routeBody.safeParse(json)
  if (!body.success) return refuse(100, 'Failed to parse json request')
  const points = body.data.locations.map(pointOf)
  if (points.length < 2) return refuse(120, 'Insufficient number of locations provided')
  if (points.length > mostLocations) return refuse(150, `Exceeded max locations: ${mostLocations}`)
  if (!points.every(isOnRoad)) return refuse(171, 'No suitable edges near location')
  if (!isWay(points)) return refuse(442, 'No path could be found for input')
  return { json: osrmRoute(points, body.data.directions_type === 'maneuvers') }
}

const secondsBetween = (from: LatLng, to: LatLng) => (isJoined(from, to) ? Math.round(legBetween(from, to).duration) : null)

const matrix = (json: unknown, isOld: boolean): Answer => {
  const body = matrixBody.safeParse(json)
  if (!body.success) return refuse(121, 'Insufficient number of sources or targets provided')
  const [sources, targets] = [body.data.sources.map(pointOf), body.data.targets.map(pointOf)]
  if (sources.length * targets.length > mostPairs) return refuse(150, `Exceeded max location pairs: ${mostPairs}`)
  if (![...sources, ...targets].every(isOnRoad)) return refuse(171, 'No suitable edges near location')
  const rows = sources.map((from) => targets.map((to) => secondsBetween(from, to)))
  if (body.data.verbose === false && !isOld) return { json: { algorithm: 'costmatrix', sources_to_targets: { durations: rows } } }
  const verbose = rows.map((row, from_index) => row.map((time, to_index) => ({ time, distance: 1, from_index, to_index })))
  return { json: { sources_to_targets: verbose } }
}

const readJson = ({ body }: Asked): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** `isOld`: of before version 3.5, whose matrix knows no short form. */
export const startValhalla = (isOld = false) =>
  startStub((asked) => {
    if (asked.method !== 'POST') return refuse(101, 'Try a POST or GET request instead')
    const json = readJson(asked)
    if (asked.path === '/route') return route(json)
    if (asked.path === '/sources_to_targets') return matrix(json, isOld)
    if (asked.path === '/locate') {
      const body = locateBody.safeParse(json)
      if (!body.success) return refuse(110, 'Insufficiently specified required parameter locations')
      return { json: body.data.locations.map(({ lat, lon }) => ({ input_lat: lat, input_lon: lon, edges: [], nodes: null })) }
    }
    return {
      status: 404,
      json: { error_code: 106, error: "Try any of: '/locate' '/route'", status_code: 404, status: 'Not Found' },
    }
  })
