// Smooths a long way in pieces, each with some extra positions on both sides. A piece depends on nothing else, so when a trip
// grows only its last piece must be smoothed again, and the result is the same as for the whole way at once.
import { makeMetresReader, smoothPositions } from './smooth.ts'
import type { PlaneFix } from './standing.ts'

type SmoothWay = ReturnType<typeof smoothPositions>

/** Positions per piece, and extra positions on each side that keep its ends accurate. */
const PIECE = 300
const BESIDE = 60

/** Cache of smoothed pieces, by the name of the way and the index of the first position; filled during use. */
export type SmoothPieces = Map<string, { seen: readonly PlaneFix[]; way: SmoothWay }>

const isSame = (a: readonly PlaneFix[], b: readonly PlaneFix[]): boolean =>
  a.length === b.length &&
  a.every(({ x, y, at, accuracy }, i) => x === b[i]?.x && y === b[i]?.y && at === b[i]?.at && accuracy === b[i]?.accuracy)

/** The part of a way from one moment until before another (s); its metres count from that moment. */
const cutWay = ({ points, marks, metres }: SmoothWay, since: number, until: number): SmoothWay => {
  const readMetresAt = makeMetresReader(marks)
  const startM = since === Number.NEGATIVE_INFINITY ? 0 : readMetresAt(since)
  const part: SmoothWay = {
    points: [],
    marks: [],
    metres: (until === Number.POSITIVE_INFINITY ? metres : readMetresAt(until)) - startM,
  }
  marks.forEach((mark, i) => {
    const point = points[i]
    if (!point || mark.from < since || mark.from >= until) return
    part.points.push(point)
    part.marks.push({ ...mark, metres: mark.metres - startM })
  })
  return part
}

const smoothPiece = (fixes: readonly PlaneFix[], from: number, seen: readonly PlaneFix[]): SmoothWay =>
  cutWay(
    smoothPositions(seen),
    from === 0 ? Number.NEGATIVE_INFINITY : (fixes[from]?.at ?? 0),
    fixes[from + PIECE]?.at ?? Number.POSITIVE_INFINITY,
  )

/** The way through positions in order of time, as from `smoothPositions`; `name` distinguishes ways that share `pieces`. */
export const smoothInPieces = (fixes: readonly PlaneFix[], name: string, pieces: SmoothPieces): SmoothWay => {
  const whole: SmoothWay = { points: [], marks: [], metres: 0 }
  for (let from = 0; from === 0 || from < fixes.length; from += PIECE) {
    const key = `${name} ${from}`
    const seen = fixes.slice(Math.max(0, from - BESIDE), from + PIECE + BESIDE)
    const known = pieces.get(key)
    const way = known && isSame(known.seen, seen) ? known.way : smoothPiece(fixes, from, seen)
    // a piece with all its extra positions never changes again
    if (from + PIECE + BESIDE <= fixes.length) pieces.set(key, { seen, way })
    for (const mark of way.marks) whole.marks.push({ ...mark, metres: mark.metres + whole.metres })
    whole.points.push(...way.points)
    whole.metres += way.metres
  }
  return whole
}
