// Nominatim as a geocoder: its HTTP API as docs/api of osm-search/Nominatim describes it. It says who asks, and asks no more often than
// the operator of the server allows.
import { setTimeout as pause } from 'node:timers/promises'
import type { LatLng } from '@wayfare/core/geo'
import { readField, readName, readText } from './fields.ts'
import { makeAnswerCache } from './maps-cache.ts'
import type { MapEngine } from './maps-engine.ts'
import { coarsenBias, languageHeader, makeMatch, writeAddress, type PlaceFacts } from './maps-place.ts'
import { makeNonsense, makeRemote, type RemoteOptions } from './maps-remote.ts'
import { keyOfPoint } from './maps-route.ts'
import { makeOutage, type Geocoder, type PlaceMatch } from './ports.ts'

const service = 'Nominatim'
const prefix = 'n:'

type NominatimOptions = RemoteOptions & {
  /** who asks: the product and where it runs */
  userAgent: string
  perSecond: number
  now: () => Date
}

const keepMs = 24 * 60 * 60_000
/** Who would wait longer (ms) in the queue is told at once. */
const mostWaitMs = 2000
/** Places within so many degrees of somebody come first. */
const nearDegrees = 0.5

/** Lets so many through a second, evenly. */
const makeTurns = (perSecond: number, now: () => Date) => {
  const apartMs = 1000 / perSecond
  let nextAt = 0
  return async (): Promise<void> => {
    const at = now().getTime()
    // nobody waits longer than that, unless the clock was set back meanwhile
    if (nextAt - at > mostWaitMs + apartMs) nextAt = 0
    const turnAt = Math.max(at, nextAt)
    if (turnAt - at > mostWaitMs) throw makeOutage('quota', `${service} is asked as often as it may be`)
    nextAt = turnAt + apartMs
    if (turnAt > at) await pause(turnAt - at)
  }
}

const firstOf = (place: unknown, ...names: string[]): string =>
  names.map((name) => readText(place, 'address', name)).find((text) => text !== null) ?? ''

const factsOf = (place: unknown): PlaceFacts | null => {
  const [lat, lng] = [Number(readText(place, 'lat') ?? 'x'), Number(readText(place, 'lon') ?? 'x')]
  if (Number.isNaN(lat) || Number.isNaN(lng)) return null
  const street = firstOf(place, 'road', 'pedestrian', 'footway')
  const name = readText(place, 'name') ?? ''
  return {
    lat,
    lng,
    name: name === street ? '' : name,
    street,
    number: firstOf(place, 'house_number'),
    district: firstOf(place, 'suburb', 'neighbourhood', 'quarter', 'city_district'),
    city: firstOf(place, 'city', 'town', 'village', 'municipality', 'county', 'state'),
    country: firstOf(place, 'country_code'),
  }
}

/** N, W or R and a number; null for what is nothing of OpenStreetMap's. */
const idOf = (place: unknown): string | null => {
  const [type, id] = [readText(place, 'osm_type'), readName(place, 'osm_id')]
  return type && id ? `${prefix}${type.slice(0, 1).toUpperCase()}${id}` : null
}

const viewboxOf = ({ lat, lng }: LatLng): string =>
  [lng - nearDegrees, lat - nearDegrees, lng + nearDegrees, lat + nearDegrees].map((value) => value.toFixed(3)).join(',')

const format = { format: 'jsonv2', addressdetails: 1 }

const placeOf = (place: unknown): LatLng & { address: string } => {
  const facts = factsOf(place)
  const address = facts && writeAddress(facts)
  if (!facts || !address) throw makeOutage('no_match', `${service} knows no such place`)
  return { lat: facts.lat, lng: facts.lng, address }
}

export const makeNominatim = ({ userAgent, perSecond, now, ...options }: NominatimOptions): MapEngine<Geocoder> => {
  const remote = makeRemote(service, options)
  const takeTurn = makeTurns(perSecond, now)
  const ask = async (path: string, query: Readonly<Record<string, string | number | undefined>>, lang?: string) => {
    await takeTurn()
    return remote({ path, query: { ...query, ...format }, headers: { 'user-agent': userAgent, ...languageHeader(lang) } })
  }
  const cache = { most: 1000, keepMs, now: () => now().getTime() }
  const searches = makeAnswerCache<PlaceMatch[]>(cache)
  const places = makeAnswerCache<LatLng & { address: string }>(cache)
  const search: Geocoder['autocomplete'] = async ({ text, countries, bias, limit, lang }) => {
    const countrycodes = countries.length > 0 ? countries.join(',').toLowerCase() : undefined
    const found = await ask('/search', { q: text, limit, countrycodes, viewbox: bias ? viewboxOf(bias) : undefined }, lang)
    if (!Array.isArray(found)) throw makeNonsense(service)
    return found.flatMap((place: unknown) => {
      const [facts, id] = [factsOf(place), idOf(place)]
      return (facts && id ? makeMatch(facts, id) : null) ?? []
    })
  }
  const lookUp = async (id: string, lang?: string) => {
    const found = await ask('/lookup', { osm_ids: id }, lang)
    return placeOf(readField(found, 0))
  }
  return {
    name: 'nominatim',
    attribution: '© OpenStreetMap contributors',
    port: {
      isRationed: true,
      autocomplete: (asked) => {
        const query = { ...asked, bias: coarsenBias(asked.bias) }
        return searches(JSON.stringify(query), () => search(query))
      },
      resolve: async (placeId, lang) => {
        const id = placeId.slice(prefix.length)
        if (!placeId.startsWith(prefix) || !/^[NWR]\d{1,19}$/.test(id))
          throw makeOutage('no_match', 'this is no place of Nominatim')
        return places(`${id} ${lang ?? ''}`, () => lookUp(id, lang))
      },
      reverse: (point, lang) =>
        places(`${keyOfPoint(point)} ${lang ?? ''}`, async () =>
          placeOf(await ask('/reverse', { lat: point.lat, lon: point.lng, zoom: 18 }, lang)),
        ),
    },
    check: async () => {
      await ask('/status', {})
    },
  }
}
