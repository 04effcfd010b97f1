// Promise: within one process nobody uses a verb more often than it allows, however parallel the requests are.
type Bucket = { tokens: number; at: number }

export type Limits = {
  /** takes one token; the answer is 0, or after how many seconds the next one is there */
  take: (verb: string, who: string, perMinute: number) => number
}

// A bucket that is full again says nothing, so only those of the last minute are kept.
const keepMs = 60_000
const sweepAbove = 20_000

/** `factor` multiplies every limit: tests raise it. */
export const makeLimits = (now: () => number, factor = 1): Limits => {
  const buckets = new Map<string, Bucket>()
  let sweptAt = 0

  const sweep = (at: number): void => {
    if (buckets.size < sweepAbove || at - sweptAt < 1000) return
    sweptAt = at
    for (const [key, bucket] of buckets) if (at - bucket.at >= keepMs) buckets.delete(key)
  }

  return {
    take: (verb, who, perMinute) => {
      const capacity = perMinute * factor
      const perMs = capacity / 60_000
      const at = now()
      sweep(at)
      const key = `${verb} ${who}`
      const bucket = buckets.get(key) ?? { tokens: capacity, at }
      const tokens = Math.min(capacity, bucket.tokens + Math.max(0, at - bucket.at) * perMs)
      const isAllowed = tokens >= 1
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at })
      return isAllowed ? 0 : Math.ceil((1 - tokens) / perMs / 1000)
    },
  }
}
