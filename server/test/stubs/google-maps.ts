// Google's Routes API v2, Places API (New) and Geocoding API as their REST references describe them, all at one origin, with their errors.
import { encodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { z } from 'zod'
import { isJoined, isWay, legBetween } from './map-streets.ts'
import { startStub, type Answer, type Asked } from './stub.ts'

export const googleKey = 'AIzaSyWayfareStub0123456789abcdefghijkl'

const refuse = (code: number, status: string, reason?: string): Answer => ({
  status: code,
  json: {
    error: {
      code,
      message: `${status}: see the documentation`,
      status,
      details: reason ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }] : [],
    },
  },
})

const waypoint = z.strictObject({
  location: z.strictObject({
    latLng: z.strictObject({ latitude: z.number(), longitude: z.number() }),
    heading: z.number().int().min(0).max(359).optional(),
  }),
})
const mode = { travelMode: z.literal('DRIVE'), routingPreference: z.literal('TRAFFIC_AWARE') }
const routeBody = z.strictObject({
  origin: waypoint,
  destination: waypoint,
  intermediates: z.array(waypoint).max(25),
  ...mode,
  departureTime: z.iso.datetime().optional(),
  languageCode: z.string().optional(),
})
const matrixBody = z.strictObject({
  origins: z.array(z.strictObject({ waypoint })),
  destinations: z.array(z.strictObject({ waypoint })),
  ...mode,
})
const autocompleteBody = z.strictObject({
  input: z.string().min(1),
  includedRegionCodes: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(15)
    .optional(),
  locationBias: z
    .strictObject({
      circle: z.strictObject({
        center: z.strictObject({ latitude: z.number(), longitude: z.number() }),
        radius: z.number().max(50_000),
      }),
    })
    .optional(),
  languageCode: z.string().optional(),
})

const pointOf = ({ location: { latLng } }: z.infer<typeof waypoint>): LatLng => ({ lat: latLng.latitude, lng: latLng.longitude })
const latLngOf = ({ lat, lng }: LatLng) => ({ latLng: { latitude: lat, longitude: lng } })

const sentence = (lang = 'en-US') => (lang.startsWith('sv') ? 'Sväng vänster in på Vasagatan' : 'Turn left onto Vasagatan')

const stepsOf = (from: LatLng, to: LatLng, { distance, duration }: { distance: number; duration: number }, lang?: string) =>
  ['DEPART', 'TURN_LEFT', 'ROUNDABOUT_RIGHT'].map((maneuver, i) => ({
    distanceMeters: Math.round(distance / 3),
    staticDuration: `${Math.round(duration / 3)}s`,
    startLocation: latLngOf(i === 0 ? from : to),
    navigationInstruction: { maneuver, instructions: `${sentence(lang)}\nDestination will be on the right` },
  }))

const computeRoutes = (json: unknown, fields: string): Answer => {
  const body = routeBody.safeParse(json)
  if (!body.success) return refuse(400, 'INVALID_ARGUMENT')
  const points = [body.data.origin, ...body.data.intermediates, body.data.destination].map(pointOf)
  if (!isWay(points)) return { json: {} }
  const legs = points.slice(1).map((to, i) => {
    const from = points[i] ?? to
    const leg = legBetween(from, to)
    const told = fields.includes('steps')
      ? { endLocation: latLngOf(to), steps: stepsOf(from, to, leg, body.data.languageCode) }
      : {}
    // what is zero is left out
    const distance = Math.round(leg.distance)
    return { ...(distance > 0 ? { distanceMeters: distance } : {}), duration: `${Math.round(leg.duration)}s`, ...told }
  })
  return { json: { routes: [{ legs, polyline: { encodedPolyline: encodePolyline(points) } }] } }
}

const computeMatrix = (json: unknown): Answer => {
  const body = matrixBody.safeParse(json)
  if (!body.success) return refuse(400, 'INVALID_ARGUMENT')
  const { origins, destinations } = body.data
  if (origins.length * destinations.length > 625) return refuse(400, 'INVALID_ARGUMENT')
  const elements = origins.flatMap((origin, originIndex) =>
    destinations.map((destination, destinationIndex) => {
      const [from, to] = [pointOf(origin.waypoint), pointOf(destination.waypoint)]
      const base = { originIndex, destinationIndex, status: {} }
      if (!isJoined(from, to)) return { ...base, condition: 'ROUTE_NOT_FOUND' }
      return { ...base, condition: 'ROUTE_EXISTS', duration: `${Math.round(legBetween(from, to).duration)}s` }
    }),
  )
  // they come in any order
  return { json: elements.toReversed() }
}

const town = [
  { type: 'locality', name: 'Göteborg' },
  { type: 'country', name: 'Sverige', short: 'SE' },
  { type: 'postal_code', name: '411 24' },
]
const street = { type: 'route', name: 'Vasagatan' }
const places = [
  {
    id: 'ChIJjarntorget000000000000',
    name: 'Järntorget',
    types: ['plaza', 'point_of_interest'],
    lat: 57.69985,
    lng: 11.95278,
    parts: town,
  },
  {
    id: 'ChIJvasagatan12000000000_-',
    name: 'Vasagatan 12',
    types: ['street_address', 'geocode'],
    lat: 57.6995,
    lng: 11.9701,
    parts: [{ type: 'street_number', name: '12' }, street, ...town],
  },
  {
    id: 'EhdWYXNhZ2F0YW4sIEfDtnRlYm9yZw',
    name: 'Vasagatan',
    types: ['route', 'geocode'],
    lat: 57.69931,
    lng: 11.96842,
    parts: [street, ...town],
  },
]
type Part = { type: string; name: string; short?: string }

const autocomplete = (json: unknown): Answer => {
  const body = autocompleteBody.safeParse(json)
  if (!body.success) return refuse(400, 'INVALID_ARGUMENT')
  const { input, includedRegionCodes: regions } = body.data
  if (regions && !regions.includes('se')) return { json: {} }
  const found = places.filter(({ name }) => name.toLowerCase().startsWith(input.toLowerCase()))
  if (found.length === 0) return { json: {} }
  const suggestions = found.map(({ id, name, types }) => ({
    placePrediction: {
      placeId: id,
      types,
      structuredFormat: { mainText: { text: name }, secondaryText: { text: 'Göteborg, Sverige' } },
    },
  }))
  return { json: { suggestions } }
}

const details = (id: string): Answer => {
  const place = places.find((one) => one.id === id)
  if (!place) return refuse(404, 'NOT_FOUND')
  const location = { latitude: place.lat, longitude: place.lng }
  const parts: readonly Part[] = place.parts
  const addressComponents = parts.map(({ type, name, short = name }) => ({
    longText: name,
    shortText: short,
    types: [type, 'political'],
    languageCode: 'sv',
  }))
  return { json: { id, formattedAddress: `${place.name}, 411 24 Göteborg, Sverige`, location, addressComponents } }
}

/** Answers 200 whatever happened. */
const geocode = ({ query }: Asked): Answer => {
  if (query.get('key') !== googleKey)
    return { json: { error_message: 'The provided API key is invalid.', results: [], status: 'REQUEST_DENIED' } }
  const [lat = Number.NaN, lng = Number.NaN] = (query.get('latlng') ?? '').split(',').map(Number)
  if (Number.isNaN(lat + lng)) return { json: { results: [], status: 'INVALID_REQUEST' } }
  const away = (place: LatLng) => measureDistanceM(place, { lat, lng })
  const [nearest] = places.toSorted((a, b) => away(a) - away(b))
  if (!nearest || away(nearest) > 5000) return { json: { results: [], status: 'ZERO_RESULTS' } }
  const grid = { formatted_address: 'PXX3+2Q Göteborg', types: ['plus_code'], geometry: { location: { lat, lng } } }
  const parts: readonly Part[] = nearest.parts
  const found = {
    formatted_address: `${nearest.name}, 411 24 Göteborg, Sverige`,
    address_components: parts.map(({ type, name, short = name }) => ({ long_name: name, short_name: short, types: [type] })),
    geometry: { location: { lat: nearest.lat, lng: nearest.lng } },
    place_id: nearest.id,
    types: nearest.types,
  }
  return { json: { results: away(nearest) > 2000 ? [grid] : [grid, found], status: 'OK' } }
}

const readJson = ({ body }: Asked): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

const answerKeyed = (asked: Asked, isSpent: boolean): Answer => {
  const { path, headers } = asked
  if (headers['x-goog-api-key'] !== googleKey) return refuse(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID')
  if (isSpent) return refuse(429, 'RESOURCE_EXHAUSTED')
  const fields = headers['x-goog-fieldmask']
  if (typeof fields !== 'string' || fields === '') return refuse(400, 'INVALID_ARGUMENT')
  if (path === '/directions/v2:computeRoutes') return computeRoutes(readJson(asked), fields)
  if (path === matrixPath) return computeMatrix(readJson(asked))
  if (path === '/v1/places:autocomplete') return autocomplete(readJson(asked))
  return path.startsWith('/v1/places/') ? details(path.slice('/v1/places/'.length)) : refuse(404, 'NOT_FOUND')
}

const matrixPath = '/distanceMatrix/v2:computeRouteMatrix'

const answer = (asked: Asked, isSpent: boolean): Answer => {
  if (asked.path === '/maps/api/geocode/json')
    return isSpent ? { json: { results: [], status: 'OVER_QUERY_LIMIT' } } : geocode(asked)
  const given = answerKeyed(asked, isSpent)
  // the matrix is a stream: also its errors come in a list
  return asked.path === matrixPath && given.status !== undefined ? { ...given, json: [given.json] } : given
}

export const startGoogleMaps = async () => {
  const state = { isSpent: false, breaksOff: false }
  const stub = await startStub((asked) => {
    const given = answer(asked, state.isSpent)
    if (!state.breaksOff || !Array.isArray(given.json)) return given
    return { json: [...given.json.slice(1), refuse(503, 'UNAVAILABLE').json] }
  })
  return {
    ...stub,
    origin: `http://127.0.0.1:${stub.port}`,
    spend: (isSpent: boolean): void => void (state.isSpent = isSpent),
    /** matrices come in part, with an error in place of the rest */
    breakOff: (breaksOff: boolean): void => void (state.breaksOff = breaksOff),
  }
}
