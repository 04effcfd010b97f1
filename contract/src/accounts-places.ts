// One's saved places.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { defineId, latitude, longitude } from './values.ts'

const savedPlaceId = defineId('savedPlace')
const place = { name: z.string().trim().min(1).max(300), lat: latitude, lng: longitude }

export const savedPlace = z.object({
  id: savedPlaceId,
  name: z.string(),
  lat: latitude,
  lng: longitude,
  /** how often one went there */
  count: z.number().int(),
})
export type SavedPlace = z.infer<typeof savedPlace>

export const listSavedPlaces = defineEndpoint({
  verb: 'accounts.savedPlaces',
  path: 'GET /accounts/saved-places',
  summary: "One's saved places, the most used first; the search for places offers them by name.",
  access: 'signedIn',
  output: z.object({ places: z.array(savedPlace) }),
})

export const addSavedPlace = defineEndpoint({
  verb: 'accounts.addSavedPlace',
  path: 'POST /accounts/saved-places',
  summary: 'Saves a place under a name; at most 100.',
  access: 'signedIn',
  input: z.strictObject(place),
  output: savedPlace,
  refusals: ['quota_reached'],
})

export const changeSavedPlace = defineEndpoint({
  verb: 'accounts.changeSavedPlace',
  path: 'PUT /accounts/saved-places/:id',
  summary: "Names or moves one of one's saved places.",
  access: 'signedIn',
  input: z.strictObject({ id: savedPlaceId, ...place }),
  output: savedPlace,
  refusals: ['not_found'],
})

export const removeSavedPlace = defineEndpoint({
  verb: 'accounts.removeSavedPlace',
  path: 'DELETE /accounts/saved-places/:id',
  summary: "Forgets one of one's saved places.",
  access: 'signedIn',
  input: z.strictObject({ id: savedPlaceId }),
  refusals: ['not_found'],
})
