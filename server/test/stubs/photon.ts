// Photon as its docs/api-v1.md describes it: search and reverse in GeoJSON, with its way to refuse.
import { measureDistanceM } from '@wayfare/core/geo'
import { startStub, type Answer, type Asked } from './stub.ts'

const place = (lng: number, lat: number, properties: object) => ({
  type: 'Feature',
  properties: { city: 'Göteborg', country: 'Sverige', countrycode: 'SE', ...properties },
  geometry: { type: 'Point', coordinates: [lng, lat] as [number, number] },
})

const features = [
  place(11.95278, 57.69985, { osm_key: 'place', osm_value: 'square', name: 'Järntorget', district: 'Haga', osm_type: 'W' }),
  place(11.96842, 57.69931, { osm_key: 'highway', osm_value: 'residential', type: 'street', name: 'Vasagatan' }),
  place(11.9701, 57.6995, { osm_key: 'place', osm_value: 'house', type: 'house', street: 'Vasagatan', housenumber: '12' }),
  place(11.98666, 57.69664, {
    osm_key: 'tourism',
    osm_value: 'museum',
    name: 'Världskulturmuseet',
    street: 'Södra Vägen',
    housenumber: '54',
  }),
  place(10.7522, 59.9139, { osm_key: 'place', osm_value: 'house', city: 'Oslo', countrycode: 'NO', name: 'Vasagatan bar' }),
]
type Feature = (typeof features)[number]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

const textOf = ({ properties }: Feature): string => plain(Object.values(properties).join(' '))

const known = [
  'q',
  'lang',
  'lat',
  'lon',
  'limit',
  'zoom',
  'location_bias_scale',
  'bbox',
  'countrycode',
  'osm_tag',
  'layer',
  'radius',
]

const collection = (found: readonly Feature[], { query }: Asked): Answer => ({
  json: { type: 'FeatureCollection', features: found.slice(0, Number(query.get('limit') ?? 15)) },
})

const search = (asked: Asked): Answer => {
  const text = plain(asked.query.get('q') ?? '')
  if (text === '') return { status: 400, json: { message: "missing search term 'q': /?q=berlin" } }
  const countries = asked.query.getAll('countrycode')
  const fits = (feature: Feature) => countries.length === 0 || countries.includes(feature.properties.countrycode)
  const words = text.split(/\s+/)
  return collection(
    features.filter((feature) => fits(feature) && words.every((word) => textOf(feature).includes(word))),
    asked,
  )
}

const reverse = (asked: Asked): Answer => {
  const point = { lat: Number(asked.query.get('lat') ?? 'x'), lng: Number(asked.query.get('lon') ?? 'x') }
  if (Number.isNaN(point.lat) || Number.isNaN(point.lng))
    return { status: 400, json: { message: "missing search term 'lat' and/or 'lon': /?lat=51.5&lon=8.0" } }
  const away = ({ geometry: { coordinates } }: Feature) => measureDistanceM(point, { lng: coordinates[0], lat: coordinates[1] })
  const near = features.filter((feature) => away(feature) <= Number(asked.query.get('radius') ?? 1) * 1000)
  return collection(
    near.toSorted((a, b) => away(a) - away(b)),
    asked,
  )
}

export const startPhoton = async () => {
  const languages: (string | undefined)[] = []
  const stub = await startStub((asked) => {
    languages.push(asked.headers['accept-language'])
    const unknown = [...asked.query.keys()].find((name) => !known.includes(name))
    if (unknown !== undefined) return { status: 400, json: { message: `unknown query parameter '${unknown}'.` } }
    if (asked.path === '/api') return search(asked)
    if (asked.path === '/reverse') return reverse(asked)
    return { status: 404, html: '<html><body><h2>404 Not found</h2></body></html>' }
  })
  /** what each request said that its asker reads */
  return { ...stub, languages: () => languages }
}
