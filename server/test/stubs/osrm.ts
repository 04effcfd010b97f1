// OSRM as its docs/http.md describes it: route, table and nearest, with its codes and its usual limits.
import type { LatLng } from '@wayfare/core/geo'
import { isJoined, isOnRoad, isWay, legBetween, osrmRoute } from './map-streets.ts'
import { startStub, type Answer, type Asked } from './stub.ts'

const mostInTable = 100

const refuse = (code: string, message: string): Answer => ({ status: 400, json: { code, message } })

const readPoints = (text: string): LatLng[] | null => {
  const points = text.split(';').map((pair) => {
    const [, lng = '', lat = ''] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(pair) ?? []
    return lng === '' ? null : { lat: Number(lat), lng: Number(lng) }
  })
  return points.some((point) => point === null) ? null : points.filter((point) => point !== null)
}

const route = (points: LatLng[], { query }: Asked): Answer => {
  if (points.length < 2) return refuse('InvalidOptions', 'Number of coordinates needs to be at least two.')
  if (query.get('geometries') !== 'polyline' || query.get('overview') !== 'full')
    return refuse('InvalidValue', 'the stub speaks polyline and full only')
  if (!isWay(points)) return refuse('NoRoute', 'Impossible route between points')
  return { json: osrmRoute(points, query.get('steps') === 'true') }
}

const readIndices = (text: string | null, count: number): number[] | null => {
  if (text === null || text === 'all') return Array.from({ length: count }, (_, i) => i)
  const found = text.split(';').map(Number)
  return found.every((i) => Number.isInteger(i) && i >= 0 && i < count) ? found : null
}

const secondsBetween = (from: LatLng, to: LatLng) => (isJoined(from, to) ? legBetween(from, to).duration : null)

const table = (points: LatLng[], { query }: Asked): Answer => {
  if (points.length > mostInTable) return refuse('TooBig', 'Too many table coordinates')
  const sources = readIndices(query.get('sources'), points.length)
  const destinations = readIndices(query.get('destinations'), points.length)
  if (!sources || !destinations) return refuse('InvalidOptions', 'Index out of bounds')
  const at = (i: number): LatLng => points[i] ?? { lat: 0, lng: 0 }
  return {
    json: { code: 'Ok', durations: sources.map((from) => destinations.map((to) => secondsBetween(at(from), at(to)))) },
  }
}

const nearest = ([point]: LatLng[]): Answer => ({
  json: { code: 'Ok', waypoints: [{ location: [point?.lng, point?.lat], distance: 0, name: 'Vasagatan' }] },
})

type Service = (points: LatLng[], asked: Asked) => Answer
const services: Readonly<Record<string, Service>> = { route, table, nearest }

/** The stub's roads lead north and south only. */
const isAside = (bearing: string): boolean => bearing !== '' && Math.abs((Number(bearing.split(',')[0]) % 180) - 90) < 45

/** What is asked of a service: its points, and whether roads lie there in the direction that is wanted. */
const serveAt = (serve: Service, coordinates: string, asked: Asked): Answer => {
  const points = readPoints(coordinates)
  if (!points) return refuse('InvalidQuery', 'Query string malformed close to position 1')
  const bearings = asked.query.get('bearings')?.split(';') ?? points.map(() => '')
  if (bearings.length !== points.length || !bearings.every((one) => /^(\d{1,3},\d{1,3})?$/.test(one)))
    return refuse('InvalidOptions', 'Number of elements in bearings size 1 does not match coordinate size 2')
  if (bearings.some(isAside) || !points.every(isOnRoad))
    return refuse('NoSegment', 'Could not find a matching segment for coordinate 0')
  return serve(points, asked)
}

const answer = (asked: Asked): Answer => {
  const [, service = '', version = '', , coordinates = ''] = decodeURIComponent(asked.path).split('/')
  const serve = services[service]
  if (!serve) return refuse('InvalidService', `Service ${service} not found!`)
  if (version !== 'v1') return refuse('InvalidVersion', 'Version not found')
  return serveAt(serve, coordinates, asked)
}

export const startOsrm = () => startStub(answer)
