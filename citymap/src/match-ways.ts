// How a car may have come from one place to the next, and how likely that is: the transitions of the hidden Markov model.
import { measureDistanceM } from '@wayfare/core/geo'
import { type Graph, measurePieceM } from './graph.ts'
import { type MeteredFix, readDrivenM } from './match-odometer.ts'
import { estimateSpreadM, huber, type MatchPlace } from './match-places.ts'
import type { EdgeReach } from './match-reach.ts'

/**
 * `along` the same edge, turned `back` on the street it is on, `on` over the end of the edge, or over its other end after turning
 * back (`turnedOn`), or `off` the road.
 */
type Way = { cost: number; kind: 'along' | 'back' | 'on' | 'turnedOn' | 'off' }

/**
 * What was driven on a way: `edges` since the place before (none: the same edge), the first of them entered by turning back when
 * `turned`, and `gainM` of metres that had not been driven before. `reachedM` is how far along its edge the car has been.
 */
type Followed = { edges: readonly number[]; turned: boolean; reachedM: number; gainM: number }

/**
 * Costs are negative logarithms of likelihoods. The detour of the way on the road beyond the straight line between its two places is
 * taken to be exponential (Newson and Krumm, who measure it between the positions: there noise makes a way round the block as
 * likely as the straight road). Its mean, their β, is this share of the noise, this one of the straight line for what bends and corners
 * do, and so many metres for a roundabout or a hairpin between two positions that lie close together.
 */
const SHARE_OF_NOISE = 0.4
const WINDING = 0.2
const BEND_M = 5
/** Turning back in the middle of a street, leaving the road and coming back to it are rare. */
const TURN_BACK_COST = 5
const LEAVE_COST = 5
/** A way longer than the positions by so many times their noise and bends would cost more than leaving the road and coming back. */
const MOST_DETOUR = 2 * LEAVE_COST

/**
 * By how much the way on the road may differ from what was driven by the speeds, as one standard deviation: the noise of both places so
 * many times (twice what they scatter, since the detour has counted it already), and this share of what was driven and so many metres
 * for what speeds some seconds apart do not show.
 */
const NOISES_OF_BOTH = 2
const SPEED_SHARE = 0.07
const SPEED_M = 3
/** What two positions say of the way between them; `drivenM` by the speeds, null where they do not tell. */
type Step = { straightM: number; noiseM: number; withinM: number; drivenM: number | null }

export const measureStep = (a: MeteredFix, b: MeteredFix): Step => {
  const straightM = measureDistanceM(a, b)
  const noiseM = (estimateSpreadM(a) + estimateSpreadM(b)) / 2
  const withinM = straightM + MOST_DETOUR * (noiseM + WINDING * straightM)
  const drivenM = readDrivenM(a, b)
  // further than any way that is looked at: the speeds are wrong
  return { straightM, noiseM, withinM, drivenM: drivenM !== null && drivenM <= withinM ? drivenM : null }
}

const speedCost = (metres: number, { drivenM, noiseM }: Step): number =>
  drivenM === null ? 0 : huber(Math.abs(metres - drivenM) / (NOISES_OF_BOTH * noiseM + SPEED_SHARE * drivenM + SPEED_M))

/** A little behind on the same edge is noise, which no bend explains: the car did not move. */
const detourCost = (metres: number, from: MatchPlace, to: MatchPlace, step: Step): number => {
  if (metres < 0) return -metres / step.noiseM
  const straightM = measureDistanceM(from.point, to.point)
  const detour = Math.max(0, metres - straightM) / (SHARE_OF_NOISE * step.noiseM + WINDING * straightM + BEND_M)
  return detour + speedCost(metres, step)
}

const sameEdge: readonly number[] = []

export const makeWays = (graph: Graph, reach: EdgeReach) => {
  const lengthOf = (edge: number): number => measurePieceM(graph, graph.edgePiece[edge])

  const exitOf = ({ edge, alongM, lengthM }: MatchPlace, turned: boolean) =>
    turned ? { exit: graph.edgeTwin[edge], restM: alongM } : { exit: edge, restM: lengthM - alongM }

  const onwardCost = (from: MatchPlace, to: MatchPlace, step: Step, turned: boolean): number => {
    const { exit, restM } = exitOf(from, turned)
    if (exit < 0 || restM + to.alongM > step.withinM) return Number.POSITIVE_INFINITY
    const metres = restM + reach(exit, step.withinM).metresTo(to.edge) + to.alongM
    return metres > step.withinM ? Number.POSITIVE_INFINITY : detourCost(metres, from, to, step) + (turned ? TURN_BACK_COST : 0)
  }

  /** The cheapest way from one place to another; null when none costs less than `below`. */
  const findWay = (from: MatchPlace, to: MatchPlace, step: Step, below: number): Way | null => {
    let best: Way | null = null
    const offer = (kind: Way['kind'], cost: number): void => {
      if (cost < (best?.cost ?? below)) best = { kind, cost }
    }
    if (from.edge < 0 || to.edge < 0) offer('off', from.edge === to.edge ? 0 : LEAVE_COST)
    else {
      if (to.edge === from.edge) offer('along', detourCost(to.alongM - from.alongM, from, to, step))
      else if (to.edge === graph.edgeTwin[from.edge])
        offer('back', detourCost(Math.abs(to.alongM + from.alongM - to.lengthM), from, to, step) + TURN_BACK_COST)
      if (to.edge !== from.edge || to.alongM < from.alongM) offer('on', onwardCost(from, to, step, false))
      if (TURN_BACK_COST < below) offer('turnedOn', onwardCost(from, to, step, true))
    }
    return best
  }

  /** What is driven on a way from a place, whose edge was driven up to `reachedM` by then. */
  const followWay = (
    from: MatchPlace,
    reachedM: number,
    to: MatchPlace,
    { kind, step }: { kind: Way['kind']; step: Step },
  ): Followed => {
    if (kind === 'off') return { edges: sameEdge, turned: false, reachedM: to.alongM, gainM: step.straightM }
    if (kind === 'along') {
      const gainM = Math.max(0, to.alongM - reachedM)
      return { edges: sameEdge, turned: false, reachedM: reachedM + gainM, gainM }
    }
    // turned where it had come to, or further on, where it is now
    if (kind === 'back')
      return { edges: [to.edge], turned: true, reachedM: to.alongM, gainM: Math.abs(to.alongM + reachedM - from.lengthM) }
    const turned = kind === 'turnedOn'
    const { exit } = exitOf(from, turned)
    const on = reach(exit, step.withinM).listEdgesTo(to.edge)
    const passedM = on.slice(0, -1).reduce((sum, edge) => sum + lengthOf(edge), 0)
    const leftM = turned ? reachedM : from.lengthM - reachedM
    return { edges: turned ? [exit, ...on] : on, turned, reachedM: to.alongM, gainM: leftM + passedM + to.alongM }
  }

  return { findWay, followWay }
}
