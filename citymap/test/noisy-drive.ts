// A car that drives a route as cars do, and the positions a phone in it reports: for tests of what is made of them.
import { computeBearing, interpolatePoint, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { DrivenFix } from '@wayfare/core/driven'

/** A fraction from 0 to 1, the same ones each run. */
export type Dice = () => number

export const makeFractions = (seed: number): Dice => {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Box and Muller's normal distribution. */
const normal = (dice: Dice): number => Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())

export type DriveOptions = {
  /** metres from one position to the next */
  spacing: (dice: Dice) => number
  /** standard deviation of the noise (m) on each axis, and how long (s) it stays alike; 0: each position has its own */
  noiseM: number
  alikeS?: number
  /** what the phone reports as accuracy, unless the noise itself */
  accuracyM?: number | null
  /** red lights: how long each (s); a phone that stands reports every 4 s */
  lightS?: (dice: Dice) => number
  /** the phone reports how fast the car is, to 0.3 m/s */
  hasSpeed?: boolean
}

/** The way with its length, so that where it is so far along is found at once. */
const makeWay = (points: readonly LatLng[]) => {
  const marks = [0]
  points.slice(1).forEach((point, i) => marks.push((marks[i] ?? 0) + measureDistanceM(points[i] ?? point, point)))
  const segmentAt = (along: number): number => {
    let [low, high] = [0, Math.max(0, points.length - 2)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((marks[middle] ?? 0) <= along) low = middle
      else high = middle - 1
    }
    return low
  }
  const nowhere = { lat: 0, lng: 0 }
  return {
    metres: marks.at(-1) ?? 0,
    /** metres along the way of each of its corners, and by how many degrees it turns there */
    corners: points.slice(1, -1).map((corner, i) => {
      const turn = computeBearing(corner, points[i + 2] ?? corner) - computeBearing(points[i] ?? corner, corner)
      return { along: marks[i + 1] ?? 0, degrees: Math.abs(((turn + 540) % 360) - 180) }
    }),
    pointAt: (along: number): LatLng => {
      const i = segmentAt(along)
      const [from, to] = [marks[i] ?? 0, marks[i + 1] ?? 0]
      return interpolatePoint(
        points[i] ?? nowhere,
        points[i + 1] ?? nowhere,
        to > from ? Math.min(1, (along - from) / (to - from)) : 0,
      )
    },
  }
}
type Way = ReturnType<typeof makeWay>

const metresPerDegree = 111_195

/** Metres a second at every metre of the way: slow where it turns, still at lights, gentle in between. */
const speedsAlong = ({ metres, corners }: Way, lights: readonly number[]): Float64Array => {
  const speeds = new Float64Array(Math.ceil(metres) + 1).fill(12)
  const slow = (at: number, speed: number) => {
    const i = Math.min(speeds.length - 1, Math.round(at))
    speeds[i] = Math.min(speeds[i] ?? speed, speed)
  }
  for (const { along, degrees } of corners) if (degrees > 35) slow(along, 4.5)
  for (const at of [0, ...lights, metres]) slow(at, 0.5)
  for (let i = 1; i < speeds.length; i++) speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[i - 1] ?? 0) ** 2 + 3.4))
  for (let i = speeds.length - 2; i >= 0; i--) speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[i + 1] ?? 0) ** 2 + 4))
  return speeds
}

/** Where the car is told to be, and when (s): metres along the way. */
const listMoments = (way: Way, { spacing, lightS }: DriveOptions, dice: Dice) => {
  const { metres } = way
  const lights: number[] = []
  const last = lightS ? metres - 50 : 0
  for (let at = 200 + dice() * 500; at < last; at += 300 + dice() * 600) lights.push(Math.round(at))
  const speeds = speedsAlong(way, lights)
  const moments: { along: number; at: number; speed: number }[] = [{ along: 0, at: 0, speed: 0.5 }]
  let [seconds, next] = [0, spacing(dice)]
  for (let i = 1; i < speeds.length; i++) {
    seconds += 2 / ((speeds[i] ?? 1) + (speeds[i - 1] ?? 1))
    const red = lightS && lights.includes(i) ? lightS(dice) : 0
    for (let waited = 0; waited < red; waited += 4) moments.push({ along: i, at: seconds + waited, speed: 0 })
    seconds += red
    if (i < next) continue
    moments.push({ along: i, at: seconds, speed: speeds[i] ?? 0 })
    next += spacing(dice)
  }
  moments.push({ along: metres, at: seconds + 1, speed: 0.5 })
  return moments
}

/** The positions of a drive along these points, the first at `since` (epoch ms). */
export const driveAlong = (points: readonly LatLng[], options: DriveOptions, dice: Dice): DrivenFix[] => {
  const { noiseM, alikeS = 0, accuracyM = noiseM, hasSpeed = false } = options
  const way = makeWay(points)
  let noise = { x: normal(dice), y: normal(dice) }
  let before = 0
  return listMoments(way, options, dice).map(({ along, at, speed }) => {
    const same = alikeS > 0 ? Math.exp((before - at) / alikeS) : 0
    const fresh = Math.sqrt(1 - same * same)
    noise = { x: noise.x * same + fresh * normal(dice), y: noise.y * same + fresh * normal(dice) }
    before = at
    const place = way.pointAt(along)
    const lat = place.lat + (noise.y * noiseM) / metresPerDegree
    const lng = place.lng + (noise.x * noiseM) / (metresPerDegree * Math.cos((place.lat * Math.PI) / 180))
    const fix = { lat, lng, at: Math.round(1_700_000_000_000 + at * 1000), accuracyM }
    return hasSpeed ? { ...fix, speed: Math.max(0, speed + 0.3 * normal(dice)) } : fix
  })
}

/** Metres along the positions as they are. */
export const measureRawLength = (fixes: readonly LatLng[]): number =>
  fixes.slice(1).reduce((sum, fix, i) => sum + measureDistanceM(fixes[i] ?? fix, fix), 0)
