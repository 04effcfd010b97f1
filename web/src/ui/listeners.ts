// Those who want to hear of something.
export const makeListeners = <Args extends unknown[] = []>() => {
  const all = new Set<(...args: Args) => void>()
  return {
    /** The answer takes the listener off. */
    add: (listener: (...args: Args) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: (...args: Args) => {
      for (const listener of all) listener(...args)
    },
  }
}
