import { describe, expect, it } from 'vitest'
import { makeFakeMaps } from './fakes.ts'
import { addTraffic } from './maps-traffic.ts'

const now = () => new Date(0)
const rushAt = 1000
const slow = addTraffic(makeFakeMaps(), (at) => (at === rushAt ? 1.5 : 1), now)
const always = addTraffic(makeFakeMaps(), () => 1.37, now)
const plain = makeFakeMaps()
const points = [
  { lat: 57.7, lng: 11.95 },
  { lat: 57.705, lng: 11.97 },
  { lat: 57.69, lng: 11.99 },
]
const [first = { lat: 0, lng: 0 }, second = first] = points

describe('the traffic of the hour', () => {
  it('stretches the time of a route that departs then, and nothing else of it', async () => {
    const route = await plain.router.route(points, { steps: true })
    expect(await slow.router.route(points, { steps: true })).toEqual(route)
    const rush = await slow.router.route(points, { steps: true, departAt: rushAt })
    expect(rush.durationS).toBe(Math.round(route.durationS * 1.5))
    expect(rush).toMatchObject({ distanceM: route.distanceM, polyline: route.polyline })
  })
  it('stretches the time of every way that there is', async () => {
    const maps = makeFakeMaps()
    const way = { distanceM: 1000, durationS: 100, polyline: 'x', via: 'Vasagatan' }
    maps.router.listWays = async () => [way]
    const { router } = addTraffic(maps, (at) => (at === rushAt ? 1.5 : 1), now)
    expect(await router.listWays?.(first, second)).toEqual([way])
    expect(await router.listWays?.(first, second, rushAt)).toEqual([{ ...way, durationS: 150 }])
    expect(slow.router.listWays).toBeUndefined()
  })
  it('leaves legs and steps that add up', async () => {
    const { durationS, legs, steps = [] } = await always.router.route(points, { steps: true })
    expect(legs.reduce((sum, leg) => sum + leg.durationS, 0)).toBe(durationS)
    expect(steps.reduce((sum, step) => sum + step.durationS, 0)).toBe(durationS)
  })
  it('counts for who is near, also in how far is near enough', async () => {
    const [seconds] = await plain.router.durationsTo([first], second)
    const [longer] = await always.router.durationsTo([first], second)
    expect(longer).toBe(Math.round((seconds ?? 0) * 1.37))
    expect(await always.router.durationsTo([first], second, (seconds ?? 0) * 1.3)).toEqual([null])
    expect(await always.router.durationsTo([first], second, (seconds ?? 0) * 1.4)).toEqual([longer])
  })
  it('leaves a service alone that knows the traffic itself', async () => {
    const google = makeFakeMaps()
    google.router.knowsTraffic = true
    expect(addTraffic(google, () => 2, now)).toBe(google)
  })
})
