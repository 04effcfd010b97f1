// Feeds the positions of a stretch into a chain: positions close together are matched as one place or two, an outlier is skipped.
import { measureDistanceM } from '@wayfare/core/geo'
import type { ChainEnd, Link, makeChain } from './match-chain.ts'
import { type MeteredFix, readDrivenM } from './match-odometer.ts'
import { estimateSpreadM, type MatchFix, type MatchPlace } from './match-places.ts'

/** The mean of some positions, and their number. */
type Cluster = MeteredFix & { count: number }

/**
 * Positions close together, in one or two parts by time: with two, a car that drives on is seen in two places, so that a hairpin
 * no wider than the noise is not cut off by the mean.
 */
type Together = readonly [Cluster, Cluster?]

/** The chain so far, the latest positions that are close together, and one after them that is not. Immutable. */
export type StretchProgress = { end: ChainEnd | null; waiting: Together; apart: MeteredFix | null }

/** The share of what noise alone can do at which a car counts as having moved on. */
const BELIEVED = 0.7

/**
 * Positions that noise alone can explain belong together, so that a car that stands or creeps does not seem to drive. With 95 %
 * certainty all of `count` distances from their mean are below this for normal noise (Rayleigh). Measured (three maps): with the
 * full value a car among tall houses stays in one place for eight seconds and loses its bends; with half of it, a standing car
 * drives.
 */
const mostDeviations = (count: number): number => BELIEVED * Math.sqrt(2 * Math.log(20 * count) * (1 + 1 / count))
/** A car whose speeds lead this share of that limit has moved on, even if its positions are close: speeds have less noise. */
const DRIVEN = 0.8
/** A single position within this many deviations is an outlier if the next one is back. */
const STRAYED = 5

/** So few positions are not split: what remains of their noise would look like a way. */
const FEWEST = 2

const begin = (fix: MeteredFix): Cluster => ({ ...fix, count: 1 })

/** The mean of two clusters in place and time; the heading is the later one's. */
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

/** The second part grows until it is as large as the first; both then become the first part. */
const join = ([first, second]: Together, fix: MeteredFix): Together => {
  const last = begin(fix)
  if (!second) return first.count < FEWEST ? [merge(first, last)] : [first, last]
  return second.count < first.count ? [first, merge(second, last)] : [merge(first, second), last]
}

type Chain = ReturnType<typeof makeChain>

/** Takes positions one by one. `listPlaces` gives the possible places of the car at each. */
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
    // it went out and came back, which the positions alone cannot show
    const hasDriven = (readDrivenM(middle, fix) ?? 0) > DRIVEN * most * spreadM
    if (deviations < most && !hasDriven) return { end, waiting: join(waiting, fix), apart: null }
    if (!apart && deviations < STRAYED && !hasDriven) return { end, waiting, apart: fix }
    const moved: StretchProgress = { end: matchTogether(end, waiting), waiting: [begin(apart ?? fix)], apart: null }
    return apart ? take(moved, fix) : moved
  }
  /** The likeliest way through all positions taken so far. */
  const listLinks = ({ end, waiting, apart }: StretchProgress): Link[] => {
    const together = matchTogether(end, waiting)
    const last = apart ? match(together, apart) : together
    const links: Link[] = []
    for (let link: Link | null = last.links[0]; link; link = link.before) links.push(link)
    return links.toReversed()
  }
  return { take, listLinks }
}
