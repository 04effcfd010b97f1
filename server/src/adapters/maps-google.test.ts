import { decodePolyline } from '@wayfare/core/geo'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { googleKey, startGoogleMaps } from '../../test/stubs/google-maps.ts'
import { makeGoogleGeocoder } from './maps-google-geocoder.ts'
import { makeGoogleRouter } from './maps-google-router.ts'

const stub = await startGoogleMaps()
afterAll(stub.close)

const now = () => new Date(Date.UTC(2026, 10, 23, 12))
const options = { key: googleKey, origin: stub.origin, now }
const { port: router, check: checkRouter } = makeGoogleRouter(options)
const { port: geocoder, check: checkGeocoder } = makeGoogleGeocoder(options)

const jarntorget = { lat: 57.69985, lng: 11.95278 }
const korsvagen = { lat: 57.69664, lng: 11.98666 }
const island = { lat: 57.69, lng: 11.65 }
const query = (text: string, part: object = {}) => ({
  text,
  countries: ['SE'],
  bias: jarntorget,
  limit: 5,
  lang: 'sv-SE,sv;q=0.9',
  ...part,
})

beforeEach(() => {
  stub.feel('ok')
  stub.spend(false)
  stub.breakOff(false)
  stub.log.length = 0
})

describe('Google as a router', () => {
  it('reads a route through 27 places, and keeps none of it', async () => {
    const points = Array.from({ length: 27 }, (_, i) => ({ lat: 57.7, lng: Number((11.9 + i * 0.005).toFixed(5)) }))
    const route = await router.route([{ lat: 57.7, lng: 11.9, heading: 359.7 }, ...points.slice(1)], {
      departAt: now().getTime() + 3_600_000,
    })
    expect(route.legs).toHaveLength(26)
    expect(route).toMatchObject({ approximate: false })
    // it knows the traffic: the operator's rush hours must not count twice
    expect(router.knowsTraffic).toBe(true)
    expect(decodePolyline(route.polyline)).toEqual(points)
    await router.route(points)
    expect(stub.log).toHaveLength(2)
  })

  it('tells the manoeuvres, and their streets in sentences of its own, in the asker’s language', async () => {
    const { steps = [] } = await router.route([jarntorget, korsvagen], { steps: true, lang: 'sv-SE,en;q=0.5' })
    expect(steps.map(({ manoeuvre, street }) => [manoeuvre, street])).toEqual([
      ['depart', ''],
      ['left', ''],
      ['roundabout', ''],
      ['arrive', ''],
    ])
    expect(steps.at(-1)?.at).toEqual(korsvagen)
    expect(steps[1]).toMatchObject({ text: 'Sväng vänster in på Vasagatan', at: korsvagen })
    expect(steps.at(-1)).not.toHaveProperty('text')
    const { steps: english = [] } = await router.route([jarntorget, korsvagen], { steps: true })
    expect(english[1]?.text).toBe('Turn left onto Vasagatan')
    expect(english.reduce((sum, { distanceM }) => sum + distanceM, 0)).toBeCloseTo(2045, -1)
  })

  it('times cars to a pickup, a hundred at a time and in whatever order they come', async () => {
    const cars = [island, ...Array.from({ length: 120 }, (_, i) => ({ lat: 57.7, lng: 11.9 + i * 0.001 }))]
    const seconds = await router.durationsTo(cars, jarntorget)
    expect([seconds.length, seconds[0], stub.log.length]).toEqual([121, null, 2])
    expect(seconds[1]).toBeGreaterThan(seconds[50] ?? Number.POSITIVE_INFINITY)
  })

  it('takes a matrix that broke off for no answer, not for cars that cannot come', async () => {
    stub.breakOff(true)
    await expect(router.durationsTo([jarntorget, korsvagen], jarntorget)).rejects.toMatchObject({ outage: 'unavailable' })
  })

  it('takes an answer without a route for no way', async () => {
    await expect(router.route([jarntorget, island])).rejects.toMatchObject({ outage: 'no_route' })
  })
})

describe('Google as a geocoder', () => {
  it('suggests places without saying where they lie, and resolves them', async () => {
    const found = await geocoder.autocomplete(query('vasagatan'))
    expect(found).toMatchObject([
      { kind: 'address', name: 'Vasagatan 12', secondary: 'Göteborg, Sverige', lat: null },
      { kind: 'street', name: 'Vasagatan' },
    ])
    expect(await geocoder.resolve(found[0]?.placeId ?? '')).toEqual({
      lat: 57.6995,
      lng: 11.9701,
      address: 'Vasagatan 12, Göteborg',
    })
    expect(await geocoder.autocomplete(query('nowhere'))).toEqual([])
    expect(await geocoder.autocomplete(query('vasagatan', { countries: ['NO'], bias: null, lang: '*' }))).toEqual([])
    for (const id of ['ChIJnobody', '../routes', 'e:fake:x'])
      await expect(geocoder.resolve(id)).rejects.toMatchObject({ outage: 'no_match' })
  })

  it('calls a point by its address', async () => {
    expect((await geocoder.reverse(jarntorget, 'sv')).address).toBe('Järntorget, 411 24 Göteborg, Sverige')
    expect((await geocoder.reverse({ lat: 57.6995, lng: 11.97 }, 'sv')).address).toBe('Vasagatan 12, Göteborg')
    await expect(geocoder.reverse({ lat: 57.73, lng: 11.99 })).rejects.toMatchObject({ outage: 'no_match' })
    await expect(geocoder.reverse({ lat: 0, lng: 0 })).rejects.toMatchObject({ outage: 'no_match' })
  })
})

it('tells a used up quota and a wrong key apart from no answer, and says no key', async () => {
  await Promise.all([checkRouter(jarntorget), checkGeocoder(jarntorget)])
  const wrong = { ...options, key: 'AIzaWrong' }
  const asks = (given: typeof options) => [
    () => makeGoogleRouter(given).port.route([jarntorget, korsvagen]),
    () => makeGoogleRouter(given).port.durationsTo([jarntorget], korsvagen),
    () => makeGoogleGeocoder(given).port.autocomplete(query('vasa')),
    () => makeGoogleGeocoder(given).port.resolve('ChIJjarntorget000000000000'),
    () => makeGoogleGeocoder(given).port.reverse(jarntorget),
  ]
  for (const ask of asks(wrong)) {
    const error: unknown = await ask().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ outage: 'forbidden' })
    expect(String(error)).not.toContain('AIza')
  }
  stub.spend(true)
  for (const ask of asks(options)) await expect(ask()).rejects.toMatchObject({ outage: 'quota' })
  for (const mood of ['broken', 'nonsense', 'hanging'] as const) {
    stub.feel(mood)
    for (const ask of asks({ ...options, timeoutMs: 200 } as typeof options))
      await expect(ask()).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
