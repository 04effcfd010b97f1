// From a point to words: the nearest named street, and what it is near.
import { isInBounds, isLatLng, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import Flatbush from 'flatbush'
import { makeCityError } from './city-error.ts'
import type { Graph } from './graph.ts'
import type { PlaceRow } from './places.ts'
import { MAX_SNAP_M, type Snapper } from './snap.ts'

/**
 * `street` and, within 60 m, `near`: a crossing street or a landmark. `label` joins both without words of any language
 * ("Vasagatan / Aschebergsgatan"). `lat`, `lng` is the nearest point of the street.
 */
export type Address = { street: string; near: string | null; label: string; lat: number; lng: number }

const NEAR_M = 60
/** A landmark tells more than a crossing that is this much nearer. */
const LANDMARK_BONUS_M = 20
const METRES_PER_DEGREE = 111_195

/** The name that a place adds to the street: the other street of a crossing, or the landmark itself. */
const addition = (place: PlaceRow, street: string): string | null => {
  if (place.kind === 'landmark') return place.name === street ? null : place.name
  const names = place.name.split(' / ')
  return names.includes(street) ? (names.find((name) => name !== street) ?? null) : null
}

/** Opens the way back from points to words. Throws OUT_OF_AREA far from the city and NO_MATCH when no street with a name is within 1 km. */
export const makeReverse = (graph: Graph, snapper: Snapper, rows: readonly PlaceRow[]): ((point: LatLng) => Address) => {
  const places = rows.filter(({ kind }) => kind !== 'street')
  const shrink = Math.cos((((snapper.bounds.south + snapper.bounds.north) / 2) * Math.PI) / 180)
  const bush = new Flatbush(Math.max(1, places.length))
  for (const { lat, lng } of places) bush.add(lng * shrink * METRES_PER_DEGREE, lat * METRES_PER_DEGREE)
  if (places.length === 0) bush.add(0, 0)
  bush.finish()

  const nearOf = (point: LatLng, street: string): string | null => {
    let best: { name: string; away: number } | null = null
    for (const id of bush.neighbors(point.lng * shrink * METRES_PER_DEGREE, point.lat * METRES_PER_DEGREE, 12, NEAR_M)) {
      const place = places[id]
      const metres = place ? measureDistanceM(point, place) : NEAR_M + 1
      const name = place && metres <= NEAR_M ? addition(place, street) : null
      const away = place?.kind === 'landmark' ? metres - LANDMARK_BONUS_M : metres
      if (name && (!best || away < best.away)) best = { name, away }
    }
    return best?.name ?? null
  }
  return (point) => {
    if (!isLatLng(point) || !isInBounds(snapper.bounds, point, MAX_SNAP_M))
      throw makeCityError('OUT_OF_AREA', 'the point lies outside this city')
    const snap = snapper.findNearest(point, MAX_SNAP_M, (piece) => graph.pieceName[piece] >= 0)
    if (!snap) throw makeCityError('NO_MATCH', `no street with a name lies within ${MAX_SNAP_M} m`)
    const street = graph.names[graph.pieceName[snap.piece]]
    const near = nearOf(point, street)
    return { street, near, label: near ? `${street} / ${near}` : street, lat: snap.point.lat, lng: snap.point.lng }
  }
}
