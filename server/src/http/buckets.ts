// Tokens that come back with time, for each of many askers: those whose bucket is full again are forgotten.

type Bucket = { tokens: number; at: number }

const sweepEveryMs = 10_000

/** `Who`: what an asker is known by. `now`: a clock in ms. */
export const makeBuckets = <Who = string>(
  { size, perSecond }: { size: number; perSecond: number },
  now = () => performance.now(),
) => {
  const buckets = new Map<Who, Bucket>()
  let sweptAt = now()

  const countTokens = ({ tokens, at }: Bucket): number => Math.min(size, tokens + (Math.max(0, now() - at) / 1000) * perSecond)

  const sweep = (): void => {
    if (now() - sweptAt < sweepEveryMs) return
    sweptAt = now()
    for (const [who, bucket] of buckets) if (countTokens(bucket) >= size) buckets.delete(who)
  }

  return {
    /** takes so many tokens, or none; the answer is 0, or after how many seconds so many are there */
    take: (who: Who, tokens = 1): number => {
      sweep()
      const at = now()
      const there = countTokens(buckets.get(who) ?? { tokens: size, at })
      const isEnough = there >= tokens
      buckets.set(who, { tokens: isEnough ? there - tokens : there, at })
      return isEnough ? 0 : (tokens - there) / perSecond
    },
    /** askers that are remembered */
    size: () => buckets.size,
  }
}
