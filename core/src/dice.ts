// Seeded random numbers: the same seed gives the same sequence, and so the same demo city.
export type Dice = {
  /** at least 0 and below 1 */
  fraction: () => number
  between: (low: number, high: number) => number
  pick: <T>(list: readonly T[]) => T | undefined
}

/** The mulberry32 generator; 32 bits of state are plenty for choosing where a demo car turns. */
export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    fraction,
    between: (low, high) => low + fraction() * (high - low),
    pick: (list) => list[Math.floor(fraction() * list.length)],
  }
}
