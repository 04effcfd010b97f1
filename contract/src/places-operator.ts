// The operator's own places, searched together with the map's: places the map lacks, and other names for places it has.
import { operatorPlaceKinds } from '@wayfare/core/place-words'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { defineId, epochMs, latitude, longitude, placeId, version } from './values.ts'

const operatorPlaceId = defineId('operatorPlace')
const name = z.string().trim().min(1).max(120)

const fields = {
  name,
  /** alternative names; the search finds each of them */
  otherNames: z.array(name).max(20).default([]),
  kind: z.enum(operatorPlaceKinds).default('landmark'),
  lat: latitude,
  lng: longitude,
  /** kept but not offered; if it stands for a place on the map, that one is hidden too */
  hidden: z.boolean().default(false),
  /** the map place that this one stands for, by its id in the search; null if the map does not have it */
  mapPlaceId: placeId.nullable().default(null),
}

export const operatorPlace = z.object({
  id: operatorPlaceId,
  ...fields,
  /** it is outside the map that is served now, and is not offered */
  outside: z.boolean(),
  version,
  createdAt: epochMs,
})
export type OperatorPlace = z.infer<typeof operatorPlace>

export const listOperatorPlaces = defineEndpoint({
  verb: 'places.operatorPlaces',
  path: 'GET /places/operator',
  summary: "The operator's own places, by name; those outside the map that is served now are marked.",
  access: ['admin'],
  output: z.object({ places: z.array(operatorPlace) }),
})

const refusals = ['demo_mode', 'map_place_taken', 'google_places_error', 'not_ready'] as const

export const addOperatorPlace = defineEndpoint({
  verb: 'places.addOperatorPlace',
  path: 'POST /places/operator',
  summary: 'Adds a place of the operator; at most 500. The search knows it at once.',
  access: ['admin'],
  input: z.strictObject(fields),
  output: operatorPlace,
  refusals: ['quota_reached', ...refusals],
})

export const changeOperatorPlace = defineEndpoint({
  verb: 'places.changeOperatorPlace',
  path: 'PUT /places/operator/:id',
  summary: 'Changes a place of the operator; bookings that were made keep its old name.',
  access: ['admin'],
  input: z.strictObject({ id: operatorPlaceId, version: version.optional(), ...fields }),
  output: operatorPlace,
  refusals: ['not_found', 'row_changed', ...refusals],
})

export const removeOperatorPlace = defineEndpoint({
  verb: 'places.removeOperatorPlace',
  path: 'DELETE /places/operator/:id',
  summary: 'Takes a place of the operator away; a place of the map that it stood for shows as the map has it.',
  access: ['admin'],
  input: z.strictObject({ id: operatorPlaceId }),
  refusals: ['not_found', 'demo_mode'],
})

export const restoreOperatorPlace = defineEndpoint({
  verb: 'places.restoreOperatorPlace',
  path: 'POST /places/operator/:id/restore',
  summary: 'Puts a removed place back as it was.',
  access: ['admin'],
  input: z.strictObject({ id: operatorPlaceId }),
  output: operatorPlace,
  refusals: ['not_found', 'demo_mode', 'map_place_taken'],
})
