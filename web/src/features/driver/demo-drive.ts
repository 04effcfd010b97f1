// A car for demonstrations: it drives along the route it is given, faster than the street allows, and stands otherwise.
import { computePointAlong, measureLengthM, type LatLng } from '@wayfare/core/geo'
import type { DeviceReading } from './share-location.ts'

/** Times street speed, and the most in m/s: the server believes nothing above 70. */
const HURRY = 4
const FASTEST = 60
const USUAL = 11

type DemoRoute = { points: readonly LatLng[]; durationS: number }

const readDemoSpeed = (route: DemoRoute): number => {
  const street = route.durationS > 0 ? measureLengthM(route.points) / route.durationS : USUAL
  return Math.min(FASTEST, street * HURRY)
}

export const makeDemoDrive = (start: LatLng) => {
  let place: LatLng = start
  let heading = 0
  let way: { points: readonly LatLng[]; length: number; speed: number; done: number } | null = null

  return {
    place: () => place,
    /** Drives along this route from where the car is. */
    drive(route: DemoRoute) {
      const points = [place, ...route.points]
      way = { points, length: measureLengthM(points), speed: readDemoSpeed(route), done: 0 }
    },
    stand() {
      way = null
    },
    /** The reading after `elapsedMs` more. */
    tick(elapsedMs: number, now: number): DeviceReading {
      if (way === null || way.done >= way.length) return { ...place, at: now, heading, speed: 0, accuracy: 5 }
      way.done = Math.min(way.length, way.done + (way.speed * elapsedMs) / 1000)
      const along = computePointAlong(way.points, way.done)
      if (along) {
        place = along.point
        heading = along.bearing
      }
      return { ...place, at: now, heading, speed: way.speed, accuracy: 5 }
    },
  }
}

export type DemoDrive = ReturnType<typeof makeDemoDrive>
