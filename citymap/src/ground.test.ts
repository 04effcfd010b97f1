import { describe, expect, it } from 'vitest'
import type { CityFeature, CitySource, Position } from './geojson.ts'
import { listGround } from './ground.ts'
import { isInRing } from './rings.ts'
import { makeTown, TOWN_PLAN } from './town.ts'

const square = (lng: number, lat: number, side: number): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
]
const area = (properties: Record<string, string>, side = 0.01): CityFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [square(-8.6, 41.15, side)] },
})
const line = (properties: Record<string, string>): CityFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: square(-8.6, 41.15, 0.01).slice(0, 3) },
})
const bounds = { south: 41.1, west: -8.7, north: 41.2, east: -8.5 }
const ground = (...features: CityFeature[]) =>
  listGround({ type: 'FeatureCollection', features: [area({ landuse: 'residential' }), ...features] }, bounds)
    .slice(1)
    .map(({ layer, class: groundClass }) => `${layer} ${groundClass}`)

describe('the ground', () => {
  it('is told by its tags: water, green, buildings, rails and rivers', () => {
    const found = ground(
      area({ natural: 'water' }),
      area({ leisure: 'park' }),
      area({ building: 'yes' }),
      line({ railway: 'tram' }),
      line({ waterway: 'river' }),
    )
    expect(found).toEqual(['ground water', 'ground green', 'rail tram', 'waterway river', 'building building'])
  })
  it('leaves out what lies under it, and what nobody draws', () => {
    const tunnel = line({ railway: 'subway', tunnel: 'yes' })
    expect(ground(tunnel, area({ amenity: 'school' }), area({ building: 'no' }), line({ power: 'line' }))).toEqual([])
  })
  it('shows large areas from afar and small ones only near', () => {
    const zooms = [0.2, 0.02, 0.0005].map((side) => {
      const source: CitySource = {
        type: 'FeatureCollection',
        features: [area({ natural: 'water' }, side), area({ building: 'yes' })],
      }
      return listGround(source, bounds)[0]?.minZoom ?? 0
    })
    expect(zooms).toEqual(zooms.toSorted((a, b) => a - b))
    expect([zooms[0], zooms[2]]).toEqual([8, 15])
  })
  it('may be a lake of more corners than a call can have arguments', () => {
    const shore = Array.from({ length: 300_000 }, (_, i): Position => [-8.6 + i * 1e-6, 41.15 + (i % 2) * 1e-6])
    const lake: CityFeature = { ...area({ natural: 'water' }), geometry: { type: 'Polygon', coordinates: [shore] } }
    expect(ground(lake)).toEqual(['ground water'])
  })
  it('is built up along the streets where the source has streets only, with holes for what is not', () => {
    const { lat, lng } = TOWN_PLAN.centre
    const source = makeTown({ size: 4, blockM: 600, centre: TOWN_PLAN.centre })
    const around = { south: lat - 0.02, west: lng - 0.04, north: lat + 0.02, east: lng + 0.04 }
    const [built] = listGround(source, around)
    if (!built) throw new Error('nothing is built')
    const [outline, ...parks] = built.rings
    expect(built).toMatchObject({ layer: 'ground', class: 'built' })
    expect(isInRing([lng, lat], outline ?? [])).toBe(true)
    expect(isInRing([lng + 0.035, lat], outline ?? [])).toBe(false)
    // nine blocks of 600 m, each with a yard in the middle
    expect(parks).toHaveLength(9)
    expect(parks.some((park) => isInRing([lng, lat], park))).toBe(true)
  })
})
