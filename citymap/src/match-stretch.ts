// A stretch of positions on its way into a chain: those that lie together are matched as one place or two, and one that strayed is left out.
import { measureDistanceM } from '@wayfare/core/geo'
import type { ChainEnd, Link, makeChain } from './match-chain.ts'
import { type MeteredFix, readDrivenM } from './match-odometer.ts'
import { estimateSpreadM, type MatchFix, type MatchPlace } from './match-places.ts'

/** The middle of some positions, and how many they are. */
type Cluster = MeteredFix & { count: number }

/**
 * Positions that lie together, in one part or two by time: a car that drives on is seen in two places, so that a hairpin that is no
 * wider than the noise is not cut off by the middle of it.
 */
type Together = readonly [Cluster, Cluster?]

/** The chain so far, the positions at the end that lie together, and one after them that does not. Never changed, only replaced. */
export type StretchProgress = { end: ChainEnd | null; waiting: Together; apart: MeteredFix | null }

/** The share of what noise alone can do at which a car is taken to have moved on. */
const BELIEVED = 0.7

/**
 * Positions that noise alone explains belong together, so that a car which stands or creeps drives nowhere. With the certainty of
 * nineteen in twenty `count` distances of normal noise from their middle are all below this (Rayleigh). measured (three maps): at all of
 * it a car among tall houses stays one place for eight seconds and loses its bends, at half of it one that stands drives.
 */
const mostDeviations = (count: number): number => BELIEVED * Math.sqrt(2 * Math.log(20 * count) * (1 + 1 / count))
/** A car whose speeds lead so many times as far has moved on, although its positions still lie together: speeds have less noise. */
const DRIVEN = 0.8
/** One alone that is no further than this strayed when the next one is back again. */
const STRAYED = 5

/** So few are not parted: what is left of their noise would be taken for a way. */
const FEWEST = 2

const begin = (fix: MeteredFix): Cluster => ({ ...fix, count: 1 })

/** The middle of two clusters in place and time; the heading is that of the later one. */
const merge = (a: Cluster, b: Cluster): Cluster => {
  const count = a.count + b.count
  const mean = (one: number, other: number): number => one + ((other - one) * b.count) / count
  return {
    lat: mean(a.lat, b.lat),
    lng: mean(a.lng, b.lng),
    at: mean(a.at, b.at),
    accuracyM: a.accuracyM === null || b.accuracyM === null ? null : mean(a.accuracyM, b.accuracyM),
    heading: b.heading ?? null,
    odometer:
      readDrivenM(a, b) === null ? b.odometer : { run: b.odometer.run, metres: mean(a.odometer.metres, b.odometer.metres) },
    count,
  }
}

/** The second part grows until it is as large as the first; both then make a first part of the whole. */
const join = ([first, second]: Together, fix: MeteredFix): Together => {
  const last = begin(fix)
  if (!second) return first.count < FEWEST ? [merge(first, last)] : [first, last]
  return second.count < first.count ? [first, merge(second, last)] : [merge(first, second), last]
}

type Chain = ReturnType<typeof makeChain>

/** Takes positions one by one. `listPlaces` says where the car may have been at each. */
export const makeStretchSteps = (chain: Chain, listPlaces: (fix: MatchFix) => MatchPlace[]) => {
  const match = (end: ChainEnd | null, fix: MeteredFix): ChainEnd =>
    end ? chain.extend(end, fix, listPlaces(fix)) : chain.begin(fix, listPlaces(fix))

  const matchTogether = (end: ChainEnd | null, [first, second]: Together): ChainEnd => {
    const matched = match(end, first)
    return second ? match(matched, second) : matched
  }
  const take = (progress: StretchProgress | null, fix: MeteredFix): StretchProgress => {
    if (!progress) return { end: null, waiting: [begin(fix)], apart: null }
    const { end, waiting, apart } = progress
    const [first, second] = waiting
    const middle = second ? merge(first, second) : first
    const spreadM = estimateSpreadM(fix)
    const deviations = measureDistanceM(middle, fix) / spreadM
    const most = mostDeviations(middle.count)
    // out and back again, as the positions alone cannot tell
    const hasDriven = (readDrivenM(middle, fix) ?? 0) > DRIVEN * most * spreadM
    if (deviations < most && !hasDriven) return { end, waiting: join(waiting, fix), apart: null }
    if (!apart && deviations < STRAYED && !hasDriven) return { end, waiting, apart: fix }
    const moved: StretchProgress = { end: matchTogether(end, waiting), waiting: [begin(apart ?? fix)], apart: null }
    return apart ? take(moved, fix) : moved
  }
  /** The likeliest way through all positions that were taken. */
  const listLinks = ({ end, waiting, apart }: StretchProgress): Link[] => {
    const together = matchTogether(end, waiting)
    const last = apart ? match(together, apart) : together
    const links: Link[] = []
    for (let link: Link | null = last.links[0]; link; link = link.before) links.push(link)
    return links.toReversed()
  }
  return { take, listLinks }
}
