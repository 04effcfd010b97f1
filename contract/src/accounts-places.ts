// A person's saved places.
import { placeMarks } from '@wayfare/core/place-words'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { defineId, latitude, longitude } from './values.ts'

const savedPlaceId = defineId('savedPlace')
/** one place can be home and one work: setting a mark again moves it */
const mark = z.enum(placeMarks).nullable()
const place = { name: z.string().trim().min(1).max(300), lat: latitude, lng: longitude, mark: mark.optional() }

export const savedPlace = z.object({
  id: savedPlaceId,
  name: z.string(),
  lat: latitude,
  lng: longitude,
  mark,
  /** how often the person went there */
  count: z.number().int(),
})
export type SavedPlace = z.infer<typeof savedPlace>

export const listSavedPlaces = defineEndpoint({
  verb: 'accounts.savedPlaces',
  path: 'GET /accounts/saved-places',
  summary: "One's saved places, home and work first, then the most used; the search for places offers them by name.",
  access: 'signedIn',
  output: z.object({ places: z.array(savedPlace) }),
})

export const addSavedPlace = defineEndpoint({
  verb: 'accounts.addSavedPlace',
  path: 'POST /accounts/saved-places',
  summary: 'Saves a place under a name, marked home or work if wanted; at most 100.',
  access: 'signedIn',
  input: z.strictObject(place),
  output: savedPlace,
  refusals: ['quota_reached'],
})

export const changeSavedPlace = defineEndpoint({
  verb: 'accounts.changeSavedPlace',
  path: 'PUT /accounts/saved-places/:id',
  summary: "Names, moves or marks one of one's saved places; without a mark in the input it keeps its own.",
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
