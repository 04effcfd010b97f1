// Map matching of a trip: each stretch of positions is matched to the roads, and the gap between two stretches is filled with the
// quickest way from the end of one to the start of the next.
import type { LatLng } from '@wayfare/core/geo'
import type { Graph } from './graph.ts'
import { type EdgeEnd, listEdgeEnds } from './edge-ends.ts'
import { type Link, makeChain } from './match-chain.ts'
import { buildChainLine } from './match-line.ts'
import { addOdometer, type MeteredFix } from './match-odometer.ts'
import { listMatchPlaces, type MatchFix, type MatchPlace } from './match-places.ts'
import { makeEdgeReach } from './match-reach.ts'
import { makeStretchSteps, type StretchProgress } from './match-stretch.ts'
import { MOST_HASTE } from '@wayfare/core/driven'
import type { Router } from './router.ts'
import { makeWays } from './match-ways.ts'
import type { Snapper } from './snap.ts'
import type { TurnTable } from './turns.ts'

/**
 * Stretches of positions in order of time, none of them empty. With a `trip` id the work is kept: when asked again with more
 * positions, only the new ones are matched. The answer is the same without it.
 */
export type MatchQuestion = { trip: string | null; stretches: readonly (readonly MatchFix[])[] }

/** `metres` driven until `at` (epoch ms); `onRoad`: the way since the previous mark is on roads of the map. */
export type MatchMark = { at: number; metres: number; onRoad: boolean }

/** The way through a stretch: marks in order of time, starting at 0 m, and the driven line. */
export type MatchedStretch = { marks: MatchMark[]; line: LatLng[] }

/** The quickest way over a gap, and its time (s). */
type MatchedGap = { metres: number; seconds: number; line: LatLng[] }

/** One entry per stretch of the question, and the gap after each but the last: null if no road leads across. */
export type MatchedTrip = { stretches: MatchedStretch[]; gaps: (MatchedGap | null)[] }

/** Further (m) than this from every road, the quickest way over a gap is not meaningful. */
const MOST_OFF_M = 200

/** Within this distance (m) of a crossing, three deviations of an ordinary phone, noise can put a car into any of its streets. */
const CROSSING_M = 15

type Kept = { fixes: readonly MeteredFix[]; progress: StretchProgress | null }

/** The last few positions are processed again each time: how far they are trusted may change with the next one. */
const UNSETTLED = 8
/** Most stretches kept to continue from, about 100 bytes per position; a dropped one is matched from the start. */
const MOST_KEPT = 1000

const compared = ['at', 'lat', 'lng', 'accuracyM', 'heading', 'speed'] as const
const isSame = (a: MatchFix, b: MatchFix | undefined): boolean => b !== undefined && compared.every((key) => a[key] === b[key])

/** Takes all positions of a stretch, or only the rest if its beginning was taken before. */
const makeFollow = (take: (progress: StretchProgress | null, fix: MeteredFix) => StretchProgress) => {
  const kept = new Map<string, Kept>()
  return (key: string, fixes: readonly MeteredFix[]): StretchProgress | null => {
    const known = kept.get(key)
    const start: Kept = known?.fixes.every((fix, i) => isSame(fix, fixes[i])) ? known : { fixes: [], progress: null }
    const settledCount = Math.max(start.fixes.length, fixes.length - UNSETTLED)
    const settled = fixes.slice(start.fixes.length, settledCount).reduce(take, start.progress)
    kept.delete(key)
    kept.set(key, { fixes: fixes.slice(0, settledCount), progress: settled })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT) kept.delete(oldest)
    return fixes.slice(settledCount).reduce(take, settled)
  }
}

const isOnRoad = (link: Link | null): boolean => link !== null && link.place.edge >= 0

const readMarks = (links: readonly Link[]): MatchMark[] =>
  links.map((link) => ({ at: link.at, metres: link.metres, onRoad: isOnRoad(link) && isOnRoad(link.before) }))

type MatchRouter = Pick<Router, 'drive' | 'draw'>

/** Matches trips on an opened graph. Never throws, whatever the positions. */
export const makeMatch = (graph: Graph, turns: TurnTable, snapper: Snapper, router: MatchRouter) => {
  const chain = makeChain(makeWays(graph, makeEdgeReach(graph, turns)))
  const steps = makeStretchSteps(chain, (fix) => listMatchPlaces(graph, snapper, fix))
  const follow = makeFollow(steps.take)

  const listBothEnds = ({ point }: MatchPlace): EdgeEnd[] => {
    const [near] = snapper.listAround(point, MOST_OFF_M, 1)
    return near ? listEdgeEnds(graph, near) : []
  }
  /** The direction that was driven there; both directions if the car was off the road. */
  const listEnds = (place: MatchPlace): EdgeEnd[] => {
    const { edge, alongM, lengthM } = place
    return edge < 0 ? listBothEnds(place) : [{ edge, share: lengthM > 0 ? alongM / lengthM : 0 }]
  }
  /** Where the car was lost: on its matched edge or, just past a crossing, also at the end of the previous edge. */
  const listLost = (links: readonly Link[], last: Link): EdgeEnd[] => {
    const entered = links.findLast(({ edges }) => edges.length > 0)
    const edge = entered?.edges.at(-2) ?? entered?.before?.place.edge ?? -1
    const isBehind = edge >= 0 && !entered?.turned && entered?.place.edge === last.place.edge && last.place.alongM < CROSSING_M
    return [...listEnds(last.place), ...(isBehind ? [{ edge, share: 1 }] : [])]
  }
  /** Where it was seen again: on that edge or, just before a crossing, also at the start of the edge it took then. */
  const listFound = (links: readonly Link[], first: Link): EdgeEnd[] => {
    const left = links.find(({ edges }) => edges.length > 0)
    const [edge] = left?.edges ?? []
    const isThere = edge !== undefined && !left?.turned && left?.before?.place.edge === first.place.edge
    const isBefore = isThere && first.place.lengthM - first.place.alongM < CROSSING_M
    return [...listEnds(first.place), ...(isBefore ? [{ edge, share: 0 }] : [])]
  }
  /** Continues in the direction of travel; if that takes so long that the car must have turned back, in any direction. */
  const crossGap = (lost: readonly Link[], found: readonly Link[]): MatchedGap | null => {
    const [from, to] = [lost.at(-1), found[0]]
    if (!from || !to) return null
    const find = (sources: EdgeEnd[], targets: EdgeEnd[]) =>
      sources.length > 0 && targets.length > 0 ? router.drive(sources, targets) : null
    const onward = find(listLost(lost, from), listFound(found, to))
    const isLikely = onward !== null && onward.ms <= MOST_HASTE * (to.at - from.at)
    const drive = isLikely ? onward : find(listBothEnds(from.place), listBothEnds(to.place))
    return drive && { metres: drive.metres, seconds: drive.ms / 1000, line: router.draw(drive) }
  }

  return ({ trip, stretches }: MatchQuestion): MatchedTrip => {
    const ways = stretches.map((said) => {
      const fixes = addOdometer(said)
      const progress = trip === null ? fixes.reduce(steps.take, null) : follow(`${trip} ${fixes[0]?.at}`, fixes)
      return progress ? steps.listLinks(progress) : []
    })
    return {
      stretches: ways.map((links) => ({ marks: readMarks(links), line: buildChainLine(graph, links) })),
      gaps: ways.slice(1).map((links, i) => crossGap(ways[i], links)),
    }
  }
}
