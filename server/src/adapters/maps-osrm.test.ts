import { decodePolyline } from '@wayfare/core/geo'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startOsrm } from '../../test/stubs/osrm.ts'
import { makeOsrm } from './maps-osrm.ts'

const stub = await startOsrm()
afterAll(stub.close)

const url = `http://127.0.0.1:${stub.port}`
const clock = { ms: 0 }
const make = (part: Partial<Parameters<typeof makeOsrm>[0]> = {}) =>
  makeOsrm({ url, profile: 'driving', now: () => new Date(clock.ms), ...part })

const [jarntorget, korsvagen, nordstan] = [
  { lat: 57.69985, lng: 11.95278 },
  { lat: 57.69664, lng: 11.98666 },
  { lat: 57.70887, lng: 11.97345 },
]
const island = { lat: 57.69, lng: 11.65 }
const forest = { lat: 58.2, lng: 12 }

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('reads a route with its line and its legs', async () => {
  const { port } = make()
  const route = await port.route([jarntorget, nordstan, korsvagen])
  expect(route.legs).toHaveLength(2)
  expect(route.distanceM).toBeCloseTo(1580.7 + 1567.6, -2)
  expect(route.durationS).toBeCloseTo(route.distanceM / 10, 0)
  expect(route.approximate).toBe(false)
  expect(decodePolyline(route.polyline)).toEqual([jarntorget, nordstan, korsvagen])
  expect(stub.log[0]).toContain('/route/v1/driving/11.952780,57.699850;')
})

it('tells no way, no road and too much apart', async () => {
  const { port } = make()
  await expect(port.route([jarntorget, island])).rejects.toMatchObject({ outage: 'no_route' })
  await expect(port.route([jarntorget, forest])).rejects.toMatchObject({ outage: 'out_of_area' })
  await expect(make({ profile: 'driving/x' }).port.route([jarntorget, korsvagen])).rejects.toMatchObject({ outage: 'refused' })
})

it('times many cars to one pickup, in tables of a hundred places', async () => {
  const cars = Array.from({ length: 230 }, (_, i) => ({ lat: 57.7, lng: 11.9 + i * 0.001 }))
  const seconds = await make().port.durationsTo([...cars, island], jarntorget)
  expect(seconds).toHaveLength(231)
  expect(seconds.at(-1)).toBeNull()
  expect(seconds[0]).toBeGreaterThan(300)
  expect(stub.log).toHaveLength(3)
  const soon = await make().port.durationsTo(cars, jarntorget, 60)
  expect(soon.filter((value) => value !== null).every((value) => value <= 60)).toBe(true)
  expect(soon).toContain(null)
})

it('asks for the same route once in ten minutes, and not again for what failed', async () => {
  const { port } = make()
  await Promise.all([port.route([jarntorget, korsvagen]), port.route([jarntorget, korsvagen])])
  await port.route([{ ...jarntorget, lat: jarntorget.lat + 0.000_001 }, korsvagen])
  expect(stub.log).toHaveLength(1)
  clock.ms += 11 * 60_000
  await port.route([jarntorget, korsvagen])
  expect(stub.log).toHaveLength(2)
  stub.feel('broken')
  await expect(port.route([korsvagen, jarntorget])).rejects.toMatchObject({ outage: 'unavailable' })
  stub.feel('ok')
  await expect(port.route([korsvagen, jarntorget])).resolves.toBeDefined()
})

it('tells a route turn by turn, out of a roundabout onto its street', async () => {
  const { steps = [], distanceM } = await make().port.route([jarntorget, korsvagen], { steps: true })
  expect(steps.map(({ manoeuvre, street, exit }) => [manoeuvre, street, exit])).toEqual([
    ['depart', 'Vasagatan', null],
    ['left', 'Linnégatan', null],
    ['roundabout', 'Övre Husargatan', 2],
    ['arriveLeft', 'Övre Husargatan', null],
  ])
  expect(steps.reduce((sum, step) => sum + step.distanceM, 0)).toBeCloseTo(distanceM, 0)
  expect(steps.at(-1)?.at).toEqual(korsvagen)
  expect(await make().port.route([jarntorget, korsvagen])).not.toHaveProperty('steps')
})

it('begins the way a car is heading, and any way where no road leads there', async () => {
  const { port } = make()
  await port.route([{ ...jarntorget, heading: -5 }, korsvagen])
  expect(stub.queries.at(-1)?.get('bearings')).toBe('355,45;')
  expect(stub.log).toHaveLength(1)
  await port.route([{ ...jarntorget, heading: 90 }, korsvagen])
  expect(stub.log).toHaveLength(3)
  expect(stub.queries.at(-1)?.has('bearings')).toBe(false)
  await port.durationsTo([jarntorget, { ...nordstan, heading: 180.4 }], korsvagen)
  expect(stub.queries.at(-1)?.get('bearings')).toBe(';180,45;')
})

it('takes whatever is no answer for an outage, within its time', async () => {
  const { port } = make({ timeoutMs: 300 })
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(port.route([jarntorget, korsvagen])).rejects.toMatchObject({ outage: 'unavailable' })
    await expect(port.durationsTo([jarntorget], korsvagen)).rejects.toMatchObject({ outage: 'unavailable' })
  }
  const nobody = make({ url: 'http://127.0.0.1:1' })
  await expect(nobody.port.route([jarntorget, korsvagen])).rejects.toMatchObject({ outage: 'unavailable' })
})

it('can be asked whether it is there', async () => {
  await make().check(jarntorget)
  expect(stub.log).toEqual([expect.stringContaining('/nearest/v1/driving/')])
  await expect(make({ url: `${url}/elsewhere` }).check(jarntorget)).rejects.toMatchObject({ outage: 'refused' })
})
