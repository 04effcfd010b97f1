// Pelias as a geocoder: its HTTP API v1 as pelias/documentation describes it, of one's own or of a firm that asks for a key.
import type { LatLng } from '@wayfare/core/geo'
import { readField, readList, readText } from './fields.ts'
import { makeAnswerCache } from './maps-cache.ts'
import type { MapEngine } from './maps-engine.ts'
import { coarsenBias, languageHeader, makeMatch, writeAddress, type PlaceFacts } from './maps-place.ts'
import { makeRemote, type RemoteOptions } from './maps-remote.ts'
import { keyOfPoint } from './maps-route.ts'
import { makeOutage, type Geocoder, type PlaceMatch } from './ports.ts'

const service = 'Pelias'

type PeliasOptions = RemoteOptions & { apiKey: string | null; now: () => Date }

const keepMs = 60 * 60_000

const factsOf = (feature: unknown): PlaceFacts | null => {
  const [lng, lat] = [readField(feature, 'geometry', 'coordinates', 0), readField(feature, 'geometry', 'coordinates', 1)]
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  const read = (name: string): string => readText(feature, 'properties', name) ?? ''
  const hasOwnName = !['address', 'street'].includes(read('layer'))
  return {
    lat,
    lng,
    name: hasOwnName || read('street') === '' ? read('name') : '',
    street: read('street'),
    number: read('housenumber'),
    district: read('neighbourhood') || read('borough'),
    city: read('locality') || read('localadmin') || read('county') || read('region'),
    country: read('country_code'),
  }
}

const placeOf = (answer: unknown): LatLng & { address: string } => {
  const facts = factsOf(readField(answer, 'features', 0))
  const address = facts && writeAddress(facts)
  if (!facts || !address) throw makeOutage('no_match', `${service} knows no such place`)
  return { lat: facts.lat, lng: facts.lng, address }
}

const matchOf = (feature: unknown): PlaceMatch | null => {
  const [facts, gid] = [factsOf(feature), readText(feature, 'properties', 'gid')]
  return facts && gid ? makeMatch(facts, gid) : null
}

/** Source, layer and the source's own id, such as openstreetmap:venue:node/123. */
const isGid = (placeId: string): boolean => /^[a-z]\w*:[a-z]\w*:[^,]+$/i.test(placeId)

export const makePelias = ({ apiKey, now, ...options }: PeliasOptions): MapEngine<Geocoder> => {
  const remote = makeRemote(service, options)
  const ask = (path: string, query: Readonly<Record<string, string | number | undefined>>, lang?: string) =>
    remote({ path, query: { ...query, api_key: apiKey ?? undefined }, headers: languageHeader(lang) })
  const cache = { most: 500, keepMs, now: () => now().getTime() }
  const searches = makeAnswerCache<PlaceMatch[]>(cache)
  const places = makeAnswerCache<LatLng & { address: string }>(cache)
  const search: Geocoder['autocomplete'] = async ({ text, countries, bias, limit, lang }) => {
    const near = bias ? { 'focus.point.lat': bias.lat, 'focus.point.lon': bias.lng } : {}
    const country = countries.length > 0 ? countries.join(',') : undefined
    const found = await ask('/v1/autocomplete', { text, size: limit, 'boundary.country': country, ...near }, lang)
    return readList(found, 'features').flatMap((feature) => matchOf(feature) ?? [])
  }
  return {
    name: 'pelias',
    attribution: '© OpenStreetMap contributors, OpenAddresses, Who’s On First, GeoNames',
    port: {
      autocomplete: (asked) => {
        const query = { ...asked, bias: coarsenBias(asked.bias) }
        return searches(JSON.stringify(query), () => search(query))
      },
      resolve: async (placeId, lang) => {
        if (!isGid(placeId)) throw makeOutage('no_match', 'this is no place of Pelias')
        return places(`${placeId} ${lang ?? ''}`, async () => placeOf(await ask('/v1/place', { ids: placeId }, lang)))
      },
      reverse: (point, lang) =>
        places(`${keyOfPoint(point)} ${lang ?? ''}`, async () => {
          const where = { 'point.lat': point.lat, 'point.lon': point.lng }
          return placeOf(await ask('/v1/reverse', { ...where, size: 1, layers: 'address,street,venue' }, lang))
        }),
    },
    check: async ({ lat, lng }) => {
      await ask('/v1/reverse', { 'point.lat': lat, 'point.lon': lng, size: 1 })
    },
  }
}
