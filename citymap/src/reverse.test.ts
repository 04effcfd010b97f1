// Addresses on real maps: the demo's, and the extracts if available.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { splitWords } from '@wayfare/core/fold'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { smallWords } from '@wayfare/core/place-words'
import { describe, expect, it } from 'vitest'
import { isCityError } from './city-error.ts'
import { readDefaultBrief, readFileBrief, type CityBrief } from './city-source.ts'
import { buildGraph } from './graph-build.ts'
import { findGraphBounds } from './graph.ts'
import { listPlaces, type PlaceRow } from './places.ts'
import { TAXI_PROFILE } from './profile.ts'
import { makeReverse, type Address } from './reverse.ts'
import { makeTown } from './town.ts'
import { buildSnapIndex, makeSnapper } from './snap.ts'

const folder = fileURLToPath(new URL('../../../shared/data/osm/', import.meta.url))
const points = 800
const nearM = 60

const open = ({ read, landmarks, name, country }: CityBrief) => {
  const source = read(() => {})
  const { graph } = buildGraph(source, TAXI_PROFILE)
  const bounds = findGraphBounds(graph)
  const places = listPlaces(source, landmarks, { name, country: country ?? 'SE', bounds })
  return { bounds, places, reverse: makeReverse(graph, makeSnapper(graph, buildSnapIndex(graph)), places) }
}
type City = ReturnType<typeof open>

const makeDice = (): (() => number) => {
  let seed = 11
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Half of the points anywhere, half next to a place, where people really are. */
const listPoints = ({ bounds: { south, north, west, east }, places }: City): LatLng[] => {
  const dice = makeDice()
  return Array.from({ length: points }, (_, i) => {
    const place = places[Math.floor(dice() * places.length)]
    return i % 2 === 0 || !place
      ? { lat: south + dice() * (north - south), lng: west + dice() * (east - west) }
      : { lat: place.lat + (dice() - 0.5) * 0.0008, lng: place.lng + (dice() - 0.5) * 0.0008 }
  })
}

const tryReverse = ({ reverse }: City, point: LatLng): Address | null => {
  try {
    return reverse(point)
  } catch (error) {
    // no named street is near
    if (isCityError(error) && error.code === 'NO_MATCH') return null
    throw error
  }
}

const streetKey = (name: string): string =>
  splitWords(name)
    .filter((word) => !smallWords.includes(word))
    .join(' ')

/** Compares an address with everything nearby, and returns the kind of its label. */
const checkAddress = ({ street, near, label }: Address, around: readonly PlaceRow[]): string => {
  const landmarks = around.filter(({ kind }) => kind === 'landmark').map(({ name }) => name)
  const houses = around.filter(({ kind }) => kind === 'address')
  if (near !== null && label === `${street} / ${near}`) {
    expect(landmarks, label).toEqual([])
    const ofThese = houses.filter((house) => [street, near].map(streetKey).includes(streetKey(house.street ?? '')))
    expect(ofThese, label).toEqual([])
    expect(streetKey(street), label).not.toBe(streetKey(near))
    return 'crossing'
  }
  if (near !== null) {
    expect(label).toBe(`${near}, ${street}`)
    expect(landmarks, label).toContain(near)
    expect(near).not.toBe(street)
    return 'place'
  }
  if (label === street) return 'street'
  expect(houses.map(({ name }) => name)).toContain(label)
  return 'house'
}

const maps: [name: string, file: string | null, kinds: string[]][] = [
  ['gothenburg', null, ['crossing', 'place', 'street']],
  ['monaco', 'monaco.osm.pbf', ['crossing', 'house', 'place', 'street']],
  ['porto-centre', 'porto-centre.osm.pbf', ['crossing', 'house', 'place', 'street']],
]
for (const [name, file, kinds] of maps) {
  const isThere = file === null || existsSync(folder + file)
  if (!isThere) console.warn(`skipped: there is no extract ${folder}${file}`)

  describe.skipIf(!isThere)(name, () => {
    const about = { dataset: name, name, country: null, timeZone: null, bounds: null }
    it('reads as people would say it: two streets only where neither a number nor a place is known', () => {
      const city = open(file === null ? readDefaultBrief(() => {}) : readFileBrief(folder + file, about))
      const found = new Set<string>()
      for (const point of listPoints(city)) {
        const address = tryReverse(city, point)
        const around = city.places.filter((place) => measureDistanceM(place, point) <= nearM)
        if (address) found.add(checkAddress(address, around))
      }
      expect([...found].toSorted()).toEqual(kinds)
    })
    it('tells at the door of a house its number, also where the nearest street is another', () => {
      const city = open(file === null ? readDefaultBrief(() => {}) : readFileBrief(folder + file, about))
      const streets = new Set(city.places.filter(({ kind }) => kind === 'street').map(({ folded }) => folded))
      const houses = city.places.filter(({ street }) => street !== null && streets.has(street))
      const told = houses.map((house) => [house, tryReverse(city, house)?.label] as const)
      // of two at one place one is told, and of one in the middle of a road that road may be
      const others = told.filter(
        ([house, label]) => label !== house.name && !houses.some((one) => one.name === label && measureDistanceM(one, house) < 3),
      )
      expect(others.length, JSON.stringify(others.map(([{ name: own }, label]) => [own, label]))).toBeLessThanOrEqual(
        0.01 * houses.length,
      )
    })
  })
}

const openTown = (source: ReturnType<typeof makeTown>) =>
  open({ dataset: 'm', name: 'M', country: 'NI', landmarks: [], read: () => source } as unknown as CityBrief)

it('tells a point by what lies nearest where no street has a name, and by where it lies where nothing has', () => {
  const centre = { lat: 12.136, lng: -86.251 }
  const town = makeTown({ size: 4, blockM: 150, centre })
  const features = town.features.map((feature) => ({ ...feature, properties: { highway: 'residential' } }))
  const shop = { type: 'Point' as const, coordinates: [centre.lng, centre.lat] as const }
  const points = [{ type: 'Feature' as const, properties: { shop: 'convenience', name: 'Pulpería Ana' }, geometry: shop }]
  const point = { lat: 12.1372, lng: -86.2514 }
  expect(openTown({ ...town, features, points }).reverse(point)).toMatchObject({ label: 'Pulpería Ana', near: null })
  expect(openTown({ ...town, features }).reverse(point).label).toBe('12.13720,-86.25140')
})
