import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { makePositions, type DriverPosition } from './positions.ts'

/** A small generator with a seed, so that a failure can be repeated. */
const makeRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const at = (name: string, lat: number, lng: number, time = 0): DriverPosition => ({
  driverId: asId<'user'>(name),
  lat,
  lng,
  heading: null,
  at: time,
  device: 'test',
  seq: 0,
})

const scatter = (count: number, random: () => number, centre: LatLng, spread: number): DriverPosition[] =>
  Array.from({ length: count }, (_, i) =>
    at(
      `D${i}`,
      centre.lat + (random() - 0.5) * spread,
      ((centre.lng + (random() - 0.5) * spread * 2 + 540) % 360) - 180,
      Math.floor(random() * 1000),
    ),
  )

const bruteForce = (all: readonly DriverPosition[], point: LatLng, within: { radiusM: number; limit: number; oldest: number }) =>
  all
    .filter((position) => position.at >= within.oldest && measureDistanceM(position, point) <= within.radiusM)
    .toSorted((a, b) => measureDistanceM(a, point) - measureDistanceM(b, point))
    .slice(0, within.limit)

const places: [string, LatLng, number][] = [
  ['Gothenburg', { lat: 57.7, lng: 11.96 }, 0.3],
  ['the equator', { lat: 0, lng: 0 }, 0.2],
  ['the antimeridian', { lat: -17, lng: 180 }, 0.2],
  ['the far north', { lat: 78.2, lng: 15.6 }, 0.3],
]

describe('the positions in memory', () => {
  it.each(places)('name the same nearest drivers as looking at all of them does, around %s', (_name, centre, spread) => {
    const random = makeRandom(7)
    const positions = makePositions()
    const all = scatter(3000, random, centre, spread)
    for (const position of all) positions.put(position)
    for (let round = 0; round < 120; round++) {
      const [point] = scatter(1, random, centre, spread * 1.5)
      if (!point) throw new Error('no point')
      const within = {
        radiusM: [200, 1500, 6000, 40_000][round % 4] ?? 0,
        limit: [1, 12, 100, 5000][round % 3] ?? 1,
        oldest: round % 2 ? 300 : 0,
      }
      expect(positions.near(point, within)).toEqual(bruteForce(all, point, within))
    }
  })

  it('follow drivers who move between cells, go and come back', () => {
    const random = makeRandom(11)
    const positions = makePositions()
    const current = new Map<string, DriverPosition>()
    const centre = { lat: 57.7, lng: 11.96 }
    for (let step = 0; step < 20_000; step++) {
      const [moved] = scatter(1, random, centre, 0.1)
      if (!moved) throw new Error('no point')
      const next = { ...moved, driverId: asId<'user'>(`D${Math.floor(random() * 400)}`) }
      if (random() < 0.2) {
        positions.remove(next.driverId)
        current.delete(next.driverId)
      } else {
        positions.put(next)
        current.set(next.driverId, next)
      }
    }
    const within = { radiusM: 5000, limit: 1000, oldest: 0 }
    expect(positions.near(centre, within)).toEqual(bruteForce([...current.values()], centre, within))
    expect([...positions.all()]).toHaveLength(current.size)
    for (const [id, position] of current) expect(positions.last(asId(id))).toEqual(position)
  })

  it('find nobody when there is nobody', () => {
    const positions = makePositions()
    expect(positions.near({ lat: 1, lng: 1 }, { radiusM: 1000, limit: 5, oldest: 0 })).toEqual([])
    positions.put(at('D1', 1, 1, 5))
    expect(positions.near({ lat: 1, lng: 1 }, { radiusM: 1000, limit: 5, oldest: 6 })).toEqual([])
    expect(positions.last(asId('D2'))).toBeNull()
    positions.remove(asId('D2'))
  })
})
