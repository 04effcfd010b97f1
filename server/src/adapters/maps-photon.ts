// Photon as a geocoder: its HTTP API as docs/api-v1.md of komoot/photon describes it. It has no address for one place, so an id carries
// the place itself, signed: whoever resolves it needs no memory, and nobody can make one up.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LatLng } from '@wayfare/core/geo'
import { parseJson, readField, readList, readText } from './fields.ts'
import { makeAnswerCache } from './maps-cache.ts'
import type { MapEngine } from './maps-engine.ts'
import { coarsenBias, describePlace, languageHeader, makeMatch, writeAddress, type PlaceFacts } from './maps-place.ts'
import { makeRemote, type RemoteOptions } from './maps-remote.ts'
import { keyOfPoint } from './maps-route.ts'
import { makeOutage, type Geocoder, type PlaceMatch } from './ports.ts'

const service = 'Photon'
const prefix = 'p:'

type PhotonOptions = RemoteOptions & { secret: string; now: () => Date }

const keepMs = 60 * 60_000
/** An id has room for so much of the address. */
const mostLetters = 80
/** How far (km) a named thing may lie from a point that is called by it. */
const reachKm = 1

const signatureOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`photon place\n${body}`).digest().subarray(0, 16)

/** The place as an id that only this server can make. */
const writeId = (secret: string, { lat, lng }: LatLng, address: string): string => {
  const facts = [Number(lat.toFixed(6)), Number(lng.toFixed(6)), [...address].slice(0, mostLetters).join('')]
  const body = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${prefix}${body}.${signatureOf(secret, body).toString('base64url')}`
}

const readId = (secret: string, placeId: string): LatLng & { address: string } => {
  const [body = '', signature = ''] = placeId.slice(prefix.length).split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(secret, body)]
  const isOurs = placeId.startsWith(prefix) && given.length === expected.length && timingSafeEqual(given, expected)
  const facts = isOurs ? parseJson(Buffer.from(body, 'base64url').toString()) : null
  const [lat, lng, address] = [readField(facts, 0), readField(facts, 1), readField(facts, 2)]
  if (typeof lat !== 'number' || typeof lng !== 'number' || typeof address !== 'string')
    throw makeOutage('no_match', 'this is no place of Photon')
  return { lat, lng, address }
}

const factsOf = (feature: unknown): PlaceFacts | null => {
  const [lng, lat] = [readField(feature, 'geometry', 'coordinates', 0), readField(feature, 'geometry', 'coordinates', 1)]
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  const read = (name: string): string => readText(feature, 'properties', name) ?? ''
  const isStreet = read('osm_key') === 'highway' || read('type') === 'street'
  return {
    lat,
    lng,
    name: isStreet ? '' : read('name'),
    street: read('street') || (isStreet ? read('name') : ''),
    number: read('housenumber'),
    district: read('district') || read('locality'),
    city: read('city') || read('county') || read('state'),
    country: read('countrycode'),
  }
}

const readFacts = (answer: unknown): PlaceFacts[] => readList(answer, 'features').flatMap((feature) => factsOf(feature) ?? [])

const addressOf = (facts: PlaceFacts): string => {
  const place = describePlace(facts)
  return [place?.name, place?.secondary].filter(Boolean).join(', ')
}

export const makePhoton = ({ secret, now, ...options }: PhotonOptions): MapEngine<Geocoder> => {
  const ask = makeRemote(service, options)
  const cache = { most: 500, keepMs, now: () => now().getTime() }
  const searches = makeAnswerCache<PlaceMatch[]>(cache)
  const reversals = makeAnswerCache<LatLng & { address: string }>(cache)
  const search: Geocoder['autocomplete'] = async ({ text, countries, bias, limit, lang }) => {
    const near = bias ? { lat: bias.lat, lon: bias.lng } : {}
    const query = { q: text, limit, ...near, countrycode: countries }
    const found = readFacts(await ask({ path: '/api', query, headers: languageHeader(lang) }))
    // those before version 0.7 know no countries
    const fits = ({ country }: PlaceFacts) => countries.length === 0 || countries.includes(country.toUpperCase())
    return found.filter(fits).flatMap((facts) => makeMatch(facts, writeId(secret, facts, addressOf(facts))) ?? [])
  }
  const reverse = async ({ lat, lng }: LatLng, lang?: string) => {
    const query = { lat, lon: lng, radius: reachKm, limit: 1 }
    const [facts] = readFacts(await ask({ path: '/reverse', query, headers: languageHeader(lang) }))
    const address = facts && writeAddress(facts)
    if (!facts || !address) throw makeOutage('no_match', `${service} knows nothing within ${reachKm} km`)
    return { lat: facts.lat, lng: facts.lng, address }
  }
  return {
    name: 'photon',
    attribution: '© OpenStreetMap contributors',
    port: {
      autocomplete: (asked) => {
        const query = { ...asked, bias: coarsenBias(asked.bias) }
        return searches(JSON.stringify(query), () => search(query))
      },
      resolve: async (placeId) => readId(secret, placeId),
      reverse: (point, lang) => reversals(`${keyOfPoint(point)} ${lang ?? ''}`, () => reverse(point, lang)),
    },
    check: async ({ lat, lng }) => {
      await ask({ path: '/reverse', query: { lat, lon: lng, limit: 1 } })
    },
  }
}
