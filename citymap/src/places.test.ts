import { foldText } from '@wayfare/core/fold'
import { describe, expect, it } from 'vitest'
import type { LineFeature } from './geojson.ts'
import { findGraphBounds } from './graph.ts'
import { buildGraph } from './graph-build.ts'
import type { Landmark } from './landmarks.ts'
import { decodePlaces, encodePlaces, listPlaces, type PlaceRow } from './places.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeReverse } from './reverse.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'
import { makeTown, TOWN_PLAN } from './town.ts'

const source = makeTown()
const { graph } = buildGraph(source, TAXI_PROFILE)
const bounds = findGraphBounds(graph)
const { lat, lng } = TOWN_PLAN.centre
const landmarks: Landmark[] = [
  { name: 'Town Hall', rank: 1, streets: ['Maple Street', 'Crane Lane'], near: [lat - 0.0048, lng - 0.009] },
  { name: 'Lost Castle', rank: 2, streets: ['Maple Street', 'Nowhere Lane'], near: [lat, lng] },
  { name: 'Far Tower', rank: 2, streets: ['Maple Street', 'Crane Lane'], near: [lat + 0.02, lng] },
]
const places = listPlaces(source, landmarks, { name: 'Town', country: 'SE', bounds })

const street = (name: string, row: number): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', name },
  geometry: {
    type: 'LineString',
    coordinates: [
      [11.9, 57.6 + row / 50],
      [11.901, 57.6 + row / 50],
    ],
  },
})

describe('the ids of places', () => {
  it('never meet, though one street is named like the number of another', () => {
    // three streets named A far apart, and two named "A 2"
    const names = ['A', 'A', 'A 2', 'A', 'A 2', 'A-2']
    const town = { type: 'FeatureCollection' as const, features: names.map(street) }
    const rows = listPlaces(town, [], { name: 'Town', country: 'SE', bounds: { south: 57, west: 11, north: 58, east: 12 } })
    expect(rows).toHaveLength(names.length)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(names.length)
  })
})

describe('places', () => {
  it('are every street once, every crossing once, and the landmarks that the data confirms', () => {
    expect(places.filter(({ kind }) => kind === 'street').length).toBe(40)
    expect(places.filter(({ kind }) => kind === 'crossing').length).toBe(400)
    expect(places.filter(({ kind }) => kind === 'landmark').map(({ name }) => name)).toEqual(['Town Hall'])
  })
  it('have ids that are unique and the same each time', () => {
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
    expect(listPlaces(source, landmarks, { name: 'Town', country: 'SE', bounds })).toEqual(places)
  })
  it('name the landmark they are near', () => {
    expect(places.find(({ name }) => name.includes('Maple Street') && name.includes('Crane Lane'))?.secondary).toBe(
      'Town Hall, Town',
    )
    expect(places.find(({ id }) => id === 'l:town-hall')).toMatchObject({
      folded: 'town hall',
      weight: 100,
      secondary: 'Maple Street, Town',
    })
  })
  it('survive the file', () => {
    expect(decodePlaces(encodePlaces(places))).toEqual(places)
  })
})

describe('reverse', () => {
  const reverse = makeReverse(graph, makeSnapper(graph, buildSnapIndex(graph)), places)
  const hall = places.find(({ name }) => name === 'Town Hall') ?? { lat: 0, lng: 0 }
  it('names the street and the landmark or street that it is near', () => {
    expect(reverse({ lat: hall.lat, lng: hall.lng + 0.0002 })).toMatchObject({
      street: 'Maple Street',
      near: 'Town Hall',
      label: 'Town Hall, Maple Street',
    })
    const next = reverse({ lat: hall.lat + 0.0009, lng: hall.lng + 0.0002 })
    expect(next).toMatchObject({ street: 'Linden Street', near: 'Crane Lane', label: 'Linden Street / Crane Lane' })
  })
  it('tells the next street where the nearest has no more than a number or a letter, and leaves the point where it is', () => {
    const at = { lat: hall.lat, lng: hall.lng + 0.0002 }
    const { street, lat: nearLat, lng: nearLng } = reverse(at)
    const rename = (isNumber: (name: string) => boolean) => {
      const renamed = { ...graph, names: graph.names.map((name) => (isNumber(name) ? '8' : name)) }
      return makeReverse(renamed, makeSnapper(graph, buildSnapIndex(graph)), [])(at)
    }
    const next = rename((name) => name === street)
    expect(next.street).toMatch(/^[A-Z][a-z]+ (Street|Lane|Road)$/)
    expect(next).toEqual({ street: next.street, near: null, label: next.street, lat: nearLat, lng: nearLng })
    expect(next.street).not.toBe(street)
    expect(rename(() => true)).toMatchObject({ street: '8', label: '8' })
  })
  it('names only the street in the middle of a block', () => {
    const wide = makeTown({ size: 5, blockM: 200, centre: TOWN_PLAN.centre })
    const city = buildGraph(wide, TAXI_PROFILE).graph
    const rows = listPlaces(wide, [], { name: 'Town', country: 'SE', bounds: findGraphBounds(city) })
    const found = makeReverse(city, makeSnapper(city, buildSnapIndex(city)), rows)({ lat, lng: lng + 0.00168 })
    expect(found).toMatchObject({ street: 'Ash Street', near: null, label: 'Ash Street' })
  })
  it('names the house where there is one, else a known place, and a shop only at its door', () => {
    const at = { lat: lat + 0.0003, lng: lng + 0.0008 }
    const { street } = reverse(at)
    const place = (kind: PlaceRow['kind'], name: string, weight: number, away: number): PlaceRow => ({
      id: name,
      kind,
      name,
      secondary: '',
      folded: '',
      words: '',
      street: null,
      number: null,
      weight,
      lat: at.lat + away / 111_195,
      lng: at.lng,
    })
    const labelWith = (...rows: PlaceRow[]): string =>
      makeReverse(graph, makeSnapper(graph, buildSnapIndex(graph)), rows)(at).label
    const house = { ...place('address', `${street} 12`, 5, 20), street: foldText(street), number: 12 }
    const [station, shop, distantShop] = [
      place('landmark', 'Station', 92, 50),
      place('landmark', 'Bakery', 28, 10),
      place('landmark', 'Bakery', 28, 40),
    ]
    expect(labelWith(house, station, shop)).toBe(`${street} 12`)
    expect(labelWith(station, distantShop)).toBe(`Station, ${street}`)
    expect(labelWith(shop)).toBe(`Bakery, ${street}`)
    expect(labelWith(distantShop)).toBe(street)
    // a house on another street does not matter here
    expect(labelWith({ ...house, street: 'elsewhere' })).toBe(street)
  })
  it('refuses points out of the area', () => {
    expect(() => reverse({ lat: lat + 1, lng })).toThrow(expect.objectContaining({ code: 'OUT_OF_AREA' }))
  })
})
