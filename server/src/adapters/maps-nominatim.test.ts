import { afterAll, beforeEach, expect, it } from 'vitest'
import { startNominatim } from '../../test/stubs/nominatim.ts'
import { makeNominatim } from './maps-nominatim.ts'

const stub = await startNominatim()
afterAll(stub.close)

const make = (part: Partial<Parameters<typeof makeNominatim>[0]> = {}) =>
  makeNominatim({
    url: `http://127.0.0.1:${stub.port}`,
    userAgent: 'Wayfare/0.2 (https://taxi.example)',
    perSecond: 100,
    now: () => new Date(),
    ...part,
  })
const query = (text: string, part: object = {}) => ({ text, countries: ['SE'], bias: null, limit: 5, ...part })

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('finds squares, streets and houses in the countries that were asked for, and says who asks', async () => {
  const { autocomplete } = make().port
  expect(await autocomplete(query('vasagatan'))).toMatchObject([
    { kind: 'street', name: 'Vasagatan', secondary: 'Göteborg', placeId: 'n:W12' },
    { kind: 'address', name: 'Vasagatan 12', placeId: 'n:N13', lat: 57.6995 },
  ])
  const near = query('järntorget', { bias: { lat: 57.7, lng: 11.97 } })
  expect(await autocomplete(near)).toMatchObject([{ kind: 'landmark', name: 'Järntorget', secondary: 'Haga, Göteborg' }])
  expect(stub.queries.at(-1)?.get('viewbox')).toBe('11.470,57.200,12.470,58.200')
  expect(await autocomplete(query('nowhere'))).toEqual([])
  expect(new Set(stub.agents)).toEqual(new Set(['Wayfare/0.2 (https://taxi.example)']))
})

it('resolves by the id of OpenStreetMap, and nothing else', async () => {
  const { resolve } = make().port
  expect(await resolve('n:N13')).toEqual({ lat: 57.6995, lng: 11.9701, address: 'Vasagatan 12, Göteborg' })
  for (const id of ['n:N99', 'n:X1', 'n:N1,N2', 'N13', 'e:fake:x'])
    await expect(resolve(id)).rejects.toMatchObject({ outage: 'no_match' })
  expect(stub.log).toHaveLength(2)
})

it('calls a point by what is there', async () => {
  const { reverse } = make().port
  expect((await reverse({ lat: 57.69951, lng: 11.97011 })).address).toBe('Vasagatan 12, Göteborg')
  expect((await reverse({ lat: 57.69985, lng: 11.95278 })).address).toBe('Järntorget, Haga, Göteborg')
  await expect(reverse({ lat: 50, lng: 5 })).rejects.toMatchObject({ outage: 'no_match' })
})

it('asks no more often than it may, and sends nobody into a long queue', async () => {
  const { autocomplete } = make({ perSecond: 4 }).port
  const startedAt = Date.now()
  const all = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => autocomplete(query(`word ${i}`))))
  expect(Date.now() - startedAt).toBeGreaterThan(1700)
  expect(all.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), ...Array(3).fill('rejected')])
  expect(all.at(-1)).toMatchObject({ reason: { outage: 'quota' } })
  expect(stub.log).toHaveLength(9)
})

it('asks on when the clock is set back an hour', async () => {
  const clock = { ms: Date.now() }
  const { autocomplete } = make({ now: () => new Date(clock.ms) }).port
  await autocomplete(query('before'))
  clock.ms -= 3_600_000
  expect(await autocomplete(query('after'))).toEqual([])
})

it('takes whatever is no answer for an outage, and tells when it is not let in', async () => {
  const { port, check } = make({ timeoutMs: 300 })
  await check({ lat: 0, lng: 0 })
  await expect(make({ userAgent: 'node' }).check({ lat: 0, lng: 0 })).rejects.toMatchObject({ outage: 'forbidden' })
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(port.autocomplete(query('vasagatan'))).rejects.toMatchObject({ outage: 'unavailable' })
    await expect(port.reverse({ lat: 57.7, lng: 11.97 })).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
