// The city as the server uses it: a map in its own thread, asked by messages, so that the server's event loop is never blocked.
import type { LatLng } from '@wayfare/core/geo'
import type { Manifest } from './dataset.ts'
import type { MatchedTrip, MatchQuestion } from './match.ts'
import { packQuestion, unpackTrip } from './match-packed.ts'
import type { Matrix, MatrixQuestion } from './matrix.ts'
import type { Address } from './reverse.ts'
import type { NamedWay, Route, RouteOptions } from './router.ts'
import type { FoundPlace, KnownPlace, PlaceQuestion } from './search.ts'
import type { Snap } from './snap.ts'
import type { CarPlace } from './start-place.ts'
import { type CityOptions, type CityState, superviseEngine } from './supervise.ts'

export { type CityErrorCode, isCityError } from './city-error.ts'
export type { CityState, Manifest }

/**
 * A city being prepared or ready. Questions reject with a `CityError`: UNAVAILABLE while preparing, after a failure and
 * after `close`; NO_ROUTE, OUT_OF_AREA and NO_MATCH as described at each function.
 */
export type City = {
  /** The manifest once the map can answer; rejects if it cannot be prepared. */
  ready: Promise<Manifest>
  state: () => CityState
  /** A drive through 2 to 27 points; it starts in the direction the car is heading, if given. */
  route: (points: readonly CarPlace[], options?: RouteOptions) => Promise<Route>
  /** The quickest way between two points and up to two others that are nearly as good. */
  ways: (from: LatLng, to: LatLng) => Promise<NamedWay[]>
  /** Seconds and metres from every source to every target, null if unreachable. */
  matrix: (question: MatrixQuestion) => Promise<Matrix>
  /** What was driven, from the positions of a trip. */
  match: (question: MatchQuestion) => Promise<MatchedTrip>
  /** The nearest place on a road. */
  snap: (point: LatLng) => Promise<Snap>
  /** The nearest named street and what it is near. */
  reverse: (point: LatLng) => Promise<Address>
  /** Places matching what people type. */
  search: (question: PlaceQuestion) => Promise<FoundPlace[]>
  /** The place with this id from a search; null if there is none. */
  findPlace: (id: string) => Promise<KnownPlace | null>
  /** Path of the PMTiles file, null until ready. */
  tilesPath: () => string | null
  /** Null until ready. */
  manifest: () => Manifest | null
  /** Resolves once every pending question has been answered. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

/** Prepares the active city (importing one if there is none), or the named dataset, and serves it. Returns at once. */
export const startCity = (options: CityOptions): City => {
  const engine = superviseEngine(options)
  return {
    ready: engine.ready,
    state: engine.state,
    route: (points, options = {}) => engine.ask('route', { points, options }),
    ways: (from, to) => engine.ask('ways', { from, to }),
    matrix: (question) => engine.ask('matrix', question),
    match: async (question) => unpackTrip(await engine.ask('match', packQuestion(question))),
    snap: (point) => engine.ask('snap', point),
    reverse: (point) => engine.ask('reverse', point),
    search: (question) => engine.ask('search', question),
    findPlace: (id) => engine.ask('findPlace', id),
    tilesPath: () => engine.opened()?.tilesPath ?? null,
    manifest: () => engine.opened()?.manifest ?? null,
    drain: engine.drain,
    close: engine.close,
  }
}
