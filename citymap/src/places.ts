// The places for search and reverse lookup: landmarks, named places, streets, crossings, and house numbers if the source has
// them. None are invented.
import { type Bounds, isInBounds, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { toPlainDigits } from '@wayfare/core/amounts'
import { foldText } from '@wayfare/core/fold'
import { writeHouse } from '@wayfare/core/house-numbers'
import type { CitySource } from './geojson.ts'
import type { Landmark } from './landmarks.ts'
import { type HouseNumber, listDistricts, listHouseNumbers, listPois } from './pois.ts'
import { type Crossing, listCrossings, listNamedWays, listStreets, type Street } from './streets.ts'

/**
 * A place that people can search for. `id` is stable as long as the source is; `folded` is the name in the form used for
 * comparing (see `foldText`), `words` everything that may be typed for it, also folded; `secondary` says where it is; among equal
 * matches a higher `weight` (0..100) comes first.
 */
export type PlaceRow = {
  id: string
  kind: 'landmark' | 'crossing' | 'street' | 'address'
  name: string
  secondary: string
  folded: string
  words: string
  /** folded street and number of a house; null for everything else */
  street: string | null
  number: number | null
  lat: number
  lng: number
  weight: number
}

/** A landmark must be this close to its given position. */
const LANDMARK_TOLERANCE_M = 400
/** Streets and crossings this close to a landmark mention it. */
const NEIGHBOURHOOD_M = 900

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Returns each id once; repeated ones get the next free number (a second "A" must not become the same as "A 2"). */
const makeIds = (prefix: string): ((text: string) => string) => {
  const given = new Set<string>()
  const counts = new Map<string, number>()
  return (text) => {
    const slug = `${prefix}:${foldText(text).replaceAll(' ', '-')}`
    let count = (counts.get(slug) ?? 0) + 1
    let id = count === 1 ? slug : `${slug}-${count}`
    while (given.has(id)) id = `${slug}-${++count}`
    counts.set(slug, count)
    given.add(id)
    return id
  }
}

const nearestTo = <T extends { at: LatLng }>(items: readonly T[], point: LatLng): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (!best || measureDistanceM(item.at, point) < measureDistanceM(best.at, point) ? item : best),
    undefined,
  )

/** The position of a landmark according to the streets in the data; null if they are not near its given position. */
const locateLandmark = (landmark: Landmark, streets: readonly Street[], crossings: readonly Crossing[]): LatLng | null => {
  const near = { lat: landmark.near[0], lng: landmark.near[1] }
  const [first, second] = landmark.streets
  const found = second
    ? nearestTo(
        crossings.filter(({ names }) => names.includes(first) && names.includes(second)),
        near,
      )
    : nearestTo(
        streets.filter(({ name }) => name === first),
        near,
      )
  return found && measureDistanceM(found.at, near) <= LANDMARK_TOLERANCE_M ? found.at : null
}

/** Low, so that streets and places come first: a house is meant only if its number is typed. */
const ADDRESS_WEIGHT = 5

/** 10 for an alley, 60 for a street of ten kilometres. */
const streetWeight = (lengthM: number): number =>
  Math.round(Math.min(60, 10 + 12.5 * Math.max(0, Math.log10(Math.max(1, lengthM) / 10))))

type Row = Pick<PlaceRow, 'id' | 'kind' | 'name' | 'secondary' | 'weight'> & { at: LatLng; words?: string; house?: HouseNumber }

/** Mappers encode the same letters in several ways, and type superfluous spaces. */
const tidyName = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const toPlaceRow = ({ at, words = '', house, ...row }: Row): PlaceRow => ({
  id: row.id,
  kind: row.kind,
  name: tidyName(row.name),
  secondary: row.secondary,
  folded: foldText(row.name),
  words: foldText(`${row.name} ${words}`),
  street: house ? foldText(house.street) : null,
  number: house ? Number.parseInt(toPlainDigits(house.number), 10) || null : null,
  lat: round(at.lat),
  lng: round(at.lng),
  weight: row.weight,
})

type CityArea = { name: string; country: string; bounds: Bounds }
type Located = { name: string; at: LatLng }

/** Describes where something is: the nearest known place, if near enough, and the city. */
const makeArea = (known: readonly Located[], city: CityArea) => {
  return (at: LatLng, name: string): string => {
    const near = nearestTo(known, at)
    const isUseful = near && near.name !== name && measureDistanceM(near.at, at) <= NEIGHBOURHOOD_M
    return isUseful ? `${near.name}, ${city.name}` : city.name
  }
}

const listHouses = (houses: readonly HouseNumber[], country: string, area: (at: LatLng, name: string) => string): Row[] => {
  const makeId = makeIds('a')
  return houses.map((house) => ({
    id: makeId(`${house.street} ${house.number}`),
    kind: 'address',
    name: writeHouse(country, house.street, house.number),
    secondary: area(house.at, house.street),
    at: house.at,
    house,
    weight: ADDRESS_WEIGHT,
  }))
}

/**
 * All place rows of a city, landmarks first. Only places within `bounds` (the drivable area) plus 300 m are listed; landmarks
 * that the data does not confirm are left out.
 */
export const listPlaces = (source: CitySource, landmarks: readonly Landmark[], city: CityArea): PlaceRow[] => {
  const ways = listNamedWays(source)
  const isInside = ({ at }: { at: LatLng }): boolean => isInBounds(city.bounds, at, 300)
  const streets = listStreets(ways).filter(isInside)
  const crossings = listCrossings(ways).filter(isInside)

  const known = landmarks.flatMap((landmark) => {
    const at = locateLandmark(landmark, streets, crossings)
    return at ? [{ ...landmark, at }] : []
  })
  const area = makeArea([...known, ...listDistricts(source)], city)
  const makeLandmarkId = makeIds('l')
  const makePoiId = makeIds('p')
  const makeStreetId = makeIds('s')
  const makeCrossingId = makeIds('x')
  const lengthOf = new Map(streets.toReversed().map((street) => [street.name, street.lengthM]))
  const rows: Row[] = [
    ...known.map(({ name, streets: [street], rank, at, words }): Row => {
      const secondary = street === name ? city.name : `${street}, ${city.name}`
      return { id: makeLandmarkId(name), kind: 'landmark', name, secondary, at, words, weight: rank === 1 ? 100 : 90 }
    }),
    ...listPois(source)
      .filter(isInside)
      .map(({ name, at, weight, words }): Row => {
        return { id: makePoiId(name), kind: 'landmark', name, secondary: area(at, name), at, weight, words }
      }),
    ...streets.map(({ name, at, lengthM }): Row => {
      return { id: makeStreetId(name), kind: 'street', name, secondary: area(at, name), at, weight: streetWeight(lengthM) }
    }),
    ...crossings.map(({ names, at }): Row => {
      const name = names.join(' / ')
      const weight = Math.round(streetWeight(Math.min(...names.map((street) => lengthOf.get(street) ?? 0))) / 2)
      return { id: makeCrossingId(name), kind: 'crossing', name, secondary: area(at, name), at, weight }
    }),
    ...listHouses(listHouseNumbers(source).filter(isInside), city.country, area),
  ]
  return rows.map(toPlaceRow)
}

/** One row per line, as stored in places.ndjson. */
export const encodePlaces = (rows: readonly PlaceRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const isPlain = (text: string): boolean => /^[a-z0-9 ]*$/.test(text)

/** Maps that were imported before kept digits of other scripts and some letters as they are. */
const foldAgain = (text: string): string => (isPlain(text) ? text : foldText(text))

const foldRow = ({ folded, words, street, ...row }: PlaceRow): PlaceRow => ({
  ...row,
  folded: foldAgain(folded),
  words: foldAgain(words),
  street: street === null ? null : foldAgain(street),
})

/** Reads what `encodePlaces` wrote. */
export const decodePlaces = (text: string): PlaceRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => foldRow(JSON.parse(line) as PlaceRow))
