import { describe, expect, it } from 'vitest'
import { isInRing } from './rings.ts'
import { cutBoxAt, makeWorld } from './world.ts'

const gothenburg = { south: 57.65, west: 11.85, north: 57.75, east: 12.1 }
const listWorld = makeWorld(gothenburg)

/** What is drawn at a place: land over sea. */
const findAt = (zoom: number, lng: number, lat: number): string | undefined =>
  listWorld(zoom).findLast(
    ({ geometry }) =>
      geometry.type === 'Polygon' && geometry.coordinates.filter((ring) => isInRing([lng, lat], ring)).length % 2 === 1,
  )?.properties['class'] as string | undefined

describe('the world', () => {
  it('has land and sea where they are, on both sides of the date line and at the pole', () => {
    for (const zoom of [0, 3]) {
      expect([findAt(zoom, 2.3, 47), findAt(zoom, -30, 45), findAt(zoom, 160, 67), findAt(zoom, -172, 66.3)]).toEqual([
        'land',
        'sea',
        'land',
        'land',
      ])
      expect([findAt(zoom, 0, -80), findAt(zoom, -150, -82), findAt(zoom, 50, 42)]).toEqual(['land', 'land', 'sea'])
    }
  })
  it('is finer around the city, and nothing beyond', () => {
    for (const zoom of [6, 9, 13]) {
      expect([findAt(zoom, 13, 57.7), findAt(zoom, 10.9, 57.6), findAt(zoom, -60, 0)]).toEqual(['land', 'sea', undefined])
    }
    expect(cutBoxAt(2, gothenburg)).toMatchObject({ west: -180, east: 180 })
    expect(cutBoxAt(14, gothenburg)).toEqual(gothenburg)
  })
  it('draws the borders of countries once', () => {
    const borders = listWorld(3).filter(({ geometry }) => geometry.type === 'LineString')
    expect(borders.length).toBeGreaterThan(100)
    const keys = borders.map(({ geometry }) => JSON.stringify(geometry.coordinates))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
