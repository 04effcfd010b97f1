// From a point to words: the nearest named street, and what it is near.
import { foldText } from '@wayfare/core/fold'
import { isInBounds, isLatLng, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import Flatbush from 'flatbush'
import { makeCityError } from './city-error.ts'
import type { Graph } from './graph.ts'
import type { PlaceRow } from './places.ts'
import { MAX_SNAP_M, type Snapper } from './snap.ts'

/**
 * `street`, and what says best where on it: `label` is the house ("Rua das Flores 12"), else a place that people know ("São Bento, Rua
 * das Flores"), else the crossing ("Rua das Flores / Rua Mouzinho da Silveira"), else the street. `near` is the place or the crossing
 * street. `lat`, `lng` is the nearest point of the street.
 */
export type Address = { street: string; near: string | null; label: string; lat: number; lng: number }

const HOUSE_M = 30
const CROSSING_M = 60
/** A known place says where one is from further away than a shop, which one must stand before. */
const KNOWN_WEIGHT = 60
const SHOP_M = 20
const METRES_PER_DEGREE = 111_195

/** The other street of a crossing; null when it is not one of this street. */
const findCrossedStreet = ({ name }: PlaceRow, street: string): string | null => {
  const names = name.split(' / ')
  return names.includes(street) ? (names.find((one) => one !== street) ?? null) : null
}

type Near = PlaceRow & { metres: number }

/** Says which of the places near a point, nearest first, tells best where on the street it is. */
const describe = (street: string, places: readonly Near[]): Pick<Address, 'near' | 'label'> => {
  const folded = foldText(street)
  const house = places.find((place) => place.street === folded && place.metres <= HOUSE_M)
  if (house) return { near: null, label: house.name }
  const landmark = places.find(
    ({ kind, name, weight, metres }) =>
      kind === 'landmark' && name !== street && metres <= (weight >= KNOWN_WEIGHT ? CROSSING_M : SHOP_M),
  )
  if (landmark) return { near: landmark.name, label: `${landmark.name}, ${street}` }
  const crossing = places.flatMap((place) => (place.kind === 'crossing' ? (findCrossedStreet(place, street) ?? []) : []))[0]
  return crossing ? { near: crossing, label: `${street} / ${crossing}` } : { near: null, label: street }
}

/** Opens the way back from points to words. Throws OUT_OF_AREA far from the city and NO_MATCH when no street with a name is within 1 km. */
export const makeReverse = (graph: Graph, snapper: Snapper, rows: readonly PlaceRow[]): ((point: LatLng) => Address) => {
  const places = rows.filter(({ kind }) => kind !== 'street')
  const shrink = Math.cos((((snapper.bounds.south + snapper.bounds.north) / 2) * Math.PI) / 180)
  const bush = new Flatbush(Math.max(1, places.length))
  for (const { lat, lng } of places) bush.add(lng * shrink * METRES_PER_DEGREE, lat * METRES_PER_DEGREE)
  if (places.length === 0) bush.add(0, 0)
  bush.finish()

  const listNear = (point: LatLng): Near[] =>
    bush
      .neighbors(point.lng * shrink * METRES_PER_DEGREE, point.lat * METRES_PER_DEGREE, 40, CROSSING_M)
      .filter((id) => id < places.length)
      .map((id) => ({ ...places[id], metres: measureDistanceM(point, places[id]) }))
      .filter(({ metres }) => metres <= CROSSING_M)
  return (point) => {
    if (!isLatLng(point) || !isInBounds(snapper.bounds, point, MAX_SNAP_M))
      throw makeCityError('OUT_OF_AREA', 'the point lies outside this city')
    const snap = snapper.findNearest(point, MAX_SNAP_M, (piece) => graph.pieceName[piece] >= 0)
    if (!snap) throw makeCityError('NO_MATCH', `no street with a name lies within ${MAX_SNAP_M} m`)
    const street = graph.names[graph.pieceName[snap.piece]]
    return { street, ...describe(street, listNear(point)), lat: snap.point.lat, lng: snap.point.lng }
  }
}
