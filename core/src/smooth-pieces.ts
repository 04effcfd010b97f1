// A long way is smoothed piece by piece, each with some positions more on both sides. A piece depends on nothing else, so that of a
// trip that grows only the last one has to be smoothed again: the whole and the growing way come out the same.
import { makeMetresReader, smoothPositions } from './smooth.ts'
import type { PlaneFix } from './standing.ts'

type SmoothWay = ReturnType<typeof smoothPositions>

/** So many positions make a piece, and so many beside it let its ends not fray. */
const PIECE = 300
const BESIDE = 60

/** What was smoothed before, by the name of its way and the number of its first position; it is filled on the way. */
export type SmoothPieces = Map<string, { seen: readonly PlaneFix[]; way: SmoothWay }>

const isSame = (a: readonly PlaneFix[], b: readonly PlaneFix[]): boolean =>
  a.length === b.length &&
  a.every(({ x, y, at, accuracy }, i) => x === b[i]?.x && y === b[i]?.y && at === b[i]?.at && accuracy === b[i]?.accuracy)

/** The part of a way that begins at a moment and ends before another (s); its metres count from that moment. */
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

/** The way through positions in order of time, as `smoothPositions` has it; `name` tells ways apart that share `pieces`. */
export const smoothInPieces = (fixes: readonly PlaneFix[], name: string, pieces: SmoothPieces): SmoothWay => {
  const whole: SmoothWay = { points: [], marks: [], metres: 0 }
  for (let from = 0; from === 0 || from < fixes.length; from += PIECE) {
    const key = `${name} ${from}`
    const seen = fixes.slice(Math.max(0, from - BESIDE), from + PIECE + BESIDE)
    const known = pieces.get(key)
    const way = known && isSame(known.seen, seen) ? known.way : smoothPiece(fixes, from, seen)
    // one that has all it looks at stays as it is, whatever comes later
    if (from + PIECE + BESIDE <= fixes.length) pieces.set(key, { seen, way })
    for (const mark of way.marks) whole.marks.push({ ...mark, metres: mark.metres + whole.metres })
    whole.points.push(...way.points)
    whole.metres += way.metres
  }
  return whole
}
