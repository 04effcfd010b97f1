// Promise: within one process nobody uses a verb more often than it allows, however parallel the requests are.
import { isIPv6 } from 'node:net'
import { makeBuckets } from './buckets.ts'

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

/** `factor` multiplies every limit: tests raise it. */
export const makeLimits = (now: () => number, factor = 1) => {
  const byVerb = new Map<string, ReturnType<typeof makeBuckets>>()
  return {
    /** takes one token; the answer is 0, or after how many seconds the next one is there */
    take: (verb: string, who: string, perMinute: number): number => {
      const size = perMinute * factor
      const buckets = byVerb.get(verb) ?? makeBuckets({ size, perSecond: size / 60 }, now)
      byVerb.set(verb, buckets)
      return Math.ceil(buckets.take(who))
    },
  }
}

export type Limits = ReturnType<typeof makeLimits>
