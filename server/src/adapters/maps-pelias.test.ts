import { afterAll, beforeEach, expect, it } from 'vitest'
import { peliasKey, startPelias } from '../../test/stubs/pelias.ts'
import { makePelias } from './maps-pelias.ts'

const stub = await startPelias()
afterAll(stub.close)

const make = (part: Partial<Parameters<typeof makePelias>[0]> = {}) =>
  makePelias({ url: `http://127.0.0.1:${stub.port}`, apiKey: peliasKey, now: () => new Date(0), ...part })
const query = (text: string, part: object = {}) => ({ text, countries: ['SE'], bias: null, limit: 5, ...part })

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('finds what begins like that, nearer ones first where it is told where one is', async () => {
  const { autocomplete } = make().port
  expect(await autocomplete(query('vasag'))).toMatchObject([
    { kind: 'street', name: 'Vasagatan', secondary: 'Göteborg', placeId: 'openstreetmap:street:polyline/12' },
    { kind: 'address', name: 'Vasagatan 12', secondary: 'Göteborg', lat: 57.6995 },
  ])
  await autocomplete(query('järn', { bias: { lat: 57.701, lng: 11.971 } }))
  expect(stub.queries.at(-1)?.get('focus.point.lat')).toBe('57.7')
  await autocomplete(query('järn', { bias: { lat: 57.702, lng: 11.969 } }))
  expect(stub.log).toHaveLength(2)
})

it('resolves its own ids', async () => {
  const { resolve } = make().port
  expect((await resolve('openaddresses:address:se/13')).address).toBe('Vasagatan 12, Göteborg')
  for (const id of ['openaddresses:address:se/99', 'a:b', 'openaddresses:address:1,openaddresses:address:2', 'ChIJabc'])
    await expect(resolve(id)).rejects.toMatchObject({ outage: 'no_match' })
})

it('calls a point by what is there', async () => {
  const { reverse } = make().port
  expect((await reverse({ lat: 57.69951, lng: 11.97011 })).address).toBe('Vasagatan 12, Göteborg')
  await expect(reverse({ lat: 50, lng: 5 })).rejects.toMatchObject({ outage: 'no_match' })
})

it('tells a key that is not taken, a question that is not, and no answer apart, without the key', async () => {
  const { port, check } = make({ timeoutMs: 300 })
  await check({ lat: 57.7, lng: 11.97 })
  const wrong = make({ apiKey: 'a-wrong-key' })
  const refused = await wrong.port.autocomplete(query('vasa')).catch((error: unknown) => error)
  expect(refused).toMatchObject({ outage: 'forbidden' })
  expect(String(refused)).not.toContain('a-wrong-key')
  await expect(port.autocomplete(query(''))).rejects.toMatchObject({ outage: 'refused' })
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(port.reverse({ lat: 57.7, lng: 11.97 })).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
