// The hosted map calls: our own endpoints' data, under the names and fields that other clients expect.
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/places-functions'
import type { Actor } from '@wayfare/core/accounts'
import { thinLine, type LatLng } from '@wayfare/core/geo'
import type { Deps } from '../../deps.ts'
import { reversePlace, routeThrough, searchPlaces } from './queries.ts'

const mostResults = 8
/** Waypoints per request, besides the two ends. */
const mostWaypoints = 25

export const autocompletePlaces = async (
  deps: Deps,
  actor: Actor,
  { searchKeyword, country }: ParsedInputOf<typeof contract.autocomplete>,
): Promise<OutputOf<typeof contract.autocomplete>> => {
  const { places } = await searchPlaces(deps, actor, { text: searchKeyword, limit: mostResults }, country)
  return {
    searchResults: places.map(({ placeId, description, structuredFormatting }) => ({
      description,
      place_id: placeId,
      structured_formatting: {
        main_text: structuredFormatting.mainText,
        secondary_text: structuredFormatting.secondaryText,
        main_text_matched_substrings: structuredFormatting.mainTextMatchedSubstrings,
      },
    })),
  }
}

const km = (metres: number): number => Math.round(metres) / 1000

export const getRoute = async (deps: Deps, { start, dest }: { start: LatLng; dest: LatLng }) => {
  const { distanceM, durationS, polyline } = await routeThrough(deps, [start, dest])
  return { distance: km(distanceM), duration: Math.round(durationS), polylinePoints: polyline }
}

export const getAddress = async (deps: Deps, { latlng }: { latlng: LatLng }): Promise<OutputOf<typeof contract.getAddress>> => {
  const { address } = await reversePlace(deps, latlng)
  return { address }
}

const minutesText = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${minutes} min` : `${hours} h ${rest} min`
}

/** Distance and duration from start to dest via the waypoints. */
export const getDriveTime = async (
  deps: Deps,
  { start, dest, waypoints = [] }: { start: LatLng; dest: LatLng; waypoints?: readonly LatLng[] },
): Promise<OutputOf<typeof contract.getDriveTime>> => {
  const { distanceM, durationS } = await routeThrough(deps, thinLine([start, ...waypoints, dest], mostWaypoints + 2))
  return { distance_in_km: km(distanceM), time_in_secs: Math.round(durationS), timein_text: minutesText(durationS) }
}
