// What a stretch counts once its positions are matched to the roads: the way on the road, held to what the positions say themselves.
import { computeMostMetres, type DrivenFix, type DrivenStretch } from './driven.ts'
import { measureDistanceM } from './geo.ts'
import type { SmoothMark } from './smooth.ts'

/** `metres` of the matched way until `at` (epoch ms); `onRoad`: the way since the mark before, if there is one, lies on roads. */
export type RoadMark = { at: number; metres: number; onRoad: boolean }

/** Where the positions lie so close (m), the matched way is at most so much longer or shorter (a share) than the way along them. */
const CLOSE_M = 100
const MOST_APART = 0.1

/** Reads metres along the smoothed way at moments (epoch ms) that only go forward. */
const makeMetresReader = (marks: readonly SmoothMark[]) => {
  let next = 0
  return (at: number): number => {
    while (next < marks.length && (marks[next]?.to ?? 0) < at) next += 1
    const [before, after] = [marks[next - 1], marks[next]]
    if (!after) return before?.metres ?? 0
    if (!before || at >= after.from) return after.metres
    return before.metres + ((after.metres - before.metres) * (at - before.to)) / (after.from - before.to)
  }
}

/** Reads whether positions of a stretch lie further apart than that between moments (epoch ms) that only go forward. */
const makeFarReader = (fixes: readonly DrivenFix[]) => {
  let next = 0
  return (until: number): boolean => {
    let isFar = false
    for (; next < fixes.length && (fixes[next]?.at ?? 0) < until; next += 1) {
      const [a, b] = [fixes[next], fixes[next + 1]]
      if (a && b && measureDistanceM(a, b) > CLOSE_M) isFar = true
    }
    return isFar
  }
}

const hold = (roadM: number, alongM: number): number =>
  Math.min(alongM * (1 + MOST_APART), Math.max(alongM * (1 - MOST_APART), roadM))

/**
 * Metres of a matched stretch. On the road the matched way counts; before its first mark, after its last and off the road the
 * smoothed way does, and where nobody could have driven the matched one in the time. Vague positions make long steps out of close
 * ones: each of these is held for itself, the short ones together.
 */
export const measureMatchedM = (stretch: DrivenStretch, marks: readonly RoadMark[]): number => {
  const readMetresAt = makeMetresReader(stretch.marks)
  const readIsFar = makeFarReader(stretch.fixes)
  let before = { at: 0, metres: 0, smoothM: 0 }
  let otherM = 0
  const close = { roadM: 0, smoothM: 0 }
  for (const { at, metres, onRoad } of marks) {
    const smoothM = readMetresAt(at)
    const isFar = readIsFar(at)
    const [roadM, alongM] = [metres - before.metres, smoothM - before.smoothM]
    if (!onRoad || roadM > computeMostMetres(at - before.at)) otherM += alongM
    else if (alongM > CLOSE_M) otherM += isFar ? roadM : hold(roadM, alongM)
    else {
      close.roadM += roadM
      close.smoothM += alongM
    }
    before = { at, metres, smoothM }
  }
  return hold(close.roadM, close.smoothM) + otherM + stretch.metres - before.smoothM
}
