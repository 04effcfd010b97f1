// Ways as people really drive them, which are not the quickest: by way of other places, with wrong turns, loops and a change of mind.
import {
  computeBearing,
  computeDestination,
  decodePolyline,
  interpolatePoint,
  measureDistanceM,
  measureLengthM,
  type LatLng,
} from '@wayfare/core/geo'
import type { OpenCity } from '@wayfare/citymap/open-city'

type Dice = () => number

/** `loops`: how often it leads once around a block. */
export type DrivenRoute = { points: LatLng[]; metres: number; quickestM: number; loops: number }

/** Rides are at least so long by the quickest way (m), and rarely go through the whole town. */
const SHORTEST_M = 1500
const REACH_M = 4000

export const isOnMap = (city: OpenCity, point: LatLng): boolean => {
  try {
    return city.snap(point).awayM < 200
  } catch {
    return false
  }
}

export const rollPlace = (city: OpenCity, dice: Dice, near: LatLng | null): LatLng => {
  const { south, west, north, east } = city.manifest.bounds
  for (;;) {
    const point = { lat: south + dice() * (north - south), lng: west + dice() * (east - west) }
    if ((!near || measureDistanceM(near, point) < REACH_M) && isOnMap(city, point)) return city.snap(point).point
  }
}

const lineBetween = (city: OpenCity, points: readonly LatLng[]): LatLng[] => decodePolyline(city.route(points).polyline5)

/** The beginning of a line, up to a point on it. */
const cutLine = (line: readonly LatLng[], share: number): LatLng[] => line.slice(0, Math.max(2, Math.round(line.length * share)))

/** How far off (m) the corner lies that a car drives to around a block, and how long the way round may be. */
const CORNER_M = 120
const [SHORTEST_LOOP_M, LONGEST_LOOP_M] = [150, 1200]

/** By how many degrees two directions differ. */
const measureTurn = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180)

/** Once around a block, from a point of a leg on in the direction of travel and back to it in the same; null where no block is. */
const findLoop = (city: OpenCity, [before, at]: readonly [LatLng, LatLng], side: number): LatLng[] | null => {
  const heading = computeBearing(before, at)
  try {
    const loop = decodePolyline(city.route([{ ...at, heading }, computeDestination(at, heading + side, CORNER_M), at]).polyline5)
    const metres = measureLengthM(loop)
    const [first, second, last, end] = [loop[0], loop[1], loop.at(-2), loop.at(-1)]
    if (!first || !second || !last || !end || metres < SHORTEST_LOOP_M || metres > LONGEST_LOOP_M) return null
    const isOnward =
      measureTurn(computeBearing(first, second), heading) < 60 && measureTurn(computeBearing(last, end), heading) < 60
    return isOnward ? loop : null
  } catch {
    return null
  }
}

/** One leg in three leads around a block on the way, where there is one. */
const driveAround = (city: OpenCity, dice: Dice, leg: readonly LatLng[]): { line: readonly LatLng[]; loops: number } => {
  const [isLooking, share, side] = [dice() < 1 / 3, dice(), dice() < 0.5 ? 45 : -45]
  const i = 1 + Math.floor(share * (leg.length - 2))
  const [before, at] = [leg[i - 1], leg[i]]
  const loop = isLooking && before && at ? findLoop(city, [before, at], side) : null
  return loop ? { line: [...leg.slice(0, i + 1), ...loop, ...leg.slice(i + 1)], loops: 1 } : { line: leg, loops: 0 }
}

/** From one place to another by way of one to three: visited, or given up on the way there. */
const driveBy = (city: OpenCity, dice: Dice, from: LatLng, to: LatLng): { points: LatLng[]; loops: number } => {
  const line: LatLng[] = [from]
  let loops = 0
  const goals = Array.from({ length: 1 + Math.floor(dice() * 3) }, () => rollPlace(city, dice, from))
  for (const goal of [...goals, to]) {
    const at = line.at(-1) ?? from
    if (measureDistanceM(at, goal) < 20) continue
    const leg = lineBetween(city, [at, goal])
    const isGivenUp = goal !== to && dice() < 0.5
    const driven = driveAround(city, dice, isGivenUp ? cutLine(leg, 0.2 + 0.6 * dice()) : leg)
    line.push(...driven.line)
    loops += driven.loops
  }
  return { points: line, loops }
}

/** One way after another, the same ones each run; some end where they began. */
export const listDrivenRoutes = (city: OpenCity, dice: Dice, count: number): DrivenRoute[] => {
  const routes: DrivenRoute[] = []
  while (routes.length < count) {
    const from = rollPlace(city, dice, null)
    const to = dice() < 0.05 ? interpolatePoint(from, rollPlace(city, dice, from), 0.1) : rollPlace(city, dice, from)
    if (!isOnMap(city, to)) continue
    try {
      const { points, loops } = driveBy(city, dice, from, to)
      const metres = measureLengthM(points)
      if (metres >= SHORTEST_M) routes.push({ points, metres, quickestM: city.route([from, to]).distanceM, loops })
    } catch {
      // no way leads there: another one is rolled
    }
  }
  return routes
}
