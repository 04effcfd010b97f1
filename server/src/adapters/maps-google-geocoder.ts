// Google as a geocoder: Places API (New) for suggestions and places, Geocoding API for points, as their REST references describe them.
// Suggestions carry no coordinates, each question is paid for, and nothing is kept.
import { readField, readList, readText } from './fields.ts'
import type { MapEngine } from './maps-engine.ts'
import {
  firstLanguage,
  googleAttribution,
  googleHeaders,
  makeGoogleRemote,
  readGoogleNumber,
  readGoogleRefusal,
  service,
  type GoogleOptions,
} from './maps-google.ts'
import { writeAddress } from './maps-place.ts'
import { makeNonsense } from './maps-remote.ts'
import { makeOutage, type Geocoder, type OutageCode, type PlaceKind, type PlaceMatch } from './ports.ts'

/** How far around somebody (m) places come first; its own limit is 50 km. */
const nearM = 30_000
/** Its own limit. */
const mostCountries = 15

const kinds: Readonly<Record<string, PlaceKind>> = {
  route: 'street',
  intersection: 'crossing',
  street_address: 'address',
  premise: 'address',
  subpremise: 'address',
}

const matchOf = (suggestion: unknown): PlaceMatch | null => {
  const place = readField(suggestion, 'placePrediction')
  const [placeId, name] = [readText(place, 'placeId'), readText(place, 'structuredFormat', 'mainText', 'text')]
  if (placeId === null || name === null) return null
  const types = readList(place, 'types').flatMap((type) => (typeof type === 'string' ? (kinds[type] ?? []) : []))
  const secondary = readText(place, 'structuredFormat', 'secondaryText', 'text') ?? ''
  return { placeId, kind: types[0] ?? 'landmark', name, secondary, lat: null, lng: null, isGuess: false }
}

/** Statuses of the Geocoding API, which answers 200 whatever happened. */
const outages: Readonly<Record<string, OutageCode>> = {
  ZERO_RESULTS: 'no_match',
  OVER_QUERY_LIMIT: 'quota',
  OVER_DAILY_LIMIT: 'quota',
  REQUEST_DENIED: 'forbidden',
  INVALID_REQUEST: 'refused',
}

const checkStatus = (answer: unknown): void => {
  const status = readText(answer, 'status')
  if (status === null) throw makeNonsense(service)
  if (status !== 'OK') throw makeOutage(outages[status] ?? 'unavailable', `${service} says ${status.slice(0, 40)}`)
}

/** What both APIs call a part of an address, in their own letters. */
const readPart = (parts: readonly unknown[], type: string, field: string): string =>
  readText(
    parts.find((part) => readList(part, 'types').includes(type)),
    field,
  ) ?? ''

type Names = { long: string; short: string }

/** Street, number and town, as with every other engine, instead of a line for letters; null where no street is named. */
const writeStreetAddress = (parts: readonly unknown[], { long, short }: Names): string | null => {
  const street = readPart(parts, 'route', long)
  const city = readPart(parts, 'locality', long) || readPart(parts, 'postal_town', long)
  const [number, country] = [readPart(parts, 'street_number', long), readPart(parts, 'country', short)]
  return street === '' ? null : writeAddress({ name: '', street, number, district: '', city, country, lat: 0, lng: 0 })
}

const isGoogleId = (placeId: string): boolean => /^[\w-]{5,500}$/.test(placeId)

export const makeGoogleGeocoder = (options: GoogleOptions): MapEngine<Geocoder> => {
  const { key } = options
  const askPlaces = makeGoogleRemote('places.googleapis.com', options)
  const askGeocoding = makeGoogleRemote('maps.googleapis.com', options)
  const autocomplete: Geocoder['autocomplete'] = async ({ text, countries, bias, limit, lang }) => {
    const center = bias && { latitude: bias.lat, longitude: bias.lng }
    const body = {
      input: text,
      ...(countries.length > 0
        ? { includedRegionCodes: countries.slice(0, mostCountries).map((code) => code.toLowerCase()) }
        : {}),
      ...(center ? { locationBias: { circle: { center, radius: nearM } } } : {}),
      languageCode: firstLanguage(lang),
    }
    const wanted = ['placeId', 'types', 'structuredFormat.mainText.text', 'structuredFormat.secondaryText.text']
    const headers = googleHeaders(options, wanted.map((name) => `suggestions.placePrediction.${name}`).join(','))
    const answer = await askPlaces({ path: '/v1/places:autocomplete', body, headers, readRefusal: readGoogleRefusal })
    return readList(answer, 'suggestions')
      .flatMap((suggestion) => matchOf(suggestion) ?? [])
      .slice(0, limit)
  }
  const resolve: Geocoder['resolve'] = async (placeId, lang) => {
    if (!isGoogleId(placeId)) throw makeOutage('no_match', 'this is no place of Google')
    const headers = googleHeaders(options, 'id,location,formattedAddress,addressComponents')
    const query = { languageCode: firstLanguage(lang) }
    const answer = await askPlaces({ path: `/v1/places/${placeId}`, query, headers, readRefusal: readGoogleRefusal })
    const parts = readList(answer, 'addressComponents')
    const address = writeStreetAddress(parts, { long: 'longText', short: 'shortText' }) ?? readText(answer, 'formattedAddress')
    if (address === null || readField(answer, 'location') === undefined) throw makeNonsense(service)
    const at = (name: string) => readGoogleNumber(answer, 'location', name)
    return { lat: at('latitude'), lng: at('longitude'), address }
  }
  const reverse: Geocoder['reverse'] = async ({ lat, lng }, lang) => {
    const query = { latlng: `${lat},${lng}`, language: firstLanguage(lang), key }
    const answer = await askGeocoding({ path: '/maps/api/geocode/json', query })
    checkStatus(answer)
    // the first is the nearest; a grid code is nothing that people say
    const place = readList(answer, 'results').find((result) => !readList(result, 'types').includes('plus_code'))
    if (place === undefined) throw makeOutage('no_match', `${service} has a grid code only`)
    const parts = readList(place, 'address_components')
    const address = writeStreetAddress(parts, { long: 'long_name', short: 'short_name' }) ?? readText(place, 'formatted_address')
    if (address === null) throw makeNonsense(service)
    const at = (name: string) => readGoogleNumber(place, 'geometry', 'location', name)
    return { lat: at('lat'), lng: at('lng'), address }
  }
  return {
    name: 'google',
    attribution: googleAttribution,
    port: { isRationed: true, autocomplete, resolve, reverse },
    check: async (near) => {
      await reverse(near)
    },
  }
}
