// Chance that can be repeated: the same seed throws the same numbers (mulberry32).

export type Dice = ReturnType<typeof makeDice>

export const makeDice = (seed: number) => {
  let state = seed >>> 0
  /** in [0, 1) */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    const once = Math.imul(state ^ (state >>> 15), state | 1)
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61))
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  const pick = <const T extends readonly [unknown, ...unknown[]]>(items: T): T[number] => items[below(items.length)] ?? items[0]
  return {
    next,
    below,
    pick,
    /** null when there is none to pick */
    pickAny: <T>(items: readonly T[]): T | null => items[below(items.length)] ?? null,
    chance: (probability: number): boolean => next() < probability,
    /** one of the named things, as often as its weight says */
    weigh: <T extends { weight: number }>(items: readonly T[]): T => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0)
      const found = items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)
      if (!found) throw new Error('nothing to choose from')
      return found
    },
  }
}
