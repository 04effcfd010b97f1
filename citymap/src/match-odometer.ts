// The distance driven between two positions, from the speeds a phone reports. Receivers measure speed by Doppler shift, to about
// 0.3 m/s even among tall houses, where positions are off by 30 m.
import { measureDistanceM } from '@wayfare/core/geo'
import { MOST_SPEED } from '@wayfare/core/tracking'
import { estimateSpreadM, type MatchFix } from './match-places.ts'

/** `metres` driven since the start of a `run` of uninterrupted speeds; values of different runs cannot be compared. */
type Odometer = { run: number; metres: number }

export type MeteredFix = MatchFix & { odometer: Odometer }

/** Between speeds further apart than this (ms) the distance is unknown. */
const MOST_APART_MS = 5000
/** If positions lead this many deviations further than the speeds, the speeds are wrong, and are ignored for this long (ms). */
const CONTRADICTED = 4
const DOUBTED_MS = 60_000

const isSpeed = (speed: number | null | undefined): speed is number =>
  typeof speed === 'number' && speed >= 0 && speed <= MOST_SPEED

/** Metres driven from one position to the next; null if the speeds do not show it. */
const integrate = (a: MatchFix, b: MatchFix): number | null => {
  const ms = b.at - a.at
  const isTold = isSpeed(a.speed) && isSpeed(b.speed) && ms >= 0 && ms <= MOST_APART_MS
  return isTold ? (((a.speed ?? 0) + (b.speed ?? 0)) / 2) * (ms / 1000) : null
}

/** True if the positions lead further than the speeds, for example if a phone always reports 0. */
const isContradicted = (start: MatchFix, fix: MatchFix, metres: number): boolean =>
  measureDistanceM(start, fix) > metres + CONTRADICTED * Math.max(estimateSpreadM(start), estimateSpreadM(fix))

/** Adds the odometer to positions in order of time. Each depends only on earlier ones, so that a trip can come in pieces. */
export const addOdometer = (fixes: readonly MatchFix[]): MeteredFix[] => {
  let doubtedUntil = Number.NEGATIVE_INFINITY
  let odometer: Odometer = { run: 0, metres: 0 }
  return fixes.map((fix, i) => {
    const before = fixes[i - 1]
    const driven = before && fix.at >= doubtedUntil ? integrate(before, fix) : null
    const metres = odometer.metres + (driven ?? 0)
    const isWrong = driven !== null && isContradicted(fixes[odometer.run] ?? fix, fix, metres)
    if (isWrong) doubtedUntil = fix.at + DOUBTED_MS
    odometer = driven === null || isWrong ? { run: i, metres: 0 } : { run: odometer.run, metres }
    return { ...fix, odometer }
  })
}

/** Metres driven from one position to a later one; null if the speeds do not show it. */
export const readDrivenM = (from: MeteredFix, to: MeteredFix): number | null =>
  from.odometer.run === to.odometer.run ? to.odometer.metres - from.odometer.metres : null
