// A single turn of a drive: its angle, the alternatives at the junction, and the manoeuvre's name.
import { computeBearing, type LatLng } from '@wayfare/core/geo'
import type { Manoeuvre } from '@wayfare/core/manoeuvres'
import { FLAG_ROUNDABOUT, type Graph, measurePieceM, readShapePoint } from './graph.ts'
import { ROAD_CLASSES } from './profile.ts'
import { readEntryMs, type TurnTable } from './turns.ts'

/** Bearings are measured over this many metres: the last metre before a junction is often drawn crooked. */
const BEARING_M = 20
/** Largest angle (degrees) of straight on, a slight turn and a turn; beyond that it is sharp (OSRM's classes are similar). */
const STRAIGHT = 28
export const SLIGHT = 55
const SHARP = 125
/** Roads that part at less than this angle (degrees) form a fork. */
const FORK = 50

const SERVICE = ROAD_CLASSES.indexOf('service')
const LINKS = new Set(ROAD_CLASSES.flatMap((name, code) => (name.endsWith('_link') ? [code] : [])))
const FAST = new Set(['motorway', 'trunk'].map((name) => ROAD_CLASSES.indexOf(name)))

/** The angle from -180 to 180, positive to the right. */
const computeAngle = (before: number, after: number): number => ((after - before + 540) % 360) - 180

/** Creates the functions that describe the roads at a turn. */
export const makeRoads = (graph: Graph, turns: TurnTable) => {
  const pieceOf = (edge: number): number => graph.edgePiece[edge]
  const isRound = (edge: number): boolean => (graph.pieceFlags[pieceOf(edge)] & FLAG_ROUNDABOUT) !== 0
  const classOf = (edge: number): number => graph.pieceClass[pieceOf(edge)]
  /** Shape indices of the edge, walking from its first point or from its last one. */
  const walk = (edge: number, isFromEnd: boolean): { first: number; step: number; count: number } => {
    const [low, high] = [graph.pieceShape[pieceOf(edge)], graph.pieceShape[pieceOf(edge) + 1] - 1]
    const isAtLow = (graph.edgeBack[edge] === 1) === isFromEnd
    return { first: isAtLow ? low : high, step: isAtLow ? 1 : -1, count: high - low }
  }
  /** An end of the edge, and the point BEARING_M away from it along the edge (or the other end if that is nearer). */
  const look = (edge: number, isFromEnd: boolean): { end: LatLng; away: LatLng } => {
    const { first, step, count } = walk(edge, isFromEnd)
    let i = 1
    while (i < count && Math.abs(graph.shapeM[first + i * step] - graph.shapeM[first]) < BEARING_M) i++
    return { end: readShapePoint(graph, first), away: readShapePoint(graph, first + i * step) }
  }
  const bearingIn = (edge: number): number => {
    const { end, away } = look(edge, true)
    return computeBearing(away, end)
  }
  const bearingOut = (edge: number): number => {
    const { end, away } = look(edge, false)
    return computeBearing(end, away)
  }
  return {
    isRound,
    classOf,
    isService: (edge: number): boolean => classOf(edge) === SERVICE,
    bearingIn,
    angle: (before: number, after: number): number => computeAngle(bearingIn(before), bearingOut(after)),
    nameOf: (edge: number): string => graph.names[graph.pieceName[pieceOf(edge)]] ?? '',
    lengthOf: (edge: number): number => measurePieceM(graph, pieceOf(edge)),
    startOf: (edge: number): LatLng => look(edge, false).end,
    isBack: (before: number, after: number): boolean => pieceOf(before) === pieceOf(after),
    /** Edges that may be driven after this one. */
    listNext: (edge: number): number[] => [...turns.to.subarray(turns.start[edge], turns.start[edge + 1])],
    /** Milliseconds of the turn alone. */
    turnMs: (before: number, after: number): number => {
      const at = turns.to.subarray(turns.start[before], turns.start[before + 1]).indexOf(after)
      return at < 0 ? 0 : turns.ms[turns.start[before] + at] - readEntryMs(turns, before, after) - graph.edgeMs[after]
    },
  }
}
export type Roads = ReturnType<typeof makeRoads>

const nameTurn = (angle: number): Manoeuvre => {
  const size = Math.abs(angle)
  const isRight = angle > 0
  if (size <= STRAIGHT) return 'continue'
  if (size <= SLIGHT) return isRight ? 'slightRight' : 'slightLeft'
  if (size <= SHARP) return isRight ? 'right' : 'left'
  return isRight ? 'sharpRight' : 'sharpLeft'
}

type Road = { angle: number; name: string; roadClass: number }

const isRival = (road: Road, { angle }: Road): boolean =>
  Math.abs(computeAngle(road.angle, angle)) < FORK && Math.abs(road.angle) <= SLIGHT

/** The side to keep to at a fork; null if there is none, or the other road is clearly the minor one. */
const describeFork = (taken: Road, others: readonly Road[], isStraightest: boolean): Manoeuvre | null => {
  const rival = others.find((other) => isRival(other, taken))
  if (!rival || Math.abs(taken.angle) > SLIGHT) return null
  const isLesser = rival.roadClass > taken.roadClass
  if (isLesser && (!LINKS.has(rival.roadClass) || (isStraightest && Math.abs(taken.angle) <= STRAIGHT))) return null
  return taken.angle < rival.angle ? 'keepLeft' : 'keepRight'
}

/** The manoeuvre where there is no alternative. */
const describeOnly = (roads: Roads, before: number, after: number, isNew: boolean): Manoeuvre | null => {
  if (FAST.has(roads.classOf(after)) && LINKS.has(roads.classOf(before))) return 'merge'
  return isNew ? 'continue' : null
}

/** The manoeuvre from one edge into the next, if `street` has been driven so far; null if there is nothing to announce. */
export const describeTurn = (roads: Roads, [before, after]: readonly [number, number], street: string): Manoeuvre | null => {
  if (roads.isBack(before, after)) return 'uTurn'
  const look = (edge: number): Road => ({
    angle: roads.angle(before, edge),
    name: roads.nameOf(edge),
    roadClass: roads.classOf(edge),
  })
  const others = roads
    .listNext(before)
    .filter((edge) => !roads.isBack(edge, after) && !roads.isBack(edge, before) && !roads.isService(edge))
    .map(look)
  const taken = look(after)
  const isNew = taken.name !== '' && taken.name !== street
  if (others.length === 0 && !roads.isService(after)) return describeOnly(roads, before, after, isNew)
  const isStraightest = others.every(({ angle }) => Math.abs(angle) > Math.abs(taken.angle))
  const isSameStreet = taken.name !== '' && !isNew
  if (isSameStreet && isStraightest && Math.abs(taken.angle) <= SLIGHT) return null
  const turn = describeFork(taken, others, isStraightest) ?? nameTurn(taken.angle)
  return turn !== 'continue' || isNew ? turn : null
}
