// Places by name, id and point, and routes between points; each failure has the key of its message.
import type { Actor } from '@wayfare/core/accounts'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { asId, type PlaceId } from '@wayfare/core/ids'
import { foldText, splitWords } from '@wayfare/core/fold'
import { markWords } from '@wayfare/core/place-words'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/places'
import type { listWays as listWaysEndpoint } from '@wayfare/contract/places-ways'
import {
  isOutage,
  type LocatedMatch,
  type OutageCode,
  type PlaceKind,
  type PlaceMatch,
  type Route,
  type RouteOptions,
} from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'
import { findMatches, presentMatch } from './present.ts'
import {
  findOperatorPlace,
  isOperatorPlaceNear,
  mergeOperatorPlaces,
  nameOperatorPlace,
  operatorPrefix,
} from './queries-operator.ts'

type Keys = Partial<Record<OutageCode, MessageKey>>

/** The message of a map outage: not_ready while the map is being prepared. */
const makeMapRefusal = (deps: Deps, error: unknown, keys: Keys, otherwise: MessageKey): unknown => {
  if (!isOutage(error)) return error
  const isPreparing = error.outage === 'unavailable' && deps.maps.basemap.describe().state === 'preparing'
  return new Refusal(isPreparing ? 'not_ready' : (keys[error.outage] ?? otherwise))
}

export const savedPrefix = 's:'
const mostSaved = 3
/** as many as fit on a phone's screen before anything is typed */
const mostOffered = 6
/** as many as a person may save; those that bookings added come after them */
const mostSavedRead = 100

/** The reader's saved addresses that match the text: home and work first, then the most used; without text, the most recent. */
const findSaved = async (deps: Deps, actor: Actor, text: string): Promise<contract.PlaceSuggestion[]> => {
  if (actor.kind !== 'user') return []
  const words = splitWords(text)
  const rows = await deps.db
    .selectFrom('savedAddress')
    .select(['id', 'description', 'mark'])
    .where('userId', '=', actor.id)
    .orderBy('mark', (order) => order.asc().nullsLast())
    .orderBy(words.length === 0 ? 'updatedAt' : 'count', 'desc')
    .orderBy('updatedAt', 'desc')
    .limit(mostSavedRead)
    .execute()
  const fits = ({ description, mark }: (typeof rows)[number]): boolean => {
    const known = splitWords(mark ? `${description} ${markWords[mark]}` : description)
    return words.every((word) => known.some((candidate) => candidate.startsWith(word)))
  }
  return rows
    .filter(fits)
    .slice(0, words.length === 0 ? mostOffered : mostSaved)
    .map(({ id, description, mark }) => ({
      placeId: asId<'place'>(`${savedPrefix}${id}`),
      description,
      kind: mark ?? 'saved',
      isGuess: false,
      structuredFormatting: {
        mainText: description,
        secondaryText: '',
        mainTextMatchedSubstrings: findMatches(description, text),
      },
    }))
}

const countriesOf = (restrictCountry: string): string[] =>
  restrictCountry
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((code) => code !== '')

const autocomplete = async (
  deps: Deps,
  { text, lat, lng, limit }: ParsedInputOf<typeof contract.searchPlaces>,
  country: string,
) => {
  if (foldText(text) === '') return []
  const bias: LatLng | null = lat === undefined || lng === undefined ? null : { lat, lng }
  const countries = countriesOf(country)
  try {
    const found = await deps.maps.geocoder.autocomplete({ text, countries, bias, limit, lang: deps.lang })
    return await mergeOperatorPlaces(deps, { text, bias }, found)
  } catch (error) {
    throw makeMapRefusal(deps, error, {}, 'google_places_error')
  }
}

/** Suggestions for the text so far: own saved addresses first, then the map's places in the operator's countries. */
export const searchPlaces = async (
  deps: Deps,
  actor: Actor,
  input: ParsedInputOf<typeof contract.searchPlaces>,
  country = '',
): Promise<OutputOf<typeof contract.searchPlaces>> => {
  const [saved, found] = await Promise.all([
    findSaved(deps, actor, input.text),
    autocomplete(deps, input, country === '' ? deps.settings().restrictCountry : country),
  ])
  const known = new Set(saved.map(({ description }) => description))
  const places = found.map((match) => presentMatch(match, input.text)).filter(({ description }) => !known.has(description))
  return { places: [...saved, ...places].slice(0, input.limit) }
}

/** How far (m) a point may be from the place it is named after: a station has many doors, and a street is long. */
const nameReachM: Record<PlaceKind, number> = { landmark: 2000, crossing: 2000, address: 2000, street: 8000 }
const mostNamesakes = 10

const isLocated = (place: PlaceMatch): place is LocatedMatch => place.lat !== null

/**
 * True if the text begins with a place name known to the map, and every place of that name, including the operator's, is far from
 * the point. Names unknown to the map are free to choose, and a rate-limited geocoder is not asked.
 */
export const isFarFromItsName = async (deps: Deps, { add, lat, lng }: LatLng & { add: string }): Promise<boolean> => {
  const name = (add.split(',')[0] ?? '').trim()
  if (foldText(name) === '' || deps.maps.geocoder.isRationed) return false
  const query = { text: name, countries: [], bias: { lat, lng }, limit: mostNamesakes }
  const found = await deps.maps.geocoder.autocomplete(query).catch((error: unknown): PlaceMatch[] => {
    if (isOutage(error)) return []
    throw error
  })
  const namesakes = found.filter(isLocated).filter((place) => foldText(place.name) === foldText(name))
  const isFar = namesakes.length > 0 && namesakes.every((place) => measureDistanceM(place, { lat, lng }) > nameReachM[place.kind])
  return isFar && !(await isOperatorPlaceNear(deps, foldText(name), { lat, lng }, nameReachM.landmark))
}

const findSavedPlace = async (deps: Deps, actor: Actor, id: string): Promise<OutputOf<typeof contract.resolvePlace>> => {
  const row =
    actor.kind === 'user'
      ? await deps.db
          .selectFrom('savedAddress')
          .select(['description', 'lat', 'lng'])
          .where('id', '=', id)
          .where('userId', '=', actor.id)
          .executeTakeFirst()
      : undefined
  if (!row) throw new Refusal('google_places_error')
  return { coords: { lat: row.lat, lng: row.lng }, address: row.description }
}

const findOwnPlace = async (deps: Deps, id: string): Promise<OutputOf<typeof contract.resolvePlace>> => {
  const row = await findOperatorPlace(deps, id)
  if (!row) throw new Refusal('google_places_error')
  const city = deps.maps.basemap.describe().name
  return { coords: { lat: row.lat, lng: row.lng }, address: city ? `${row.name}, ${city}` : row.name }
}

export const resolvePlace = async (deps: Deps, actor: Actor, placeId: PlaceId) => {
  if (placeId.startsWith(savedPrefix)) return findSavedPlace(deps, actor, placeId.slice(savedPrefix.length))
  if (placeId.startsWith(operatorPrefix)) return findOwnPlace(deps, placeId.slice(operatorPrefix.length))
  try {
    const { lat, lng, address } = await deps.maps.geocoder.resolve(placeId, deps.lang)
    return { coords: { lat, lng }, address }
  } catch (error) {
    throw makeMapRefusal(deps, error, {}, 'google_places_error')
  }
}

/** The address of the point, in the operator's words where there are any; throws the map's outage. */
const reverse = async (deps: Deps, point: LatLng, lang?: string): Promise<OutputOf<typeof contract.reversePlace>> => {
  const { lat, lng, address } = await deps.maps.geocoder.reverse(point, lang)
  return { coords: { lat, lng }, address: await nameOperatorPlace(deps, point, address) }
}

/** The address stored with a point, in the city's language and not the reader's; null if the map cannot tell. */
export const findAddress = async (deps: Deps, point: LatLng): Promise<string | null> => {
  try {
    return (await reverse(deps, point)).address
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}

export const reversePlace = async (deps: Deps, point: LatLng): Promise<OutputOf<typeof contract.reversePlace>> => {
  try {
    return await reverse(deps, point, deps.lang)
  } catch (error) {
    throw makeMapRefusal(deps, error, { out_of_area: 'out_of_area' }, 'google_places_error')
  }
}

/** Asks the router; refusals have the key of their message. */
const askRouter = async <T>(deps: Deps, ask: (router: Deps['maps']['router']) => Promise<T>): Promise<T> => {
  try {
    return await ask(deps.maps.router)
  } catch (error) {
    throw makeMapRefusal(deps, error, { no_route: 'no_route_found', out_of_area: 'out_of_area' }, 'place_to_coords_error')
  }
}

/** The fastest route through 2 to 27 points in the given order. */
export const routeThrough = (deps: Deps, points: readonly LatLng[], options?: RouteOptions): Promise<Route> =>
  askRouter(deps, (router) => router.route(points, options))

export const listWays = async (
  deps: Deps,
  { start, dest, at }: ParsedInputOf<typeof listWaysEndpoint>,
): Promise<OutputOf<typeof listWaysEndpoint>> => ({
  ways: await askRouter(deps, async (router) => (await router.listWays?.(start, dest, at)) ?? []),
})

export const routePlaces = async (
  deps: Deps,
  { start, dest, steps: areStepsWanted = false }: ParsedInputOf<typeof contract.routePlaces>,
): Promise<OutputOf<typeof contract.routePlaces>> => {
  const { distanceM, durationS, polyline, steps } = await routeThrough(deps, [start, dest], {
    steps: areStepsWanted,
    lang: deps.lang,
  })
  return { distanceM, durationS, polyline, ...(areStepsWanted && steps ? { steps } : {}) }
}

/** Identifies the city's map and its edition; empty while there is none. */
export const getMapEdition = (deps: Deps): string => deps.maps.basemap.describe().tilesUrl ?? ''

export const getBasemap = (deps: Deps): OutputOf<typeof contract.getBasemap> => deps.maps.basemap.describe()
