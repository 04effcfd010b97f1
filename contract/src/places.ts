// Place search, reverse geocoding, routes and the base map, on whichever map engine is in use.
import { manoeuvres } from '@wayfare/core/manoeuvres'
import { placeMarks } from '@wayfare/core/place-words'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs, latitude, latLng, latLngQuery, longitude, placeId } from './values.ts'

export const placeSuggestion = z.object({
  placeId,
  description: z.string(),
  /** `home`, `work` and `saved` are the reader's own places */
  kind: z.enum(['landmark', 'crossing', 'street', 'address', 'saved', ...placeMarks]),
  /** no name matches exactly; this one is spelt similarly */
  isGuess: z.boolean(),
  structuredFormatting: z.object({
    mainText: z.string(),
    secondaryText: z.string(),
    mainTextMatchedSubstrings: z.array(z.object({ offset: z.number().int(), length: z.number().int() })),
  }),
})
export type PlaceSuggestion = z.infer<typeof placeSuggestion>

export const searchPlaces = defineEndpoint({
  verb: 'places.search',
  path: 'GET /places',
  summary:
    'Suggestions for what has been typed so far, best first, nearer ones before equal matches; for nothing, home, work and the latest of one’s own.',
  access: 'public',
  input: z.strictObject({
    text: z.string().max(200),
    lat: z.coerce.number().min(-90).max(90).optional(),
    lng: z.coerce.number().min(-180).max(180).optional(),
    limit: z.coerce.number().int().min(1).max(20).default(8),
  }),
  output: z.object({ places: z.array(placeSuggestion) }),
  refusals: ['not_ready', 'google_places_error'],
  perMinute: 240,
})

export const resolvePlace = defineEndpoint({
  verb: 'places.resolve',
  path: 'GET /places/:placeId/coords',
  summary: 'The coordinates of a suggestion.',
  access: 'public',
  input: z.strictObject({ placeId }),
  output: z.object({ coords: latLng, address: z.string() }),
  refusals: ['google_places_error', 'not_ready'],
  perMinute: 120,
})

export const reversePlace = defineEndpoint({
  verb: 'places.reverse',
  path: 'GET /places/reverse',
  summary: 'The address nearest to a point on the map.',
  access: 'public',
  input: z.strictObject(latLngQuery),
  output: z.object({ address: z.string(), coords: latLng }),
  refusals: ['out_of_area', 'not_ready', 'google_places_error'],
  perMinute: 120,
})

export const route = z.object({
  /** metres along the streets */
  distanceM: z.number(),
  durationS: z.number(),
  /** encoded polyline, precision 5 */
  polyline: z.string(),
})

export const routeStep = z.object({
  manoeuvre: z.enum(manoeuvres),
  /** the street it leads onto; empty if unnamed */
  street: z.string(),
  /** the number of the roundabout exit; null elsewhere */
  exit: z.number().int().nullable(),
  /** metres to the next step */
  distanceM: z.number(),
  durationS: z.number(),
  at: latLng,
  /** the map engine’s own sentence in the language of Accept-Language, for engines that name the street nowhere else */
  text: z.string().optional(),
})

export const routePlaces = defineEndpoint({
  verb: 'places.route',
  path: 'POST /places/route',
  summary: 'The quickest drive between two points, turn by turn when `steps` is true and the map engine can tell.',
  access: 'signedIn',
  input: z.strictObject({ start: latLng, dest: latLng, steps: z.boolean().optional() }),
  output: route.extend({ steps: z.array(routeStep).optional() }),
  refusals: ['no_route_found', 'out_of_area', 'place_to_coords_error', 'not_ready'],
  perMinute: 120,
})

export const basemap = z.object({
  state: z.enum(['preparing', 'ready', 'failed']),
  /** progress of the preparation, 0 to 1 */
  progress: z.number(),
  tilesUrl: z.string().nullable(),
  name: z.string(),
  /** west, south, east, north */
  bounds: z.tuple([longitude, latitude, longitude, latitude]).nullable(),
  center: latLng.nullable(),
  attribution: z.string(),
  dataDate: z.string().nullable(),
  /** URLs of MapLibre styles to draw instead of the tiles, if the operator has any; `dark` null: `light` serves both themes */
  style: z.object({ light: z.string(), dark: z.string().nullable() }).optional(),
})
export type Basemap = z.infer<typeof basemap>

export const getBasemap = defineEndpoint({
  verb: 'places.basemap',
  path: 'GET /places/basemap',
  summary: 'Where the base map is and how far its preparation has come.',
  access: 'public',
  output: basemap,
})

/** A driver's position as others see it. */
export const position = z.object({ lat: latitude, lng: longitude, heading: z.number().nullable(), at: epochMs })
export type Position = z.infer<typeof position>
