// Stretches of time, as numbered in the word index: blocks of ten minutes, and spans of 8, 64 … blocks, up to 228 days (decision
// 95).

/** The same as in the database function `time_spans`. */
const blockMs = 600_000
const step = 8
const levels = [5, 4, 3, 2, 1, 0] as const

export const blockOf = (at: Date): number => Math.floor(at.getTime() / blockMs)

/** The widest span that starts at this block and ends no later than the last one. */
const widthAt = (block: number, last: number): { level: number; width: number } => {
  const level = levels.find((wide) => block % step ** wide === 0 && block + step ** wide - 1 <= last) ?? 0
  return { level, width: step ** level }
}

/** The numbers of the few spans that together cover the blocks from the first to the last. */
export const listSpans = (first: number, last: number): number[] => {
  const spans: number[] = []
  for (let block = first; block <= last;) {
    const { level, width } = widthAt(block, last)
    spans.push((block / width) * step + level)
    block += width
  }
  return spans
}

/** A range of blocks, both ends included; empty if the last is before the first. */
export type Blocks = { first: number; last: number }

/** A stretch is made a little wider than the density so far suggests. */
const surplus = 1.2
/** Density varies over time, so a stretch is at most this many times as long as all before it together. */
const mostGrowth = 4

/** How many blocks to search next, after `seen` blocks contained `found` of the `wanted` matches. */
export const chooseWidth = ({ seen, found, wanted }: { seen: number; found: number; wanted: number }): number => {
  if (found === 0) return seen * mostGrowth
  return Math.max(1, Math.min(seen * mostGrowth, Math.ceil((surplus * seen * (wanted - found)) / found)))
}
