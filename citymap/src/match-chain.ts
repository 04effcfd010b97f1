// Map matching as a hidden Markov model (Newson and Krumm 2009, "Hidden Markov map matching through noise and sparseness"),
// decoded by Viterbi's algorithm one position at a time. The states are places on directed edges, which takes account of
// one-ways, turn restrictions and the carriageway, and one state off the road, for car parks, ferries and streets that the map
// lacks.
//
// A chain only grows: its links point back and are never changed, so that a caller that keeps an earlier end can continue from
// it. This allows matching during a trip: a trip in pieces goes through the same steps as the whole.
import type { MeteredFix } from './match-odometer.ts'
import type { MatchPlace } from './match-places.ts'
import { type makeWays, measureStep } from './match-ways.ts'

/**
 * A possible place of the car, with the best way to it. `edges` are those driven since the previous link (none: the same edge),
 * entered by turning back if `turned`. `reachedM` is the furthest the car has been along the edge, so that noise that seems to
 * drive back and forth adds nothing; `metres` counts from the start of the chain.
 */
export type Link = {
  place: MatchPlace
  at: number
  cost: number
  before: Link | null
  edges: readonly number[]
  turned: boolean
  reachedM: number
  metres: number
}

/** Every possible place of the car after a position, the likeliest first, and that position; `count`: positions so far. */
export type ChainEnd = { links: readonly Link[]; fix: MeteredFix; count: number }

/**
 * After every this many positions, the state that many positions back is decided for good, so that decisions are final after
 * twice as many at the latest (the sliding window of Goh et al. 2012, "Online map-matching based on hidden Markov model for
 * real-time traffic sensing").
 */
const WINDOW = 60

const findAncestor = (link: Link, steps: number): Link | null => {
  let at: Link | null = link
  for (let i = 0; i < steps && at; i++) at = at.before
  return at
}

/** Decides an old state by dropping the ends that do not go through it. */
const decideOld = (end: ChainEnd): ChainEnd => {
  if (end.count % WINDOW !== 0) return end
  const decided = findAncestor(end.links[0], WINDOW)
  return { ...end, links: end.links.filter((link) => findAncestor(link, WINDOW) === decided) }
}

const beginLink = (place: MatchPlace, at: number): Link => ({
  place,
  at,
  cost: place.misfit,
  before: null,
  edges: [],
  turned: false,
  reachedM: place.alongM,
  metres: 0,
})

const byCost = (a: Link, b: Link): number => a.cost - b.cost

/** Chains over the ways of a graph; `places` are the possible places of the car at a position. */
export const makeChain = ({ findWay, followWay }: ReturnType<typeof makeWays>) => {
  const findBestWay = (links: readonly Link[], place: MatchPlace, step: ReturnType<typeof measureStep>) => {
    let best: { before: Link; cost: number; kind: NonNullable<ReturnType<typeof findWay>>['kind'] } | null = null
    for (const before of links) {
      const below = (best?.cost ?? Number.POSITIVE_INFINITY) - before.cost
      // the links are sorted by cost
      if (below <= 0) break
      const way = findWay(before.place, place, step, below)
      if (way) best = { before, cost: before.cost + way.cost, kind: way.kind }
    }
    return best
  }
  return {
    begin: (fix: MeteredFix, places: readonly MatchPlace[]): ChainEnd => ({
      links: places.map((place) => beginLink(place, fix.at)).toSorted(byCost),
      fix,
      count: 1,
    }),
    extend: (end: ChainEnd, fix: MeteredFix, places: readonly MatchPlace[]): ChainEnd => {
      const step = measureStep(end.fix, fix)
      const links = places.flatMap((place): Link[] => {
        const best = findBestWay(end.links, place, step)
        if (!best) return []
        const { before, cost, kind } = best
        const { gainM, ...followed } = followWay(before.place, before.reachedM, place, { kind, step })
        return [{ place, at: fix.at, cost: cost + place.misfit, before, metres: before.metres + gainM, ...followed }]
      })
      return decideOld({ links: links.toSorted(byCost), fix, count: end.count + 1 })
    },
  }
}
