// Promise: within one process nobody uses a verb more often than it allows, however parallel the requests are.
import { isIPv6 } from 'node:net'

/**
 * The network behind an address, as limits count it: an IPv4 address, or the /64 of an IPv6 one, of which every household has a
 * whole one to itself.
 */
export const getNetwork = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const missing = right === undefined ? 0 : Math.max(0, 8 - groups.length - tail.length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

type Bucket = { tokens: number; at: number }

// A bucket that is full again says nothing, so only those of the last minute are kept.
const keepMs = 60_000
const sweepAbove = 20_000

/** `factor` multiplies every limit: tests raise it. */
export const makeLimits = (now: () => number, factor = 1) => {
  const buckets = new Map<string, Bucket>()
  let sweptAt = 0

  const sweep = (at: number): void => {
    if (buckets.size < sweepAbove || at - sweptAt < 1000) return
    sweptAt = at
    for (const [key, bucket] of buckets) if (at - bucket.at >= keepMs) buckets.delete(key)
  }

  return {
    /** takes one token; the answer is 0, or after how many seconds the next one is there */
    take: (verb: string, who: string, perMinute: number): number => {
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

export type Limits = ReturnType<typeof makeLimits>
