// The directed edges at a place on the road, where a drive can begin or end.
import { type Graph, listCopies } from './graph.ts'
import type { Snap } from './snap.ts'

/**
 * A drivable edge at a place; `share` (0..1) is the part of it behind the place. `turnMs`: the extra cost for a car that faces
 * the other way.
 */
export type EdgeEnd = { edge: number; share: number; turnMs?: number }

/** Which part (0..1) of its road is before a place. */
export const computeShare = ({ alongM, lengthM }: Pick<Snap, 'alongM' | 'lengthM'>): number =>
  lengthM > 0 ? Math.min(1, Math.max(0, alongM / lengthM)) : 0

/** The one or two directed edges at a snapped point. */
export const listEdgeEnds = (graph: Graph, snap: Snap): EdgeEnd[] => {
  const share = computeShare(snap)
  const ends: EdgeEnd[] = []
  if (graph.pieceForward[snap.piece] >= 0) ends.push({ edge: graph.pieceForward[snap.piece], share })
  if (graph.pieceBackward[snap.piece] >= 0) ends.push({ edge: graph.pieceBackward[snap.piece], share: 1 - share })
  return ends
}

/** The same ends together with those on copies of their edges: a drive may arrive on any of them. */
export const listArrivals = (graph: Graph, ends: readonly EdgeEnd[]): EdgeEnd[] =>
  ends.flatMap((end) => listCopies(graph, end.edge).map((edge) => ({ ...end, edge })))

/** Milliseconds to the end of the edge. */
export const computeRestMs = (graph: Graph, end: EdgeEnd): number => graph.edgeMs[end.edge] * (1 - end.share) + (end.turnMs ?? 0)
