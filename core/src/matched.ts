// Measures a stretch whose positions are matched to roads: the way on the road, kept close to what the positions themselves say.
import { computeMostMetres, GAP_M, type DrivenFix, type DrivenStretch } from './driven.ts'
import { isWithinM } from './geo.ts'
import { makeMetresReader } from './smooth.ts'

/** `metres` of the matched way until `at` (epoch ms); `onRoad`: the way since the previous mark, if any, is on roads. */
export type RoadMark = { at: number; metres: number; onRoad: boolean }

/** The distance that counts for a stretch, and the part of it between positions too far apart to show the way. */
export type CountedWay = { metres: number; estimatedM: number }

/** Between positions this close (m), the matched way may differ from the way along them by at most this share. */
const CLOSE_M = 100
const MOST_APART = 0.1

/** A way counts as partly estimated if at least this share of it is, or at least a gap's length (`GAP_M`). */
const ESTIMATED_SHARE = 0.05

export const isPartlyEstimated = ({ metres, estimatedM }: CountedWay): boolean =>
  estimatedM > 0 && estimatedM >= Math.min(GAP_M, ESTIMATED_SHARE * metres)

/** Creates a reader of the metres of smoothed way between positions far apart; its times (epoch ms) must not decrease. */
const makeFarReader = ({ fixes, marks }: DrivenStretch) => {
  const readMetresAt = makeMetresReader(marks)
  let next = 0
  const measureStepM = (from: DrivenFix, to: DrivenFix): number => {
    if (isWithinM(from, to, CLOSE_M)) return 0
    const fromM = readMetresAt(from.at)
    const alongM = readMetresAt(to.at) - fromM
    // noise alone can put two positions further apart than CLOSE_M
    return alongM > CLOSE_M ? alongM : 0
  }
  return (until: number): number => {
    let farM = 0
    for (; next < fixes.length && (fixes[next]?.at ?? 0) < until; next += 1) {
      const [from, to] = [fixes[next], fixes[next + 1]]
      if (from && to) farM += measureStepM(from, to)
    }
    return farM
  }
}

const hold = (roadM: number, alongM: number): number =>
  Math.min(alongM * (1 + MOST_APART), Math.max(alongM * (1 - MOST_APART), roadM))

/**
 * The distance that counts for a stretch, by the marks of its matched way; without marks the way along its positions. On the road
 * the matched way counts. Before its first mark, after its last, off the road, and where nobody could have driven the matched way
 * in the time, the smoothed way counts. Between close positions the matched way is limited by the smoothed way as a whole: in a
 * short part of it noise alone makes the smoothed way more than a tenth too long or too short.
 */
export const measureStretch = (stretch: DrivenStretch, marks: readonly RoadMark[]): CountedWay => {
  const readMetresAt = makeMetresReader(stretch.marks)
  const readFarM = makeFarReader(stretch)
  let before = { at: 0, metres: 0, smoothM: 0 }
  const sum = { metres: 0, estimatedM: 0 }
  const close = { roadM: 0, smoothM: 0 }
  for (const { at, metres, onRoad } of marks) {
    const smoothM = readMetresAt(at)
    const farM = readFarM(at)
    const [roadM, alongM] = [metres - before.metres, smoothM - before.smoothM]
    const isOff = !onRoad || roadM > computeMostMetres(at - before.at)
    if (isOff || farM > 0) {
      sum.metres += isOff ? alongM : roadM
      sum.estimatedM += isOff ? farM : roadM
    } else {
      close.roadM += roadM
      close.smoothM += alongM
    }
    before = { at, metres, smoothM }
  }
  return {
    metres: hold(close.roadM, close.smoothM) + sum.metres + stretch.metres - before.smoothM,
    estimatedM: sum.estimatedM + readFarM(Number.POSITIVE_INFINITY),
  }
}
