import { decodePolyline } from '@wayfare/core/geo'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startValhalla } from '../../test/stubs/valhalla.ts'
import { makeValhalla } from './maps-valhalla.ts'

const [stub, old] = [await startValhalla(), await startValhalla(true)]
afterAll(() => Promise.all([stub.close(), old.close()]))

const make = (part: Partial<Parameters<typeof makeValhalla>[0]> = {}) =>
  makeValhalla({ url: `http://127.0.0.1:${stub.port}`, costing: 'auto', now: () => new Date(0), ...part })

const jarntorget = { lat: 57.69985, lng: 11.95278 }
const korsvagen = { lat: 57.69664, lng: 11.98666 }
const island = { lat: 57.69, lng: 11.65 }
const forest = { lat: 58.2, lng: 12 }

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('reads a route in the shape of OSRM', async () => {
  const route = await make().port.route([jarntorget, korsvagen])
  expect(route.distanceM).toBeCloseTo(2045, -2)
  expect(decodePolyline(route.polyline)).toEqual([jarntorget, korsvagen])
})

it('joins a route through more places than it takes at once', async () => {
  const points = Array.from({ length: 27 }, (_, i) => ({ lat: 57.7, lng: Number((11.9 + i * 0.005).toFixed(5)) }))
  const route = await make().port.route(points)
  expect(stub.log).toHaveLength(2)
  expect(route.legs).toHaveLength(26)
  expect(route.distanceM).toBeCloseTo(26 * 297.1, -2)
  expect(decodePolyline(route.polyline)).toEqual(points)
})

it('tells no way, no road and what it will not take apart', async () => {
  const { port } = make()
  await expect(port.route([jarntorget, island])).rejects.toMatchObject({ outage: 'no_route' })
  await expect(port.route([jarntorget, forest])).rejects.toMatchObject({ outage: 'out_of_area' })
  await expect(make({ costing: 'bobsleigh' }).port.route([jarntorget, korsvagen])).rejects.toMatchObject({
    outage: 'refused',
    message: 'Valhalla refused with code 100',
  })
})

it('times cars to a pickup, also by a version that knows no short answer', async () => {
  const cars = [...Array.from({ length: 250 }, (_, i) => ({ lat: 57.7, lng: 11.9 + i * 0.001 })), island]
  const seconds = await make().port.durationsTo(cars, jarntorget)
  expect([seconds.length, seconds.at(-1), stub.log.length]).toEqual([251, null, 2])
  expect(await make({ url: `http://127.0.0.1:${old.port}` }).port.durationsTo(cars, jarntorget)).toEqual(seconds)
  expect((await make().port.durationsTo(cars, jarntorget, 100))[249]).toBeNull()
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

it('takes whatever is no answer for an outage, and can be asked whether it is there', async () => {
  const engine = make({ timeoutMs: 300 })
  await engine.check(jarntorget)
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(engine.port.route([jarntorget, korsvagen])).rejects.toMatchObject({ outage: 'unavailable' })
    await expect(engine.check(jarntorget)).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
