// What routes of any outside engine are held to before anybody is charged by them.
import { decodePolyline, encodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { RouteStep } from '@wayfare/core/manoeuvres'
import { makeOutage, type CarPlace, type Leg, type Route, type RouteOptions } from './ports.ts'

/** As our own engine: whoever is further (m) from any road is not on the map. Services take the nearest road, however far it is. */
const mostAwayM = 1000

/** Five decimals are a metre. */
export const keyOfPoint = ({ lat, lng }: LatLng): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** What a route depends on; ten degrees of a heading are within what a phone tells. */
export const keyOfRoute = (points: readonly CarPlace[], { steps = false }: RouteOptions = {}): string => {
  const heading = points[0]?.heading
  return [...points.map(keyOfPoint), steps, typeof heading === 'number' ? Math.round(heading / 10) : ''].join(' ')
}

const sum = (legs: readonly Leg[], field: keyof Leg): number => legs.reduce((total, leg) => total + leg[field], 0)

/** Refuses a line that begins or ends far from what was asked for. */
const checkEnds = (points: readonly LatLng[], line: readonly LatLng[]): void => {
  const ends = [
    [points[0], line[0]],
    [points.at(-1), line.at(-1)],
  ] as const
  for (const [asked, found] of ends) {
    if (!asked || !found || measureDistanceM(asked, found) > mostAwayM)
      throw makeOutage('out_of_area', `no road lies within ${mostAwayM} m`)
  }
}

/** The route of these legs along this line (encoded, precision 5), which the points lie on. */
export const makeRoute = (
  points: readonly LatLng[],
  { legs, polyline, steps }: { legs: readonly Leg[]; polyline: string; steps?: RouteStep[] | undefined },
): Route => {
  checkEnds(points, decodePolyline(polyline))
  return {
    distanceM: sum(legs, 'distanceM'),
    durationS: sum(legs, 'durationS'),
    polyline,
    legs: [...legs],
    ...(steps ? { steps } : {}),
    approximate: false,
  }
}

/** A route in pieces, each of which begins where the one before ends. */
export const joinRoutes = (routes: readonly Route[]): Route => {
  const legs = routes.flatMap((route) => route.legs)
  const line = routes.flatMap(({ polyline }, i) => decodePolyline(polyline).slice(i === 0 ? 0 : 1))
  return {
    distanceM: sum(legs, 'distanceM'),
    durationS: sum(legs, 'durationS'),
    polyline: encodePolyline(line),
    legs,
    ...(routes.every((route) => route.steps) ? { steps: routes.flatMap(({ steps }) => steps ?? []) } : {}),
    approximate: routes.some(({ approximate }) => approximate),
  }
}

/** Cut so that no piece has more than `most`, and each begins with the last of the one before. */
export const cutPoints = <T>(points: readonly T[], most: number): T[][] => {
  const pieces: T[][] = []
  for (let from = 0; from < points.length - 1; from += most - 1) pieces.push(points.slice(from, from + most))
  return pieces
}

/** Asks in chunks of `most`, one after the other: a service that is given more refuses all of it. */
export const inChunks = async <In, Out>(
  all: readonly In[],
  most: number,
  ask: (chunk: readonly In[]) => Promise<readonly Out[]>,
): Promise<Out[]> => {
  const answers: Out[] = []
  for (let from = 0; from < all.length; from += most) answers.push(...(await ask(all.slice(from, from + most))))
  return answers
}

/** Times that are longer than asked for count as none. */
export const keepWithin = (seconds: readonly (number | null)[], maxSeconds = Number.POSITIVE_INFINITY): (number | null)[] =>
  seconds.map((value) => (value !== null && value <= maxSeconds ? value : null))
