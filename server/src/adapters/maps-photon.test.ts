import { afterAll, beforeEach, expect, it } from 'vitest'
import { startPhoton } from '../../test/stubs/photon.ts'
import { makePhoton } from './maps-photon.ts'

const stub = await startPhoton()
afterAll(stub.close)

const url = `http://127.0.0.1:${stub.port}`
const make = (part: Partial<Parameters<typeof makePhoton>[0]> = {}) =>
  makePhoton({ url, secret: 'a secret of many letters', now: () => new Date(0), ...part }).port
const query = (text: string, part: object = {}) => ({ text, countries: ['SE'], bias: null, limit: 5, ...part })

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('tells squares, streets and houses apart, in the countries that were asked for', async () => {
  const { autocomplete } = make()
  expect(await autocomplete(query('vasag'))).toMatchObject([
    { kind: 'street', name: 'Vasagatan', secondary: 'Göteborg', lat: 57.69931 },
    { kind: 'address', name: 'Vasagatan 12', secondary: 'Göteborg' },
  ])
  expect(await autocomplete(query('järntorget'))).toMatchObject([
    { kind: 'landmark', name: 'Järntorget', secondary: 'Haga, Göteborg' },
  ])
  expect(await autocomplete(query('världs'))).toMatchObject([{ secondary: 'Södra Vägen 54, Göteborg' }])
  expect((await autocomplete(query('vasagatan bar', { countries: [] }))).map(({ secondary }) => secondary)).toEqual(['Oslo'])
  expect(await autocomplete(query('landvetter'))).toEqual([])
})

it('gives ids that say where the place is, and takes no others', async () => {
  const geocoder = make()
  const [found] = await geocoder.autocomplete(query('vasagatan 12'))
  if (!found) throw new Error('nothing found')
  expect(await geocoder.resolve(found.placeId)).toEqual({ lat: 57.6995, lng: 11.9701, address: 'Vasagatan 12, Göteborg' })
  // another process of the same installation knows it as well
  await expect(make().resolve(found.placeId)).resolves.toBeDefined()
  const [body = '', signature = ''] = found.placeId.slice(2).split('.')
  const forged = Buffer.from(JSON.stringify([59, 18, 'Stockholm'])).toString('base64url')
  for (const id of [`p:${forged}.${signature}`, `p:${body}`, `p:${body}.`, `q:${body}.${signature}`, 'p:', 'ChIJ1234'])
    await expect(geocoder.resolve(id)).rejects.toMatchObject({ outage: 'no_match' })
  await expect(make({ secret: 'another secret' }).resolve(found.placeId)).rejects.toMatchObject({ outage: 'no_match' })
})

it('calls a point by the house nearest to it, and says where nothing is near', async () => {
  const geocoder = make()
  expect(await geocoder.reverse({ lat: 57.69951, lng: 11.97012 })).toEqual({
    lat: 57.6995,
    lng: 11.9701,
    address: 'Vasagatan 12, Göteborg',
  })
  expect((await geocoder.reverse({ lat: 57.69664, lng: 11.98666 })).address).toBe('Södra Vägen 54, Göteborg')
  await expect(geocoder.reverse({ lat: 57.5, lng: 11.5 })).rejects.toMatchObject({ outage: 'no_match' })
})

it('asks once for what neighbours type, and again in another language', async () => {
  const { autocomplete } = make()
  await autocomplete(query('vasa', { bias: { lat: 57.7001, lng: 11.9701 } }))
  await autocomplete(query('vasa', { bias: { lat: 57.7002, lng: 11.9699 } }))
  expect(stub.log).toHaveLength(1)
  await autocomplete(query('vasa', { bias: { lat: 57.7002, lng: 11.9699 }, lang: 'ar' }))
  expect(stub.log).toHaveLength(2)
})

it('takes whatever is no answer for an outage', async () => {
  const geocoder = make({ timeoutMs: 300 })
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(geocoder.autocomplete(query('vasagatan'))).rejects.toMatchObject({ outage: 'unavailable' })
    await expect(geocoder.reverse({ lat: 57.7, lng: 11.97 })).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
