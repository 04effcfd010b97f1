// Pelias as its documentation describes it (autocomplete, place, reverse in GeoJSON), behind a gateway that asks for a key as firms' do.
import { measureDistanceM } from '@wayfare/core/geo'
import { startStub, type Answer, type Asked } from './stub.ts'

export const peliasKey = 'ge-0123456789abcdef'

const place = (
  gid: string,
  [lng, lat]: [number, number],
  properties: { name: string; layer: string; country_code?: string; [more: string]: string | undefined },
) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] as [number, number] },
  properties: {
    gid,
    country_code: 'SE',
    country_a: 'SWE',
    locality: 'Göteborg',
    confidence: 1,
    label: properties.name,
    ...properties,
  },
})

const places = [
  place('openstreetmap:venue:node/11', [11.95278, 57.69985], { layer: 'venue', name: 'Järntorget', neighbourhood: 'Haga' }),
  place('openstreetmap:street:polyline/12', [11.96842, 57.69931], { layer: 'street', name: 'Vasagatan', street: 'Vasagatan' }),
  place('openaddresses:address:se/13', [11.9701, 57.6995], {
    layer: 'address',
    name: 'Vasagatan 12',
    street: 'Vasagatan',
    housenumber: '12',
  }),
  place('openstreetmap:venue:node/14', [10.7522, 59.9139], { layer: 'venue', name: 'Vasagatan bar', country_code: 'NO' }),
]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

const collection = (features: readonly object[], { query }: Asked): Answer => ({
  json: {
    geocoding: { version: '0.2', attribution: 'https://geocode.example/attribution', timestamp: 0 },
    type: 'FeatureCollection',
    features: features.slice(0, Number(query.get('size') ?? 10)),
  },
})

const refuse = (message: string): Answer => ({
  status: 400,
  json: { geocoding: { version: '0.2', errors: [message], timestamp: 0 }, type: 'FeatureCollection', features: [] },
})

const autocomplete = (asked: Asked): Answer => {
  const text = plain(asked.query.get('text') ?? '')
  if (text === '') return refuse("invalid param 'text': text length, must be >0")
  const countries = asked.query.get('boundary.country')?.split(',')
  const fits = places.filter(
    ({ properties: { name, country_code: country } }) =>
      plain(name).startsWith(text) && (!countries || countries.includes(country ?? 'SE')),
  )
  return collection(fits, asked)
}

const reverse = (asked: Asked): Answer => {
  const point = { lat: Number(asked.query.get('point.lat') ?? 'x'), lng: Number(asked.query.get('point.lon') ?? 'x') }
  if (Number.isNaN(point.lat)) return refuse("missing param 'point.lat'")
  const away = ({ geometry: { coordinates } }: (typeof places)[number]) =>
    measureDistanceM(point, { lng: coordinates[0], lat: coordinates[1] })
  const near = places.filter((one) => away(one) < 1000)
  return collection(
    near.toSorted((a, b) => away(a) - away(b)),
    asked,
  )
}

const services: Readonly<Record<string, (asked: Asked) => Answer>> = {
  '/v1/autocomplete': autocomplete,
  '/v1/reverse': reverse,
  '/v1/place': (asked) => {
    const ids = asked.query.get('ids')?.split(',') ?? []
    return collection(
      places.filter(({ properties: { gid } }) => ids.includes(gid)),
      asked,
    )
  },
}

export const startPelias = () =>
  startStub((asked) => {
    if (asked.query.get('api_key') !== peliasKey)
      return {
        status: 403,
        json: {
          meta: { version: 1, status_code: 403 },
          results: { error: { type: 'KeyError', message: 'No api_key specified.' } },
        },
      }
    return services[asked.path]?.(asked) ?? { status: 404, json: { error: 'not found: invalid path' } }
  })
