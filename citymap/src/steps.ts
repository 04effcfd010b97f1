// Turn-by-turn directions: reduces the edges of a drive to the few manoeuvres that a driver needs.
import type { LatLng } from '@wayfare/core/geo'
import type { Manoeuvre, RouteStep } from '@wayfare/core/manoeuvres'
import type { Graph } from './graph.ts'
import { describeTurn, makeRoads, type Roads, SLIGHT } from './step-turns.ts'
import type { TurnTable } from './turns.ts'

/** A drive as found by the router (see `RoadPath`), and the requested place at its end, which need not be on the road. */
type Driven = { edges: readonly number[]; from: number; to: number; turnMs: number; end: LatLng }

/** Two turns to the same side within this many metres are one U-turn, as through the gap of a dual carriageway. */
const U_TURN_M = 30
/** A name that begins this soon (m) after a turn is that of the street turned into; later after driving through a roundabout. */
const NAME_SOON_M = 60
const NAME_AFTER_ROUNDABOUT_M = 120
/** Straight on for less than this (m), or keeping to a lane this shortly before a roundabout, is not worth announcing. */
const TOO_SHORT_M = 40
const LANE_M = 80
/** Closer to the middle of the road than this (m), a place is on neither side of it. */
const ROADSIDE_M = 6

/** A step under construction: `ms` is its time in milliseconds. */
type Told = RouteStep & { ms: number }

const makeStep = (manoeuvre: Manoeuvre, street: string, { lat, lng }: LatLng): Told => ({
  manoeuvre,
  street,
  at: { lat, lng },
  exit: null,
  distanceM: 0,
  durationS: 0,
  ms: 0,
})

/** True if an exit of the roundabout is passed or taken between these edges. */
const isAtExit = (roads: Roads, before: number, after: number): boolean =>
  roads.listNext(before).some((edge) => !roads.isRound(edge) && (edge === after || !roads.isService(edge)))

const nameArrival = (roads: Roads, last: number, stop: LatLng, end: LatLng): Manoeuvre => {
  const rad = Math.PI / 180
  const heading = roads.bearingIn(last) * rad
  const east = (end.lng - stop.lng) * Math.cos(stop.lat * rad)
  const toTheRight = (east * Math.cos(heading) - (end.lat - stop.lat) * Math.sin(heading)) * 111_195
  if (Math.abs(toTheRight) < ROADSIDE_M) return 'arrive'
  return toTheRight > 0 ? 'arriveRight' : 'arriveLeft'
}

/** Removes the last step if the next one makes it unnecessary. */
const dropNeedless = (steps: Told[], next: Told): void => {
  const [earlier, last] = steps.slice(-2)
  if (steps.length < 2) return
  const isShort = last.manoeuvre === 'continue' && last.distanceM < TOO_SHORT_M
  const isLane = next.manoeuvre === 'roundabout' && last.manoeuvre.startsWith('keep') && last.distanceM < LANE_M
  if (!isShort && !isLane) return
  earlier.distanceM += last.distanceM
  earlier.ms += last.ms
  steps.pop()
}

/** True if this turn by `angle` degrees, with the one before by `angleBefore`, leads back onto the street the car came from. */
const isTurnedBack = (steps: readonly Told[], name: string, angleBefore: number, angle: number): boolean => {
  const [earlier, last] = steps.slice(-2)
  if (steps.length < 2 || last.exit !== null || last.distanceM > U_TURN_M || name !== earlier.street) return false
  return angleBefore * angle > 0 && Math.abs(angle) > SLIGHT && Math.abs(angleBefore + angle) > 150
}

/** Adds a step; a name that begins soon after a turn is given to that turn instead. */
const joinStep = (steps: Told[], next: Told): void => {
  dropNeedless(steps, next)
  const last = steps[steps.length - 1]
  const nameSoonM = last.exit === null ? NAME_SOON_M : NAME_AFTER_ROUNDABOUT_M
  if (next.manoeuvre === 'continue' && last.street === '' && last.distanceM < nameSoonM) {
    last.street = next.street
  } else steps.push(next)
}

/** Rounds to whole metres and seconds that add up to those of the whole drive. */
const roundSteps = (steps: readonly Told[]): RouteStep[] => {
  let [metres, ms, doneM, doneS] = [0, 0, 0, 0]
  return steps.map(({ ms: own, ...step }) => {
    metres += step.distanceM
    ms += own
    const [distanceM, durationS] = [Math.round(metres) - doneM, Math.round(ms / 1000) - doneS]
    doneM += distanceM
    doneS += durationS
    return { ...step, distanceM, durationS }
  })
}

/** The steps so far, the current street, and the angle of the last announced turn. */
type Telling = { steps: Told[]; street: string; angle: number }

const tellRoundabout = (roads: Roads, telling: Telling, before: number, after: number): void => {
  const { steps } = telling
  if (!roads.isRound(before) || steps[steps.length - 1].exit === null) {
    const step = { ...makeStep('roundabout', '', roads.startOf(after)), exit: 0 }
    dropNeedless(steps, step)
    steps.push(step)
  }
  if (!roads.isRound(before)) return
  const step = steps[steps.length - 1]
  if (isAtExit(roads, before, after)) step.exit = (step.exit ?? 0) + 1
  if (!roads.isRound(after)) telling.street = step.street = roads.nameOf(after)
}

const tellTurn = (roads: Roads, telling: Telling, before: number, after: number): void => {
  const { steps, street } = telling
  const turn = describeTurn(roads, [before, after], street)
  const [angle, name] = [roads.angle(before, after), roads.nameOf(after)]
  if (isTurnedBack(steps, name, telling.angle, angle)) Object.assign(steps[steps.length - 1], { manoeuvre: 'uTurn', street })
  else if (turn) joinStep(steps, makeStep(turn, name, roads.startOf(after)))
  if (turn) telling.angle = angle
  if (turn || street === '') telling.street = name || street
}

/**
 * The steps of a drive: going straight on along the same street is left out, a roundabout is one step with its exit, and the last
 * step says on which side the place is. Metres and seconds of all steps add up to those of the drive. `start` and `stop` are the
 * places on the road where it begins and ends.
 */
export const makeStepLister = (graph: Graph, turns: TurnTable) => {
  const roads = makeRoads(graph, turns)
  return ({ edges, from, to, turnMs, end }: Driven, [start, stop]: readonly [LatLng, LatLng]): RouteStep[] => {
    const first = roads.nameOf(edges[0])
    const telling: Telling = { steps: [makeStep('depart', first, start)], street: first, angle: 0 }
    if (turnMs > 0) telling.steps.push({ ...makeStep('uTurn', first, start), ms: turnMs })
    edges.forEach((edge, i) => {
      const before = edges[i - 1]
      if (i > 0) (roads.isRound(before) || roads.isRound(edge) ? tellRoundabout : tellTurn)(roads, telling, before, edge)
      const share = Math.max(0, (i === edges.length - 1 ? to : 1) - (i === 0 ? from : 0))
      const step = telling.steps[telling.steps.length - 1]
      step.distanceM += roads.lengthOf(edge) * share
      // A turn counts with its full time even if only part of the next edge is driven.
      step.ms += (i === 0 ? 0 : roads.turnMs(before, edge)) + graph.edgeMs[edge] * share
    })
    for (const step of telling.steps) if (step.exit === 0) step.exit = null
    const arrival = nameArrival(roads, edges[edges.length - 1], stop, end)
    return roundSteps([...telling.steps, makeStep(arrival, telling.street, stop)])
  }
}
