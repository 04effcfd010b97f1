// Places of the demo city that every trip of the tests runs between: near each other, so that a trip is short.
import { resolvePlace, searchPlaces } from '@wayfare/contract/places'
import type { LatLng } from '@wayfare/core/geo'
import { call } from './api.ts'

export type Place = LatLng & { name: string }

export const valand: Place = { name: 'Valand', lat: 57.7004, lng: 11.9744 }
export const gotaplatsen: Place = { name: 'Götaplatsen', lat: 57.6973, lng: 11.9795 }
export const vasaplatsen: Place = { name: 'Vasaplatsen', lat: 57.6992, lng: 11.9692 }
export const korsvagen: Place = { name: 'Korsvägen', lat: 57.6969, lng: 11.9869 }
/** far from the others, yet within the search radius */
export const jarntorget: Place = { name: 'Järntorget', lat: 57.6998, lng: 11.9525 }

/** Where the map has a place of this name: what a rider gets who chooses it. */
export const locate = async (origin: string, { name }: Place): Promise<LatLng> => {
  const { places } = await call(origin, searchPlaces, { text: name })
  const [first] = places
  if (!first) throw new Error(`the map knows no place called ${name}`)
  return (await call(origin, resolvePlace, { placeId: first.placeId })).coords
}
