// Nominatim as its docs/api describe it (search, reverse, lookup and status in jsonv2), and as the public server holds people to its policy.
import { measureDistanceM } from '@wayfare/core/geo'
import { startStub, type Answer, type Asked } from './stub.ts'

const place = (id: number, [lat, lon]: [string, string], more: { name?: string; address?: object; type?: string }) => ({
  place_id: id * 7,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: more.type ?? 'node',
  osm_id: id,
  lat,
  lon,
  category: 'place',
  type: 'house',
  importance: 0.3,
  addresstype: 'place',
  name: more.name ?? '',
  display_name: `${more.name ?? ''}, Göteborg, Sverige`,
  address: { city: 'Göteborg', 'ISO3166-2-lvl4': 'SE-O', country: 'Sverige', country_code: 'se', ...more.address },
  boundingbox: ['57.6', '57.7', '11.9', '12.0'],
})

const places = [
  place(11, ['57.69985', '11.95278'], { name: 'Järntorget', address: { suburb: 'Haga' } }),
  place(12, ['57.69931', '11.96842'], { name: 'Vasagatan', type: 'way', address: { road: 'Vasagatan' } }),
  place(13, ['57.6995', '11.9701'], { address: { road: 'Vasagatan', house_number: '12' } }),
  place(14, ['59.9139', '10.7522'], { name: 'Vasagatan bar', address: { city: 'Oslo', country_code: 'no' } }),
]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')

const refuse = (message: string): Answer => ({ status: 400, json: { error: { code: 400, message } } })

const search = ({ query }: Asked): Answer => {
  const words = plain(query.get('q') ?? '').split(/[\s,]+/)
  const countries = query.get('countrycodes')?.split(',')
  const found = places.filter(({ name, address }) => {
    const text = plain(`${name} ${Object.values(address).join(' ')}`).split(/\s+/)
    return words.every((word) => text.includes(word)) && (!countries || countries.includes(address.country_code))
  })
  return { json: found.slice(0, Number(query.get('limit') ?? 10)) }
}

const reverse = ({ query }: Asked): Answer => {
  const [lat, lng] = [Number(query.get('lat') ?? 'x'), Number(query.get('lon') ?? 'x')]
  if (Number.isNaN(lat) || Number.isNaN(lng)) return refuse("Parameter 'lat' must be a number.")
  const away = (one: (typeof places)[number]) => measureDistanceM({ lat, lng }, { lat: Number(one.lat), lng: Number(one.lon) })
  const [nearest] = places.toSorted((a, b) => away(a) - away(b))
  return nearest && away(nearest) < 1000 ? { json: nearest } : { json: { error: 'Unable to geocode' } }
}

const lookUp = ({ query }: Asked): Answer => {
  const ids = query.get('osm_ids')?.split(',') ?? []
  return { json: places.filter(({ osm_type, osm_id }) => ids.includes(`${osm_type[0]?.toUpperCase() ?? ''}${osm_id}`)) }
}

const services: Readonly<Record<string, (asked: Asked) => Answer>> = {
  '/search': search,
  '/reverse': reverse,
  '/lookup': lookUp,
  '/status': () => ({ json: { status: 0, message: 'OK', data_updated: '2026-11-20T14:47:00+00:00' } }),
}

export const startNominatim = async () => {
  const agents: string[] = []
  const stub = await startStub((asked) => {
    const agent = asked.headers['user-agent'] ?? ''
    agents.push(agent)
    if (!agent.startsWith('Wayfare/')) return { status: 403, html: '<h1>Access blocked</h1>' }
    const serve = services[asked.path]
    if (!serve) return { status: 404, json: { error: { code: 404, message: 'Not found' } } }
    return asked.query.get('format') === 'jsonv2' ? serve(asked) : refuse("Parameter 'format' must be one of: jsonv2")
  })
  return { ...stub, agents }
}
