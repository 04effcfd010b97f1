// Batches look-ups made within one turn of the event loop; nothing is cached beyond it.

/** Collects keys for `look`, which returns a map of what was found. */
export const makeTogether = <K, V>(look: (keys: K[]) => Promise<ReadonlyMap<K, V>>) => {
  const startRound = () => {
    const keys = new Set<K>()
    const answer = async () => {
      await new Promise<void>((resolve) => void setImmediate(resolve))
      round = null
      return look([...keys])
    }
    return { keys, found: answer() }
  }
  let round: ReturnType<typeof startRound> | null = null
  return async (key: K): Promise<V | undefined> => {
    round ??= startRound()
    round.keys.add(key)
    return (await round.found).get(key)
  }
}
