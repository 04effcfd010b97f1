// A car on a way, and the positions that a phone in it reports: speeds, red lights, noise of several kinds, and silence.
import { computeBearing, interpolatePoint, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { DrivenFix } from '@wayfare/core/driven'
import { makeDice } from './measure.ts'

type Dice = () => number

export type Noise = {
  /** standard deviation on each axis (m), reported as the accuracy */
  noiseM: number
  /** how long (s) the noise stays alike; 0: each position has its own */
  alikeS: number
  /** seconds from one position to the next */
  everyS: number
  /** a minute of silence on the way */
  hasGap?: boolean
  /** between tall houses: half a minute at 30 m, about once in three */
  hasCanyons?: boolean
  /** the phone says how fast the car is, but for one position in twenty */
  hasSpeed?: boolean
}

/** Box and Muller's normal distribution. */
const rollNormal = (dice: Dice): number => Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice())

/** Metres a second: in a street, round a corner, and what a car gains or loses over a metre (as squares: 2 a). */
const [CRUISE, CORNER, GAIN, BRAKE] = [13, 4.5, 3.4, 4]

type Marked = { points: readonly LatLng[]; along: Float64Array }

const markLine = (points: readonly LatLng[]): Marked => {
  const along = new Float64Array(points.length)
  for (let i = 1; i < points.length; i++)
    along[i] = (along[i - 1] ?? 0) + measureDistanceM(points[i - 1] as LatLng, points[i] as LatLng)
  return { points, along }
}

/** No car gains or loses speed faster than it can. */
const easeSpeeds = (speeds: Float64Array): Float64Array => {
  const hold = (i: number, beside: number, change: number) => {
    speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[beside] ?? 0) ** 2 + change))
  }
  for (let i = 1; i < speeds.length; i++) hold(i, i - 1, GAIN)
  for (let i = speeds.length - 2; i >= 0; i--) hold(i, i + 1, BRAKE)
  return speeds
}

/** Speed at every metre: slow where the way turns, still at red lights. */
const computeSpeeds = ({ points, along }: Marked, lights: ReadonlySet<number>): Float64Array => {
  const metres = along.at(-1) ?? 0
  const speeds = new Float64Array(Math.ceil(metres) + 1).fill(CRUISE)
  const slow = (at: number, speed: number) => {
    const i = Math.min(speeds.length - 1, Math.round(at))
    speeds[i] = Math.min(speeds[i] ?? speed, speed)
  }
  for (let i = 1; i + 1 < points.length; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]] as [LatLng, LatLng, LatLng]
    const turn = Math.abs(((computeBearing(b, c) - computeBearing(a, b) + 540) % 360) - 180)
    if (turn > 35) slow(along[i] ?? 0, turn > 150 ? 1 : CORNER)
  }
  for (const at of [0, ...lights, metres]) slow(at, 0.5)
  return easeSpeeds(speeds)
}

/** Where along the way (m) a report is made, and how fast (m/s) the car is there. */
type Report = { metres: number; speed: number }

/** Reports `everyS` apart: a car that waits at a light reports where it stands. */
const listReports = (line: Marked, everyS: number, dice: Dice): Report[] => {
  const metres = line.along.at(-1) ?? 0
  const waits = new Map<number, number>()
  for (let at = 200 + dice() * 500; at < metres - 50; at += 400 + dice() * 900) waits.set(Math.round(at), 10 + dice() * 50)
  const speeds = computeSpeeds(line, new Set(waits.keys()))
  const reports: Report[] = [{ metres: 0, speed: 0.5 }]
  let [seconds, next] = [0, everyS]
  for (let i = 1; i < speeds.length; i++) {
    const reached = seconds + 2 / ((speeds[i] ?? 1) + (speeds[i - 1] ?? 1))
    seconds = reached + (waits.get(i) ?? 0)
    for (; next <= seconds; next += everyS)
      reports.push({ metres: Math.min(i, metres), speed: next > reached ? 0 : (speeds[i] ?? 0) })
  }
  return [...reports, { metres, speed: 0 }]
}

const pointAt = ({ points, along }: Marked, metres: number, from: number): { point: LatLng; segment: number } => {
  let segment = from
  while (segment < points.length - 2 && (along[segment + 1] ?? 0) < metres) segment++
  const [start, end] = [along[segment] ?? 0, along[segment + 1] ?? 0]
  const share = end > start ? Math.min(1, (metres - start) / (end - start)) : 0
  return { point: interpolatePoint(points[segment] as LatLng, points[segment + 1] as LatLng, share), segment }
}

const METRES_PER_DEGREE = 111_195

/** Spells of tall houses, half a minute long and as a mean a minute apart. */
const makeCanyons = (dice: Dice) => {
  let [until, isOn] = [0, false]
  return (at: number): boolean => {
    while (at >= until) {
      isOn = until > 0 && !isOn
      until += isOn ? 30 : 10 + dice() * 100
    }
    return isOn
  }
}

/** One standard deviation of the speed that a phone reports (m/s), and how rarely it reports none. */
const SPEED_NOISE = 0.3
const SPEEDLESS = 0.05

/** A position, and how far (m) along its way the car really was. */
export type ReportedFix = DrivenFix & { drivenM: number; speed: number | null }

/** The positions of a drive; first and last are never silent. */
export const reportDrive = (points: readonly LatLng[], noise: Noise, dice: Dice): ReportedFix[] => {
  const { noiseM, alikeS, everyS, hasGap = false, hasCanyons = false, hasSpeed = false } = noise
  const line = markLine(points)
  const isCanyon = hasCanyons ? makeCanyons(dice) : () => false
  const same = alikeS > 0 ? Math.exp(-everyS / alikeS) : 0
  let [x, y] = [rollNormal(dice), rollNormal(dice)]
  let segment = 0
  const reports = listReports(line, everyS, dice)
  const silentFrom = hasGap ? 10 + dice() * (reports.length * everyS - 80) : Number.POSITIVE_INFINITY
  // of its own dice, so that the positions are those without speeds
  const speedDice = makeDice(reports.length)
  return reports.flatMap(({ metres, speed }, i): ReportedFix[] => {
    const found = pointAt(line, metres, segment)
    segment = found.segment
    x = x * same + Math.sqrt(1 - same * same) * rollNormal(dice)
    y = y * same + Math.sqrt(1 - same * same) * rollNormal(dice)
    const spread = isCanyon(i * everyS) ? 30 : noiseM
    if (i * everyS > silentFrom && i * everyS < silentFrom + 60 && i < reports.length - 1) return []
    const lat = found.point.lat + (y * spread) / METRES_PER_DEGREE
    const lng = found.point.lng + (x * spread) / (METRES_PER_DEGREE * Math.cos((found.point.lat * Math.PI) / 180))
    const isSaid = hasSpeed && speedDice() >= SPEEDLESS
    const said = isSaid ? Math.max(0, speed + SPEED_NOISE * rollNormal(speedDice)) : null
    return [{ lat, lng, at: 1_700_000_000_000 + i * everyS * 1000, accuracyM: spread, drivenM: metres, speed: said }]
  })
}
