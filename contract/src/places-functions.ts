// The specification's six hosted map calls, with its names and fields, on whichever map engine is in use.
// Points are "lat,lng" in degrees. Refusals have the usual form: `error` holds the key.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { latLng, placeId } from './values.ts'

// as programs print them: with up to 17 decimals
const number = String.raw`-?\d{1,3}(?:\.\d{1,17})?`
const pointPattern = new RegExp(String.raw`^\s*(${number})\s*,\s*(${number})\s*$`)

/** A point in the notation of these calls, such as "57.70,11.95". */
const pointText = z
  .string()
  .regex(pointPattern)
  .transform((text) => {
    const [, lat, lng] = pointPattern.exec(text) ?? []
    return { lat: Number(lat), lng: Number(lng) }
  })
  .pipe(latLng)

const mostWaypoints = 2000

/** Points separated by bars; an empty text means none. */
const pointList = z
  .string()
  .max(mostWaypoints * 40)
  .transform((text) => text.split('|').filter((part) => part.trim() !== ''))
  .pipe(z.array(pointText).max(mostWaypoints))

const perMinute = 120
const refusals = ['no_route_found', 'out_of_area', 'place_to_coords_error', 'not_ready'] as const

export const autocomplete = defineEndpoint({
  verb: 'places.googleapisAutocomplete',
  path: 'POST /functions/googleapis-autocomplete',
  summary: 'Suggestions for a keyword within a country (ISO code; empty for those of the settings).',
  access: 'signedIn',
  input: z.strictObject({ searchKeyword: z.string().max(200), country: z.string().max(60).default('') }),
  output: z.object({
    searchResults: z.array(
      z.object({
        description: z.string(),
        place_id: placeId,
        structured_formatting: z.object({
          main_text: z.string(),
          secondary_text: z.string(),
          main_text_matched_substrings: z.array(z.object({ offset: z.number().int(), length: z.number().int() })),
        }),
      }),
    ),
  }),
  refusals: ['not_ready', 'google_places_error'],
  perMinute: 240,
})

export const getCoords = defineEndpoint({
  verb: 'places.googleapisGetcoords',
  path: 'POST /functions/googleapis-getcoords',
  summary: 'The coordinates of a suggestion.',
  access: 'signedIn',
  input: z.strictObject({ place_id: placeId }),
  output: z.object({ coords: latLng }),
  refusals: ['google_places_error', 'not_ready'],
  perMinute,
})

export const getRoute = defineEndpoint({
  verb: 'places.googleapisGetroute',
  path: 'POST /functions/googleapis-getroute',
  summary: 'The drive between two points: kilometres, seconds and an encoded polyline (precision 5).',
  access: 'signedIn',
  input: z.strictObject({ start: pointText, dest: pointText }),
  output: z.object({ distance: z.number(), duration: z.number(), polylinePoints: z.string() }),
  refusals,
  perMinute,
})

export const getAddress = defineEndpoint({
  verb: 'places.googleapisGetaddress',
  path: 'POST /functions/googleapis-getaddress',
  summary: 'The address nearest to a point.',
  access: 'signedIn',
  input: z.strictObject({ latlng: pointText }),
  output: z.object({ address: z.string() }),
  refusals: ['out_of_area', 'not_ready', 'google_places_error'],
  perMinute,
})

const driveTime = z.object({ distance_in_km: z.number(), time_in_secs: z.number(), timein_text: z.string() })

export const getDriveTime = defineEndpoint({
  verb: 'places.googleapisGetdrivetime',
  path: 'POST /functions/googleapis-getdrivetime',
  summary: 'How far and how long the drive between two points is.',
  access: 'signedIn',
  input: z.strictObject({ start: pointText, dest: pointText }),
  output: driveTime,
  refusals,
  perMinute,
})

export const getMultiLocTime = defineEndpoint({
  verb: 'places.googleapisGetmultiloctime',
  path: 'POST /functions/googleapis-getmultiloctime',
  summary: 'The same along waypoints ("lat,lng|lat,lng"), which are thinned to the 25 that shape the way most.',
  access: 'signedIn',
  input: z.strictObject({ start: pointText, dest: pointText, waypoints: pointList }),
  output: driveTime,
  refusals,
  perMinute,
})
