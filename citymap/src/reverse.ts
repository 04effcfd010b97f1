// Reverse lookup: from a point to the nearest named street, and what it is near.
import { splitWords } from '@wayfare/core/fold'
import { isInBounds, isLatLng, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { smallWords } from '@wayfare/core/place-words'
import Flatbush from 'flatbush'
import { makeCityError } from './city-error.ts'
import type { Graph } from './graph.ts'
import type { PlaceRow } from './places.ts'
import { MAX_SNAP_M, type Snap, type Snapper } from './snap.ts'

/**
 * `street`, and the best description of where on it: `label` is the house ("Rua das Flores 12"), else a well-known place ("São
 * Bento, Rua das Flores"), else the crossing ("Rua das Flores / Rua Mouzinho da Silveira"), else the street. `near` is that place
 * or the crossing street. `lat`, `lng` is the nearest point of the street. If no street has a name, `street` has a substitute.
 */
export type Address = { street: string; near: string | null; label: string; lat: number; lng: number }

const HOUSE_M = 30
/** At the door of a house its address counts, whatever street lies behind it. */
const DOOR_M = 15
/** Nothing further away is named. */
const NEAR_M = 60
/** A well-known place (of this weight) is mentioned from further away than a shop, which one must be in front of. */
const KNOWN_WEIGHT = 60
const SHOP_M = 20
/** A road named only "8" or "A" is rarely known by it: a street with a real name is preferred, up to this far beyond it (m). */
const BARE_M = 100
const METRES_PER_DEGREE = 111_195

const isBare = (name: string): boolean => !/\p{L}{2}/u.test(name)

/** Makes "Rua Mouzinho da Silveira" on a house equal to "Rua de Mouzinho da Silveira" on the road. */
const makeStreetKey = (name: string): string =>
  splitWords(name)
    .filter((word) => !smallWords.includes(word))
    .join(' ')

/** The other street of a crossing; null if this street is not part of it, or both are the same in different spellings. */
const findCrossedStreet = ({ name }: PlaceRow, street: string): string | null => {
  const names = name.split(' / ')
  const other = names.find((one) => one !== street)
  return names.includes(street) && other && !isBare(other) && makeStreetKey(other) !== makeStreetKey(street) ? other : null
}

type Near = PlaceRow & { metres: number }
type Description = Pick<Address, 'near' | 'label'>

/** Chooses, from the places near a point (nearest first), the one that best describes where on the street it is. */
const describe = (street: string, places: readonly Near[]): Description => {
  const findHouse = (of: string, withinM: number): Description | undefined => {
    const key = makeStreetKey(of)
    const house = places.find((place) => place.street && place.metres <= withinM && makeStreetKey(place.street) === key)
    return house && { near: null, label: house.name }
  }
  const findLandmark = (isTold: (place: Near) => boolean): Description | undefined => {
    const landmark = places.find((place) => place.kind === 'landmark' && isTold(place))
    if (landmark?.name === street) return { near: null, label: street }
    return landmark && { near: landmark.name, label: `${landmark.name}, ${street}` }
  }
  const best =
    findHouse(street, HOUSE_M) ?? findLandmark(({ weight, metres }) => metres <= (weight >= KNOWN_WEIGHT ? NEAR_M : SHOP_M))
  if (best) return best
  const crossing = places.flatMap((place) => (place.kind === 'crossing' ? (findCrossedStreet(place, street) ?? []) : []))[0]
  if (crossing === undefined) return findHouse(street, NEAR_M) ?? { near: null, label: street }
  // people name two streets only where there is nothing else to name
  return (
    findHouse(street, NEAR_M) ??
    findHouse(crossing, NEAR_M) ??
    findLandmark(() => true) ?? { near: crossing, label: `${street} / ${crossing}` }
  )
}

/** The substitute where no street has a name, as in many towns: the nearest landmark, or the coordinates. Contains no ", ". */
const tellNamelessly = ({ lat, lng }: LatLng, nearest: PlaceRow | undefined): string =>
  nearest?.name ?? `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Creates the reverse lookup. It throws OUT_OF_AREA far from the city and NO_MATCH if no road is within 1 km. */
export const makeReverse = (graph: Graph, snapper: Snapper, rows: readonly PlaceRow[]): ((point: LatLng) => Address) => {
  const places = rows.filter(({ kind }) => kind !== 'street')
  const shrink = Math.cos((((snapper.bounds.south + snapper.bounds.north) / 2) * Math.PI) / 180)
  const bush = new Flatbush(Math.max(1, places.length))
  for (const { lat, lng } of places) bush.add(lng * shrink * METRES_PER_DEGREE, lat * METRES_PER_DEGREE)
  if (places.length === 0) bush.add(0, 0)
  bush.finish()

  const listNear = (point: LatLng): Near[] =>
    bush
      .neighbors(point.lng * shrink * METRES_PER_DEGREE, point.lat * METRES_PER_DEGREE, Infinity, NEAR_M)
      .filter((id) => id < places.length)
      .map((id) => ({ ...places[id], metres: measureDistanceM(point, places[id]) }))
      .filter(({ metres }) => metres <= NEAR_M)
  const findLandmark = ({ lat, lng }: LatLng): PlaceRow | undefined => {
    const isLandmark = (id: number): boolean => id < places.length && places[id].kind === 'landmark'
    const [id] = bush.neighbors(lng * shrink * METRES_PER_DEGREE, lat * METRES_PER_DEGREE, 1, MAX_SNAP_M, isLandmark)
    return places[id]
  }
  const nameOf = (piece: number): string | undefined => graph.names[graph.pieceName[piece]]
  const isNamed = (piece: number): boolean => graph.pieceName[piece] >= 0
  const findStreet = (point: LatLng, nearest: Snap): string => {
    const street = nameOf(nearest.piece) ?? ''
    if (!isBare(street)) return street
    const next = snapper.findNearest(point, nearest.awayM + BARE_M, (piece) => isNamed(piece) && !isBare(nameOf(piece) ?? ''))
    return (next && nameOf(next.piece)) ?? street
  }
  const streetNames = new Map(rows.flatMap(({ kind, folded, name }) => (kind === 'street' ? [[folded, name] as const] : [])))
  /** The house that one stands at: on its ground, not on the road. */
  const findDoor = (near: readonly Near[], roadM: number): (Description & { street: string }) | null => {
    const house = near.find(({ street }) => street !== null)
    const street = streetNames.get(house?.street ?? '')
    if (!house || street === undefined || house.metres > DOOR_M || house.metres >= roadM) return null
    return { street, near: null, label: house.name }
  }
  return (point) => {
    if (!isLatLng(point) || !isInBounds(snapper.bounds, point, MAX_SNAP_M))
      throw makeCityError('OUT_OF_AREA', 'the point lies outside this city')
    const snap = snapper.findNearest(point, MAX_SNAP_M, isNamed)
    if (!snap) {
      const road = snapper.findNearest(point, MAX_SNAP_M, () => true)
      if (!road) throw makeCityError('NO_MATCH', `no road lies within ${MAX_SNAP_M} m`)
      const label = tellNamelessly(point, findLandmark(point))
      return { street: label, near: null, label, lat: road.point.lat, lng: road.point.lng }
    }
    const [street, near] = [findStreet(point, snap), listNear(point)]
    const { lat, lng } = snap.point
    return { street, ...(findDoor(near, snap.awayM) ?? describe(street, near)), lat, lng }
  }
}
