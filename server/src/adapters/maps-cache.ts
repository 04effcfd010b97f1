// The last few hundred answers of a map engine; a question that comes again while the first is under way shares its answer.

type Kept<T> = { answer: Promise<T>; until: number }

type CacheOptions = {
  most: number
  /** how long an answer holds (ms); for ever unless given */ keepMs?: number
  now?: () => number
}

type AnswerCache<T> = (key: string, find: () => Promise<T>) => Promise<T>

/** What failed is asked for again. */
export const makeAnswerCache = <T>({ most, keepMs = Number.POSITIVE_INFINITY, now = Date.now }: CacheOptions): AnswerCache<T> => {
  const kept = new Map<string, Kept<T>>()
  const ask = (key: string, find: () => Promise<T>): Kept<T> => {
    const asked: Kept<T> = { answer: find(), until: now() + keepMs }
    asked.answer.catch(() => {
      if (kept.get(key) === asked) kept.delete(key)
    })
    return asked
  }
  return (key, find) => {
    const known = kept.get(key)
    const entry = known && known.until > now() ? known : ask(key, find)
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return entry.answer
  }
}
