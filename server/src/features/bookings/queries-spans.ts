// Stretches of time as the index of words numbers them: blocks of ten minutes, and such of eight, 64 and so on, up to 228 days.

/** As `time_spans` of the database has it. */
const blockMs = 600_000
const step = 8
const levels = [5, 4, 3, 2, 1, 0] as const

export const blockOf = (at: Date): number => Math.floor(at.getTime() / blockMs)

/** The greatest span that begins at this block and reaches no further than the last one. */
const widthAt = (block: number, last: number): { level: number; width: number } => {
  const level = levels.find((wide) => block % step ** wide === 0 && block + step ** wide - 1 <= last) ?? 0
  return { level, width: step ** level }
}

/** The numbers of the few spans that together are the blocks from the first to the last. */
export const listSpans = (first: number, last: number): number[] => {
  const spans: number[] = []
  for (let block = first; block <= last;) {
    const { level, width } = widthAt(block, last)
    spans.push((block / width) * step + level)
    block += width
  }
  return spans
}

/** From one block to another, both included; empty where the last lies before the first. */
export type Blocks = { first: number; last: number }

/** As wide as what is still wanted needs, by what was met so far, and a little more. */
const surplus = 1.2
/** Words lie thicker in one time than in another: a stretch is never much longer than all before it. */
const mostGrowth = 4

/** How many blocks to look at next, after `seen` of them held `found` of the `wanted`. */
export const chooseWidth = ({ seen, found, wanted }: { seen: number; found: number; wanted: number }): number => {
  if (found === 0) return seen * mostGrowth
  return Math.max(1, Math.min(seen * mostGrowth, Math.ceil((surplus * seen * (wanted - found)) / found)))
}
