// The remaining route of each driver who is heading for a pickup or destination. A route is requested once, positions are
// followed along it, and another is requested when the car has left it. Kept in memory: after a restart, the next position starts
// over.
import { encodePolyline, measureDistanceM, thinLine, type LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import type { NextStep, RouteStep } from '@wayfare/core/manoeuvres'
import { findNextStep } from '@wayfare/core/next-step'
import {
  computeAheadS,
  cutWayAhead,
  followRoute,
  hasLeft,
  makeRouteLine,
  measureAheadM,
  startProgress,
  type CarFix,
  type Progress,
  type RouteLine,
} from '@wayfare/core/progress'
import { NEARLY_THERE_M } from '@wayfare/core/tracking'
import type { Route } from '../adapters/ports.ts'
import type { Deps } from '../deps.ts'

/**
 * Where the driver is heading; `leg` names the part of the trip, such as the drive to the pickup, and `lang` the driver's
 * language.
 */
export type Leg = { bookingId: BookingId; leg: string; target: LatLng; lang?: string | undefined }

/**
 * Seconds and metres of road to the target, whether the car is practically there, the remaining route (polyline), and the next
 * step.
 */
export type Ahead = { etaS: number; metres: number; isThere: boolean; way: string; next: NextStep | null }

type Followed = Leg & {
  line: RouteLine | null
  /** the route's steps, if the map engine provides them */
  steps: readonly RouteStep[] | undefined
  progress: Progress | null
  /** the last published time (s), which never grows on the same route */
  toldS: number
  /** how far (m, by road) the car was past the target when the route was found; null if it was not */
  pastM: number | null
  fix: CarFix
  askedAt: number
  waitMs: number
}

/** How often (ms) a new route is requested at most, and less often for a car that follows none. */
const ASK = { everyMs: 4000, atMostMs: 15_000 }
/** A route followed this far (m) was the right one. */
const FOLLOWED_M = 100
/** A route that the car left longer ago than this (ms) is no longer published. */
const STALE_MS = 30_000
/** Within this distance (m) of the target, a car may have driven past it. */
const PAST_WITHIN_M = 200
/** The speed (m/s) at which a car past the target comes back, or people walk to it. */
const WALK = 5
/** The most points of a line on a phone. */
const MOST_DRAWN = 120

/**
 * Metres of road between two places, in the shorter direction, as a driver just past the door has arrived; null if there is no
 * road.
 */
export const measureRoadM = async ({ maps }: Pick<Deps, 'maps'>, from: LatLng, to: LatLng): Promise<number | null> => {
  const lengths = await Promise.all(
    [
      [from, to],
      [to, from],
    ].map((ends) =>
      maps.router.route(ends.map(({ lat, lng }) => ({ lat, lng }))).then(
        ({ distanceM }) => distanceM,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  )
  const metres = Math.min(...lengths)
  return Number.isFinite(metres) ? metres : null
}

const isSamePlace = (a: LatLng, b: LatLng): boolean => a.lat === b.lat && a.lng === b.lng

const measurePastM = ({ pastM, progress }: Followed): number =>
  pastM === null ? Number.POSITIVE_INFINITY : pastM + (progress?.alongM ?? 0)

const readNext = (steps: readonly RouteStep[] | undefined, line: RouteLine, { alongM }: Progress): NextStep | null => {
  const next = findNextStep(steps, alongM / Math.max(1, line.metres.at(-1) ?? 0))
  return next && { ...next, metres: Math.round(next.metres) }
}

/** The remaining route; null if there is none, or if the car left it long ago. */
const readAhead = (followed: Followed): Ahead | null => {
  const { line, progress, toldS, steps, fix } = followed
  if (!line || !progress) return null
  if (progress.strayedAt !== null && fix.at - progress.strayedAt > STALE_MS) return null
  const pastM = measurePastM(followed)
  const aheadM = measureAheadM(line, progress)
  const isPast = pastM <= NEARLY_THERE_M
  return {
    etaS: Math.round(isPast ? Math.min(toldS, pastM / WALK) : toldS),
    metres: Math.round(Math.min(aheadM, pastM)),
    isThere: isPast || aheadM <= NEARLY_THERE_M,
    // past the target, the route back may lead around the block, which nobody should follow
    way: isPast && pastM < aheadM ? '' : encodePolyline(thinLine(cutWayAhead(line, progress), MOST_DRAWN)),
    next: readNext(steps, line, progress),
  }
}

/** Follows one position; the published time never grows on the same route. */
const take = (followed: Followed, fix: CarFix): void => {
  if (fix.at < followed.fix.at) return
  followed.fix = fix
  if (!followed.line || !followed.progress) return
  followed.progress = followRoute(followed.line, followed.progress, fix)
  followed.toldS = Math.min(followed.toldS, computeAheadS(followed.line, followed.progress))
  if (followed.progress.alongM > FOLLOWED_M) followed.waitMs = ASK.everyMs
}

const setOff = (followed: Followed, route: Route, from: CarFix): void => {
  followed.line = makeRouteLine(route)
  followed.steps = route.steps
  followed.progress = startProgress(from.at, followed.progress)
  followed.toldS = Number.POSITIVE_INFINITY
  // the car has moved while the route was computed
  take(followed, followed.fix)
}

const makeEtas = (deps: Pick<Deps, 'maps' | 'now'>) => {
  const trips = new Map<BookingId, Followed>()

  const find = (leg: Leg, fix: CarFix): Followed => {
    const known = trips.get(leg.bookingId)
    if (known && known.leg === leg.leg && isSamePlace(known.target, leg.target)) return known
    // the pace so far also applies to the next leg
    const pace = known?.progress ?? null
    const unknown = { line: null, steps: undefined, toldS: 0, pastM: null, askedAt: 0, waitMs: ASK.everyMs }
    const fresh: Followed = { ...leg, ...unknown, progress: pace, fix }
    trips.set(leg.bookingId, fresh)
    return fresh
  }
  /** Requests a route from the car's position and heading. If the map is down, everything else continues. */
  const ask = async (followed: Followed, fix: CarFix): Promise<boolean> => {
    const { target, lang } = followed
    const isNear = measureDistanceM(fix, target) < PAST_WITHIN_M
    const [route, pastM] = await Promise.all([
      deps.maps.router.route([fix, target], { steps: true, lang }),
      isNear
        ? deps.maps.router.route([target, { lat: fix.lat, lng: fix.lng }]).then(
            ({ distanceM }) => distanceM,
            () => null,
          )
        : null,
    ])
    if (trips.get(followed.bookingId) !== followed) return false
    followed.pastM = pastM
    setOff(followed, route, fix)
    return true
  }
  /** Follows new positions, in order of time; calls `tell` if another route was found afterwards. */
  const follow = (leg: Leg, fixes: readonly CarFix[], tell: () => void): void => {
    const newest = fixes.at(-1)
    if (!newest) return
    const followed = find(leg, newest)
    for (const fix of fixes) take(followed, fix)
    const { line, progress, askedAt, waitMs } = followed
    const now = deps.now().getTime()
    if (line && progress && !hasLeft(progress, newest.at)) return
    if (now - askedAt < waitMs) return
    Object.assign(followed, { askedAt: now, waitMs: Math.min(ASK.atMostMs, askedAt === 0 ? waitMs : waitMs * 2) })
    ask(followed, newest).then(
      (isFound) => isFound && tell(),
      () => {},
    )
  }
  return {
    follow,
    /** the remaining route on this leg, by the positions so far */
    last: ({ bookingId, leg, target }: Leg): Ahead | null => {
      const known = trips.get(bookingId)
      return known?.leg === leg && isSamePlace(known.target, target) ? readAhead(known) : null
    },
    forget: (bookingId: BookingId): void => void trips.delete(bookingId),
  }
}

type Etas = ReturnType<typeof makeEtas>

const known = new WeakMap<Deps['positions'], Etas>()

/** The routes this process follows, one set for its grid of positions. */
export const getEtas = (deps: Pick<Deps, 'maps' | 'now' | 'positions'>): Etas => {
  const etas = known.get(deps.positions) ?? makeEtas(deps)
  known.set(deps.positions, etas)
  return etas
}
