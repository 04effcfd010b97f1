// Where a car starts: on the carriageway in the direction it is heading, if known.
import type { LatLng } from '@wayfare/core/geo'
import { computeShare, type EdgeEnd, listEdgeEnds } from './edge-ends.ts'
import type { Graph } from './graph.ts'
import { listMatchPlaces } from './match-places.ts'
import type { Snapper } from './snap.ts'

/** `heading` (degrees clockwise from north): the direction the car is facing, if known. */
export type CarPlace = LatLng & { heading?: number | null | undefined }

/** A place on the road and the edges on which a drive may begin. */
type StartPlace = { point: LatLng; ends: EdgeEnd[] }

/** Accuracy assumed for a position with a heading (m): roads up to four times as far away are considered. */
const ACCURACY_M = 10
/** Cost (s) of turning round in a two-way street: more than at a dead end, since most drivers go round the block instead. */
const TURN_ROUND_S = 40

/** The best fit for a position and heading: the edge being driven and, at a cost, the other direction of the same street. */
const findHeaded = (graph: Graph, snapper: Snapper, { lat, lng, heading }: CarPlace): StartPlace | null => {
  if (typeof heading !== 'number') return null
  const places = listMatchPlaces(graph, snapper, { lat, lng, heading, at: 0, accuracyM: ACCURACY_M })
  const [place] = places.filter(({ edge }) => edge >= 0).toSorted((a, b) => a.misfit - b.misfit)
  if (!place) return null
  const share = computeShare(place)
  const twin = graph.edgeTwin[place.edge]
  const back = twin >= 0 ? [{ edge: twin, share: 1 - share, turnMs: TURN_ROUND_S * 1000 }] : []
  return { point: place.point, ends: [{ edge: place.edge, share }, ...back] }
}

/** Where a car starts; without a heading, or far from every road, on the nearest road in either direction. Throws OUT_OF_AREA. */
export const findStartPlace = (graph: Graph, snapper: Snapper, car: CarPlace): StartPlace => {
  const headed = findHeaded(graph, snapper, car)
  if (headed) return headed
  const snap = snapper.snap(car)
  return { point: snap.point, ends: listEdgeEnds(graph, snap) }
}
