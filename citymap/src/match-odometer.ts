// How far a car drove between two positions, by the speeds its phone reports. A receiver measures them by the Doppler shift, to some
// 0.3 m/s even among tall houses, where its position is off by 30 m.
import { measureDistanceM } from '@wayfare/core/geo'
import { MOST_SPEED } from '@wayfare/core/tracking'
import { estimateSpreadM, type MatchFix } from './match-places.ts'

/** `metres` driven since a `run` of speeds without a break began; other runs compare with nothing. */
type Odometer = { run: number; metres: number }

export type MeteredFix = MatchFix & { odometer: Odometer }

/** Speeds further apart (ms) do not tell what was driven between them. */
const MOST_APART_MS = 5000
/** Positions that lead so many deviations further than the speeds show these to be wrong, and none are believed for so long (ms). */
const CONTRADICTED = 4
const DOUBTED_MS = 60_000

const isSpeed = (speed: number | null | undefined): speed is number =>
  typeof speed === 'number' && speed >= 0 && speed <= MOST_SPEED

/** Metres driven from one position to the next; null where the speeds do not tell. */
const integrate = (a: MatchFix, b: MatchFix): number | null => {
  const ms = b.at - a.at
  const isTold = isSpeed(a.speed) && isSpeed(b.speed) && ms >= 0 && ms <= MOST_APART_MS
  return isTold ? (((a.speed ?? 0) + (b.speed ?? 0)) / 2) * (ms / 1000) : null
}

/** Whether the positions lead further than the speeds, such as those of a phone that always reports 0. */
const isContradicted = (start: MatchFix, fix: MatchFix, metres: number): boolean =>
  measureDistanceM(start, fix) > metres + CONTRADICTED * Math.max(estimateSpreadM(start), estimateSpreadM(fix))

/** Adds the odometer to positions in order of time. Each depends on those before it alone, so that a trip may come in pieces. */
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

/** Metres driven from one position to a later one; null where the speeds do not tell. */
export const readDrivenM = (from: MeteredFix, to: MeteredFix): number | null =>
  from.odometer.run === to.odometer.run ? to.odometer.metres - from.odometer.metres : null
