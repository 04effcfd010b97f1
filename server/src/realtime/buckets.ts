// Tokens that come back with time, for each of many askers: those whose bucket is full again are forgotten.

type Bucket = { tokens: number; at: number }

const sweepEveryMs = 10_000

/** `now`: a steady clock in ms. */
export const makeBuckets = ({ size, perSecond }: { size: number; perSecond: number }, now = () => performance.now()) => {
  const buckets = new Map<string, Bucket>()
  let sweptAt = now()

  const refilled = ({ tokens, at }: Bucket, moment: number): number => Math.min(size, tokens + ((moment - at) / 1000) * perSecond)

  const sweep = (moment: number): void => {
    if (moment - sweptAt < sweepEveryMs) return
    sweptAt = moment
    for (const [who, bucket] of buckets) if (refilled(bucket, moment) >= size) buckets.delete(who)
  }

  return {
    /** takes so many tokens, or none and answers false */
    take: (who: string, tokens = 1): boolean => {
      const at = now()
      sweep(at)
      const there = refilled(buckets.get(who) ?? { tokens: size, at }, at)
      const isAllowed = there >= tokens
      buckets.set(who, { tokens: isAllowed ? there - tokens : there, at })
      return isAllowed
    },
    /** askers that are remembered */
    size: () => buckets.size,
  }
}
