// A stretch of positions on its way into a chain: those that lie together are matched as one, and one that strayed is left out.
import { measureDistanceM } from '@wayfare/core/geo'
import type { ChainEnd, Link, makeChain } from './match-chain.ts'
import { estimateSpreadM, type MatchFix, type MatchPlace } from './match-places.ts'

/** Positions that lie together: their middle, and how many they are. */
type Cluster = MatchFix & { count: number }

/** The chain so far, the positions at the end that lie together, and one after them that does not. Never changed, only replaced. */
export type StretchProgress = { end: ChainEnd | null; waiting: Cluster; apart: MatchFix | null }

/**
 * Positions that noise alone explains belong together, so that a car which stands or creeps drives nowhere. A stop is broken by
 * mistake once in twenty: with that certainty `count` distances of normal noise from their middle are all below this (Rayleigh).
 */
const mostDeviations = (count: number): number => Math.sqrt(2 * Math.log(20 * count) * (1 + 1 / count))
/** One alone that is no further than this strayed when the next one is back again. */
const STRAYED = 5

/** The middle of the cluster and one position more, in place and time. */
const join = (cluster: Cluster, fix: MatchFix): Cluster => {
  const count = cluster.count + 1
  const mean = (before: number, next: number): number => before + (next - before) / count
  return {
    lat: mean(cluster.lat, fix.lat),
    lng: mean(cluster.lng, fix.lng),
    at: mean(cluster.at, fix.at),
    accuracyM: cluster.accuracyM === null || fix.accuracyM === null ? null : mean(cluster.accuracyM, fix.accuracyM),
    heading: fix.heading ?? null,
    count,
  }
}

type Chain = ReturnType<typeof makeChain>

/** Takes positions one by one. `listPlaces` says where the car may have been at each. */
export const makeStretchSteps = (chain: Chain, listPlaces: (fix: MatchFix) => MatchPlace[]) => {
  const match = (end: ChainEnd | null, fix: MatchFix): ChainEnd =>
    end ? chain.extend(end, fix, listPlaces(fix)) : chain.begin(fix, listPlaces(fix))

  const take = (progress: StretchProgress | null, fix: MatchFix): StretchProgress => {
    if (!progress) return { end: null, waiting: { ...fix, count: 1 }, apart: null }
    const { end, waiting, apart } = progress
    const deviations = measureDistanceM(waiting, fix) / estimateSpreadM(fix)
    if (deviations < mostDeviations(waiting.count)) return { end, waiting: join(waiting, fix), apart: null }
    if (!apart && deviations < STRAYED) return { end, waiting, apart: fix }
    const moved = { end: match(end, waiting), waiting: { ...(apart ?? fix), count: 1 }, apart: null }
    return apart ? take(moved, fix) : moved
  }

  /** The likeliest way through all positions that were taken. */
  const listLinks = ({ end, waiting, apart }: StretchProgress): Link[] => {
    const together = match(end, waiting)
    const last = apart ? match(together, apart) : together
    const links: Link[] = []
    for (let link: Link | null = last.links[0]; link; link = link.before) links.push(link)
    return links.toReversed()
  }

  return { take, listLinks }
}
