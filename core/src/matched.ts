// What a stretch counts once its positions are matched to the roads: the way on the road, held to what the positions say themselves.
import { computeMostMetres, GAP_M, type DrivenFix, type DrivenStretch } from './driven.ts'
import { isWithinM } from './geo.ts'
import { makeMetresReader } from './smooth.ts'

/** `metres` of the matched way until `at` (epoch ms); `onRoad`: the way since the mark before, if there is one, lies on roads. */
export type RoadMark = { at: number; metres: number; onRoad: boolean }

/** What a stretch counts, and the part of it between positions that lie too far apart to tell the way. */
export type CountedWay = { metres: number; estimatedM: number }

/** Where the positions lie so close (m), the matched way is at most so much longer or shorter (a share) than the way along them. */
const CLOSE_M = 100
const MOST_APART = 0.1

/** A way is called estimated in part from this share of it on, and from a gap's length on (`GAP_M`), however long it is. */
const ESTIMATED_SHARE = 0.05

export const isPartlyEstimated = ({ metres, estimatedM }: CountedWay): boolean =>
  estimatedM > 0 && estimatedM >= Math.min(GAP_M, ESTIMATED_SHARE * metres)

/** Reads metres of the smoothed way between positions that lie far apart, up to moments (epoch ms) that only go forward. */
const makeFarReader = ({ fixes, marks }: DrivenStretch) => {
  const readMetresAt = makeMetresReader(marks)
  let next = 0
  const measureStepM = (from: DrivenFix, to: DrivenFix): number => {
    if (isWithinM(from, to, CLOSE_M)) return 0
    const fromM = readMetresAt(from.at)
    const alongM = readMetresAt(to.at) - fromM
    // noise alone can throw two positions further apart
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
 * What a stretch counts by the marks of its matched way; without any, what it is along its positions. On the road the matched way
 * counts; before its first mark, after its last and off the road the smoothed way does, and where nobody could have driven the
 * matched one in the time. What lies between close positions is held to the smoothed way as a whole: in a short part of it noise
 * alone makes the smoothed way more than a tenth too long or too short.
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
