// Turns: the arcs of the search. A vertex of the search is a directed edge of the road graph; an arc goes from one edge to an
// edge that may be driven next, and costs the turn plus the whole of that next edge.
import { computeBearing } from '@wayfare/core/geo'
import { findComponents, findLargestComponent } from './components.ts'
import { countEdges, countOwnEdges, FLAG_FOR_ENDS, FLAG_ROUNDABOUT, type Graph, readShapePoint } from './graph.ts'
import { type Profile, ROAD_CLASSES } from './profile.ts'

/**
 * Arcs of vertex v: start[v] .. start[v + 1] - 1, each to edge `to` at `ms` milliseconds. `inner`, where there are any, is 1 for the edges
 * that nobody may drive through: an arc that enters them costs ENTRY_MS more, which is no part of the time.
 */
export type TurnTable = { start: Uint32Array; to: Int32Array; ms: Int32Array; inner?: Uint8Array }

/** More than any detour: who need not go there stays out, and who must, because the drive ends there, enters once. */
export const ENTRY_MS = 3_600_000

/** What of the cost of a turn is no time. */
export const readEntryMs = ({ inner }: TurnTable, from: number, to: number): number =>
  inner && inner[to] === 1 && inner[from] === 0 ? ENTRY_MS : 0

/** The same of all turns of a drive. */
export const sumEntriesMs = (turns: TurnTable, edges: readonly number[]): number => {
  let ms = 0
  if (turns.inner) for (let i = 1; i < edges.length; i++) ms += readEntryMs(turns, edges[i - 1], edges[i])
  return ms
}

/**
 * The edges that are not among those which reach each other without a street that is only for arrivals: these streets and what lies behind
 * them. Once inside, all of it may be driven.
 */
const findInner = (graph: Graph, { start, to }: TurnTable): Uint8Array | null => {
  const isForEnds = (edge: number): boolean => (graph.pieceFlags[graph.edgePiece[edge]] & FLAG_FOR_ENDS) !== 0
  if (!graph.pieceFlags.some((flags) => (flags & FLAG_FOR_ENDS) !== 0)) return null
  const openStart = new Uint32Array(start.length)
  const openTo: number[] = []
  for (let edge = 0; edge + 1 < start.length; edge++) {
    for (let arc = start[edge]; arc < start[edge + 1]; arc++) if (!isForEnds(edge) && !isForEnds(to[arc])) openTo.push(to[arc])
    openStart[edge + 1] = openTo.length
  }
  const component = findComponents(openStart, Int32Array.from(openTo))
  const main = findLargestComponent(component)
  return Uint8Array.from(component, (id) => (id === main ? 0 : 1))
}

const chargeEntries = (graph: Graph, turns: TurnTable): TurnTable => {
  const inner = findInner(graph, turns)
  if (!inner) return turns
  const charged = { ...turns, inner }
  for (let edge = 0; edge < inner.length; edge++)
    for (let arc = turns.start[edge]; arc < turns.start[edge + 1]; arc++)
      turns.ms[arc] += readEntryMs(charged, edge, turns.to[arc])
  return charged
}

/** Cost in milliseconds of the turn from one edge into the next and of that edge; NaN where no such turn is allowed. */
export const findTurnMs = (turns: TurnTable, from: number, to: number): number => {
  for (let arc = turns.start[from]; arc < turns.start[from + 1]; arc++) if (turns.to[arc] === to) return turns.ms[arc]
  return Number.NaN
}

/** Edges, without copies, that leave each node: of[start[n]] .. of[start[n + 1] - 1]. */
const leavingEdges = (graph: Graph): { start: Uint32Array; of: Int32Array } => {
  const count = countOwnEdges(graph)
  const start = new Uint32Array(graph.nodeCount + 1)
  for (let edge = 0; edge < count; edge++) start[graph.edgeFrom[edge] + 1]++
  for (let node = 0; node < graph.nodeCount; node++) start[node + 1] += start[node]
  const cursor = start.slice()
  const of = new Int32Array(count)
  for (let edge = 0; edge < of.length; edge++) of[cursor[graph.edgeFrom[edge]]++] = edge
  return { start, of }
}

/** Bearings in degrees at the start and end of each edge, in driving direction. */
const headings = (graph: Graph): { leave: Float64Array; arrive: Float64Array } => {
  const count = countEdges(graph)
  const leave = new Float64Array(count)
  const arrive = new Float64Array(count)
  for (let edge = 0; edge < count; edge++) {
    const piece = graph.edgePiece[edge]
    const first = graph.pieceShape[piece]
    const last = graph.pieceShape[piece + 1] - 1
    const back = graph.edgeBack[edge] === 1
    const at = (i: number) => readShapePoint(graph, i)
    leave[edge] = back ? computeBearing(at(last), at(last - 1)) : computeBearing(at(first), at(first + 1))
    arrive[edge] = back ? computeBearing(at(first + 1), at(first)) : computeBearing(at(last - 1), at(last))
  }
  return { leave, arrive }
}

/** Number of streets at each node, not counting service roads: with two it is a bend or a driveway's end, not a junction. */
const streetsAt = (graph: Graph): Uint16Array => {
  const service = ROAD_CLASSES.indexOf('service')
  const streets = new Uint16Array(graph.nodeCount)
  const count = countOwnEdges(graph)
  for (let edge = 0; edge < count; edge++) {
    if (graph.pieceClass[graph.edgePiece[edge]] === service) continue
    streets[graph.edgeFrom[edge]]++
    if (graph.edgeTwin[edge] < 0) streets[graph.edgeTo[edge]]++
  }
  return streets
}

/** Cost of a bend in milliseconds; `angle` in degrees, positive to the right. */
const bendMs = (angle: number, profile: Profile): number => {
  if (Math.abs(angle) <= 45) return 0
  const across = profile.driveOnLeft ? angle > 0 : angle < 0
  return (profile.turnS + (across ? profile.acrossS : 0)) * 1000
}

/**
 * All turns of the graph except those that a sign forbids. Turning back is only allowed if nothing else leaves (a dead end). A
 * junction of three or more streets costs `junctionS`, except inside a roundabout.
 */
export const makeTurns = (graph: Graph, profile: Profile): TurnTable => {
  const leaving = leavingEdges(graph)
  const { leave, arrive } = headings(graph)
  const streets = streetsAt(graph)
  const count = countEdges(graph)
  const rules = new Map(Array.from(graph.ruleFrom, (from, i) => [from * count + graph.ruleTo[i], graph.ruleInto[i]]))
  const start = new Uint32Array(count + 1)
  const to: number[] = []
  const ms: number[] = []
  for (let edge = 0; edge < count; edge++) {
    const node = graph.edgeTo[edge]
    const from = leaving.start[node]
    const end = leaving.start[node + 1]
    const isDeadEnd = end - from === 1 && leaving.of[from] === graph.edgeTwin[edge]
    const roundabout = (graph.pieceFlags[graph.edgePiece[edge]] & FLAG_ROUNDABOUT) !== 0
    const junctionMs = streets[node] > 2 && !roundabout ? profile.junctionS * 1000 : 0
    for (let i = from; i < end; i++) {
      const next = leaving.of[i]
      const isBack = next === graph.edgeTwin[edge]
      const into = rules.get(edge * count + next) ?? next
      if (isBack ? !isDeadEnd : into < 0) continue
      const angle = ((leave[next] - arrive[edge] + 540) % 360) - 180
      to.push(into)
      ms.push(
        graph.edgeMs[next] + (isBack ? profile.uTurnS * 1000 : junctionMs + (streets[node] > 2 ? bendMs(angle, profile) : 0)),
      )
    }
    start[edge + 1] = to.length
  }
  return chargeEntries(graph, { start, to: Int32Array.from(to), ms: Int32Array.from(ms) })
}

/** The same arcs reversed: the arcs of v lead to the edges that v can be reached from. */
export const reverseTurns = (turns: TurnTable): TurnTable => {
  const count = turns.start.length - 1
  const start = new Uint32Array(count + 1)
  for (const vertex of turns.to) start[vertex + 1]++
  for (let vertex = 0; vertex < count; vertex++) start[vertex + 1] += start[vertex]
  const cursor = start.slice()
  const to = new Int32Array(turns.to.length)
  const ms = new Int32Array(turns.to.length)
  for (let vertex = 0; vertex < count; vertex++)
    for (let arc = turns.start[vertex]; arc < turns.start[vertex + 1]; arc++) {
      const at = cursor[turns.to[arc]]++
      to[at] = vertex
      ms[at] = turns.ms[arc]
    }
  return { start, to, ms }
}
