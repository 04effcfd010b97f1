// How a car may have come from one place to the next, and how likely that is: the transitions of the hidden Markov model.
import { measureDistanceM } from '@wayfare/core/geo'
import { type Graph, measurePieceM } from './graph.ts'
import { type MeteredFix, readDrivenM } from './match-odometer.ts'
import { estimateSpreadM, huber, type MatchPlace } from './match-places.ts'
import type { EdgeReach } from './match-reach.ts'

/**
 * `along` the same edge, turned `back` on its street, `on` past the end of the edge, or past its other end after turning back
 * (`turnedOn`), or `off` the road.
 */
type Way = { cost: number; kind: 'along' | 'back' | 'on' | 'turnedOn' | 'off' }

/**
 * What was driven on a way: `edges` since the previous place (none: the same edge), the first of them entered by turning back if
 * `turned`, and `gainM`, the metres not driven before. `reachedM` is the furthest the car has been along its edge.
 */
type Followed = { edges: readonly number[]; turned: boolean; reachedM: number; gainM: number }

/**
 * Costs are negative logarithms of likelihoods. The detour of a way on the road, compared with the straight line between its two
 * places, is assumed to be exponentially distributed (Newson and Krumm, who measure it between the positions: there noise makes a
 * way round the block as likely as the straight road). Its mean, their β, is this share of the noise, plus this share of the
 * straight line for bends and corners, plus these metres for a roundabout or a hairpin between two positions close together.
 */
const SHARE_OF_NOISE = 0.4
const WINDING = 0.2
const BEND_M = 5
/** Turning back in the middle of a street is rare, and so are leaving the road and coming back to it. */
const TURN_BACK_COST = 5
const LEAVE_COST = 5
/** A way longer than the positions by this many times their noise and bends costs more than leaving the road and coming back. */
const MOST_DETOUR = 2 * LEAVE_COST

/**
 * How far the way on the road may differ from the distance by the speeds, as one standard deviation: this many times the noise of
 * both places (twice their scatter, since the detour has counted it already), plus this share of the distance and these metres
 * for what speeds some seconds apart miss.
 */
const NOISES_OF_BOTH = 2
const SPEED_SHARE = 0.07
const SPEED_M = 3
/** What two positions show about the way between them; `drivenM` is by the speeds, null if they do not show it. */
type Step = { straightM: number; noiseM: number; withinM: number; drivenM: number | null }

export const measureStep = (a: MeteredFix, b: MeteredFix): Step => {
  const straightM = measureDistanceM(a, b)
  const noiseM = (estimateSpreadM(a) + estimateSpreadM(b)) / 2
  const withinM = straightM + MOST_DETOUR * (noiseM + WINDING * straightM)
  const drivenM = readDrivenM(a, b)
  // if it is further than any way considered, the speeds are wrong
  return { straightM, noiseM, withinM, drivenM: drivenM !== null && drivenM <= withinM ? drivenM : null }
}

const speedCost = (metres: number, { drivenM, noiseM }: Step): number =>
  drivenM === null ? 0 : huber(Math.abs(metres - drivenM) / (NOISES_OF_BOTH * noiseM + SPEED_SHARE * drivenM + SPEED_M))

/** Slightly behind on the same edge is noise, which no bend explains: the car did not move. */
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

  /** The cheapest way from one place to another; null if none costs less than `below`. */
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

  /** What is driven on a way from a place whose edge had been driven up to `reachedM`. */
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
    // it turned back at the furthest point reached, or further on, where it is now
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
