// Ways as people really drive them, which are not the quickest: by way of other places, with wrong turns, loops and a change of mind.
import { decodePolyline, interpolatePoint, measureDistanceM, measureLengthM, type LatLng } from '@wayfare/core/geo'
import type { OpenCity } from '@wayfare/citymap/open-city'

type Dice = () => number

export type DrivenRoute = { points: LatLng[]; metres: number; quickestM: number }

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

/** From one place to another by way of one to three: visited, or given up on the way there. */
const driveBy = (city: OpenCity, dice: Dice, from: LatLng, to: LatLng): LatLng[] => {
  const line: LatLng[] = [from]
  const goals = Array.from({ length: 1 + Math.floor(dice() * 3) }, () => rollPlace(city, dice, from))
  for (const goal of [...goals, to]) {
    const at = line.at(-1) ?? from
    if (measureDistanceM(at, goal) < 20) continue
    const leg = lineBetween(city, [at, goal])
    const isGivenUp = goal !== to && dice() < 0.5
    line.push(...(isGivenUp ? cutLine(leg, 0.2 + 0.6 * dice()) : leg))
  }
  return line
}

/** One way after another, the same ones each run; some end where they began. */
export const listDrivenRoutes = (city: OpenCity, dice: Dice, count: number): DrivenRoute[] => {
  const routes: DrivenRoute[] = []
  while (routes.length < count) {
    const from = rollPlace(city, dice, null)
    const to = dice() < 0.05 ? interpolatePoint(from, rollPlace(city, dice, from), 0.1) : rollPlace(city, dice, from)
    if (!isOnMap(city, to)) continue
    try {
      const points = driveBy(city, dice, from, to)
      const metres = measureLengthM(points)
      if (metres >= SHORTEST_M) routes.push({ points, metres, quickestM: city.route([from, to]).distanceM })
    } catch {
      // no way leads there: another one is rolled
    }
  }
  return routes
}
