// The streets of the stubs of map services: straight from anywhere to anywhere at 36 km/h, and no road north of 58 degrees.
import { encodePolyline, measureDistanceM, type LatLng } from '@wayfare/core/geo'

const metresPerSecond = 10

/** No road lies near what is not of the town; no road leads to the island, which has some. */
export const isOnRoad = ({ lat }: LatLng): boolean => lat < 58
const isIsland = ({ lng }: LatLng): boolean => lng < 11.7

export const isJoined = (from: LatLng, to: LatLng): boolean => isIsland(from) === isIsland(to)

export type StubLeg = { distance: number; duration: number }

export const legBetween = (from: LatLng, to: LatLng): StubLeg => {
  const distance = Math.round(measureDistanceM(from, to) * 10) / 10
  return { distance, duration: Math.round((distance / metresPerSecond) * 10) / 10 }
}

export const legsThrough = (points: readonly LatLng[]): StubLeg[] =>
  points.slice(1).map((point, i) => legBetween(points[i] ?? point, point))

export const isWay = (points: readonly LatLng[]): boolean =>
  points.slice(1).every((point, i) => isJoined(points[i] ?? point, point))

export const sumOf = (legs: readonly StubLeg[], field: keyof StubLeg): number =>
  legs.reduce((total, leg) => total + leg[field], 0)

const step = (type: string, leg: StubLeg, at: LatLng, more: { modifier?: string; exit?: number; name?: string } = {}) => {
  const { name = 'Vasagatan', ...maneuver } = more
  const location = [at.lng, at.lat]
  return { ...leg, name, mode: 'driving', maneuver: { type, location, bearing_before: 0, bearing_after: 90, ...maneuver } }
}

const share = ({ distance, duration }: StubLeg, part: number): StubLeg => ({
  distance: distance * part,
  duration: duration * part,
})

/** Out of the door, left, round a roundabout and there. */
const stepsOf = (leg: StubLeg, from: LatLng, to: LatLng) => [
  step('depart', share(leg, 0.5), from, { modifier: 'right' }),
  step('end of road', share(leg, 0.25), from, { modifier: 'left', name: 'Linnégatan' }),
  step('roundabout', share(leg, 0.05), to, { modifier: 'right', exit: 2, name: '' }),
  step('exit roundabout', share(leg, 0.2), to, { modifier: 'right', exit: 2, name: 'Övre Husargatan' }),
  step('arrive', share(leg, 0), to, { modifier: 'left', name: 'Övre Husargatan' }),
]

/** An answer to a question for a route in the shape of OSRM, which Valhalla speaks as well. */
export const osrmRoute = (points: readonly LatLng[], hasSteps: boolean) => {
  const legs = legsThrough(points)
  return {
    code: 'Ok',
    routes: [
      {
        geometry: encodePolyline(points),
        legs: legs.map((leg, i) => {
          const [from, to] = [points[i], points[i + 1]]
          const steps = hasSteps && from && to ? stepsOf(leg, from, to) : []
          return { steps, summary: '', weight: leg.duration, ...leg }
        }),
        weight_name: 'routability',
        weight: sumOf(legs, 'duration'),
        distance: sumOf(legs, 'distance'),
        duration: sumOf(legs, 'duration'),
      },
    ],
    waypoints: points.map(({ lat, lng }) => ({ location: [lng, lat], distance: 0, name: '' })),
  }
}
