// Google as a router: Routes API v2 (computeRoutes, computeRouteMatrix) as its REST reference describes it, with the traffic of the hour.
import type { LatLng } from '@wayfare/core/geo'
import type { Manoeuvre, RouteStep } from '@wayfare/core/manoeuvres'
import { readField, readList, readText } from './fields.ts'
import type { MapEngine } from './maps-engine.ts'
import {
  firstLanguage,
  googleAttribution,
  googleHeaders,
  makeGoogleRemote,
  readGoogleNumber,
  readGoogleRefusal,
  readGoogleSeconds,
  service,
  type GoogleOptions,
} from './maps-google.ts'
import { makeNonsense } from './maps-remote.ts'
import { inChunks, makeRoute, keepWithin } from './maps-route.ts'
import { makeOutage, type CarPlace, type Leg, type Route, type RouteOptions, type Router } from './ports.ts'

/** Of a matrix; each pair is paid for. */
const mostInMatrix = 100
/** A time of departure has to lie ahead (ms). */
const soonMs = 60_000

const waypointOf = ({ lat, lng, heading }: CarPlace) => ({
  location: {
    latLng: { latitude: lat, longitude: lng },
    ...(typeof heading === 'number' ? { heading: Math.round(((heading % 360) + 360) % 360) % 360 } : {}),
  },
})

const manoeuvres: Readonly<Record<string, Manoeuvre>> = {
  DEPART: 'depart',
  TURN_SLIGHT_LEFT: 'slightLeft',
  TURN_LEFT: 'left',
  TURN_SHARP_LEFT: 'sharpLeft',
  TURN_SLIGHT_RIGHT: 'slightRight',
  TURN_RIGHT: 'right',
  TURN_SHARP_RIGHT: 'sharpRight',
  UTURN_LEFT: 'uTurn',
  UTURN_RIGHT: 'uTurn',
  RAMP_LEFT: 'keepLeft',
  RAMP_RIGHT: 'keepRight',
  FORK_LEFT: 'keepLeft',
  FORK_RIGHT: 'keepRight',
  MERGE: 'merge',
}

const manoeuvreOf = (word: string, isFirst: boolean): Manoeuvre => {
  if (isFirst) return 'depart'
  return word.startsWith('ROUNDABOUT') ? 'roundabout' : (manoeuvres[word] ?? 'continue')
}

const placeOf = (value: unknown): LatLng => ({
  lat: readGoogleNumber(value, 'latLng', 'latitude'),
  lng: readGoogleNumber(value, 'latLng', 'longitude'),
})

/** The first line says what to do, others what one sees there. */
const sentenceOf = (step: unknown): string | undefined => readText(step, 'navigationInstruction', 'instructions')?.split('\n')[0]

/** Google tells no arrival, and no street but in its own sentences, which are not ours to take apart: they are passed on. */
const readSteps = (route: unknown): RouteStep[] =>
  readList(route, 'legs').flatMap((leg) => [
    ...readList(leg, 'steps').map((step, i): RouteStep => ({
      manoeuvre: manoeuvreOf(readText(step, 'navigationInstruction', 'maneuver') ?? '', i === 0),
      street: '',
      exit: null,
      distanceM: readGoogleNumber(step, 'distanceMeters'),
      durationS: readGoogleSeconds(step, 'staticDuration') ?? 0,
      at: placeOf(readField(step, 'startLocation')),
      text: sentenceOf(step),
    })),
    { manoeuvre: 'arrive', street: '', exit: null, distanceM: 0, durationS: 0, at: placeOf(readField(leg, 'endLocation')) },
  ])

const readLegs = (route: unknown): Leg[] =>
  readList(route, 'legs').map((leg) => {
    const durationS = readGoogleSeconds(leg, 'duration')
    if (durationS === null) throw makeNonsense(service)
    return { distanceM: readGoogleNumber(leg, 'distanceMeters'), durationS }
  })

const legFields = ['distanceMeters', 'duration']
const stepFields = [
  'endLocation',
  ...['distanceMeters', 'staticDuration', 'startLocation', 'navigationInstruction'].map((name) => `steps.${name}`),
]

const fieldsOf = (steps: boolean): string =>
  ['routes.polyline.encodedPolyline', ...[...legFields, ...(steps ? stepFields : [])].map((name) => `routes.legs.${name}`)].join(
    ',',
  )

const traffic = { travelMode: 'DRIVE', routingPreference: 'TRAFFIC_AWARE' }

/** Seconds of each source, in whatever order they come. */
const readMatrix = (answer: unknown, count: number): (number | null)[] => {
  // one that broke off ends in an error: what it left out is not out of reach
  if (!Array.isArray(answer) || answer.length !== count || answer.some((element) => readField(element, 'error') !== undefined))
    throw makeNonsense(service)
  const seconds = Array.from({ length: count }, (): number | null => null)
  for (const element of answer as unknown[]) {
    const isThere = readText(element, 'condition') === 'ROUTE_EXISTS' && readGoogleNumber(element, 'status', 'code') === 0
    if (isThere) seconds[readGoogleNumber(element, 'originIndex')] = readGoogleSeconds(element, 'duration')
  }
  return seconds
}

export const makeGoogleRouter = (options: GoogleOptions): MapEngine<Router> => {
  const { now } = options
  const ask = makeGoogleRemote('routes.googleapis.com', options)
  const leavingAt = (departAt?: number) =>
    departAt !== undefined && departAt > now().getTime() + soonMs ? { departureTime: new Date(departAt).toISOString() } : {}
  const route = async (points: readonly CarPlace[], { steps = false, departAt, lang }: RouteOptions = {}): Promise<Route> => {
    const [origin, ...others] = points.map(({ lat, lng, heading }, i) =>
      waypointOf(i === 0 ? { lat, lng, heading } : { lat, lng }),
    )
    const destination = others.pop()
    const languageCode = steps ? firstLanguage(lang) : undefined
    const body = { origin, destination, intermediates: others, ...traffic, ...leavingAt(departAt), languageCode }
    const headers = googleHeaders(options, fieldsOf(steps))
    const answer = await ask({ path: '/directions/v2:computeRoutes', body, headers, readRefusal: readGoogleRefusal })
    const found = readField(answer, 'routes', 0)
    if (found === undefined) throw makeOutage('no_route', `${service} knows no way`)
    const [polyline, legs] = [readText(found, 'polyline', 'encodedPolyline'), readLegs(found)]
    if (polyline === null || legs.length !== points.length - 1) throw makeNonsense(service)
    return makeRoute(points, { legs, polyline, steps: steps ? readSteps(found) : undefined })
  }
  const secondsTo = async (sources: readonly CarPlace[], target: LatLng): Promise<(number | null)[]> => {
    const origins = sources.map((source) => ({ waypoint: waypointOf(source) }))
    const body = { origins, destinations: [{ waypoint: waypointOf({ lat: target.lat, lng: target.lng }) }], ...traffic }
    const headers = googleHeaders(options, 'originIndex,destinationIndex,status,condition,duration')
    const path = '/distanceMatrix/v2:computeRouteMatrix'
    return readMatrix(await ask({ path, body, headers, readRefusal: readGoogleRefusal }), sources.length)
  }
  return {
    name: 'google',
    attribution: googleAttribution,
    port: {
      knowsTraffic: true,
      route,
      durationsTo: async (sources, target, maxSeconds) =>
        keepWithin(await inChunks(sources, mostInMatrix, (chunk) => secondsTo(chunk, target)), maxSeconds),
    },
    check: async ({ lat, lng }) => {
      await secondsTo([{ lat, lng }], { lat: lat + 0.001, lng })
    },
  }
}
