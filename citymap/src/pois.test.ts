import { describe, expect, it } from 'vitest'
import type { AreaFeature, CitySource, PointFeature, Position } from './geojson.ts'
import { listDistricts, listHouseNumbers, listPois } from './pois.ts'

const point = (properties: Record<string, string>, coordinates: Position = [-8.6, 41.15]): PointFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
})
const area = (properties: Record<string, string>): AreaFeature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-8.601, 41.15],
        [-8.601, 41.152],
        [-8.599, 41.152],
        [-8.599, 41.15],
        [-8.601, 41.15],
      ],
    ],
  },
})
const city = (points: PointFeature[], features: AreaFeature[] = []): CitySource => ({
  type: 'FeatureCollection',
  points,
  features,
})

describe('places with a name', () => {
  it('may be an island of more corners than a call can have arguments', () => {
    const corners = Array.from({ length: 300_000 }, (_, i): Position => {
      const angle = (i / 300_000) * 2 * Math.PI
      return [-8.6 + Math.cos(angle), 41.15 + Math.sin(angle)]
    })
    const island: AreaFeature = {
      ...area({ place: 'island', name: 'Mainland' }),
      geometry: { type: 'Polygon', coordinates: [corners] },
    }
    const [mainland] = listPois(city([], [island]))
    expect(mainland?.at.lat).toBeCloseTo(41.15, 6)
    expect(mainland?.at.lng).toBeCloseTo(-8.6, 6)
  })
  it('count more the better known they are, and benches and car parks not at all', () => {
    const pois = listPois(
      city([
        point({ name: 'Café', amenity: 'cafe' }),
        point({ name: 'Hospital', amenity: 'hospital' }),
        point({ name: 'Parking', amenity: 'parking' }),
        point({ name: 'Museum', tourism: 'museum' }),
        point({ name: 'Famous museum', tourism: 'museum', wikidata: 'Q1' }),
        point({ name: 'São Bento', railway: 'station' }),
        point({ name: 'Bolhão', railway: 'station', station: 'subway' }),
        point({ amenity: 'cafe' }),
        point({ name: 'Bus stop', highway: 'bus_stop' }),
      ]),
    )
    expect(pois.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name)).toEqual([
      'São Bento',
      'Hospital',
      'Bolhão',
      'Famous museum',
      'Museum',
      'Café',
    ])
  })
  it('are one when node and building stand for the same, and two when they lie apart', () => {
    const station = { name: 'Trindade', railway: 'station' }
    const building = { name: 'Trindade', building: 'train_station' }
    const [only, ...others] = listPois(city([point(station)], [area(building)]))
    expect(others).toEqual([])
    expect(only?.weight).toBe(92)
    expect(listPois(city([point(station), point(station, [-8.5, 41.15])]))).toHaveLength(2)
  })
  it('carry their other names and what people call their kind', () => {
    const [hotel] = listPois(city([point({ name: 'فندق', 'name:en': 'Grand', tourism: 'hotel' })]))
    expect(hotel?.words).toContain('Grand')
    expect(hotel?.words).toContain('hotell')
  })
})

describe('house numbers', () => {
  it('come from doors and from buildings, at their middle, each once', () => {
    const flores = { 'addr:street': 'Rua das Flores' }
    const houses = listHouseNumbers(
      city(
        [
          point({ ...flores, 'addr:housenumber': '12' }),
          point({ ...flores, 'addr:housenumber': '12' }),
          point({ 'addr:housenumber': '14' }),
          point({ 'addr:place': 'Quinta Velha', 'addr:housenumber': '1' }),
        ],
        [area({ ...flores, building: 'yes', 'addr:housenumber': '16;18' })],
      ),
    )
    expect(houses.map(({ street, number }) => `${street} ${number}`)).toEqual([
      'Rua das Flores 12',
      'Quinta Velha 1',
      'Rua das Flores 16',
    ])
    expect(houses[2]?.at.lat).toBeCloseTo(41.151, 9)
  })
})

it('quarters and suburbs say where something lies', () => {
  const districts = listDistricts(
    city([point({ name: 'Ribeira', place: 'quarter' }), point({ name: 'Portugal', place: 'country' })]),
  )
  expect(districts.map(({ name }) => name)).toEqual(['Ribeira'])
})
