// Where a car begins to drive: on the carriageway that leads the way it is heading, where that is known.
import type { LatLng } from '@wayfare/core/geo'
import { computeShare, type EdgeEnd, listEdgeEnds } from './edge-ends.ts'
import type { Graph } from './graph.ts'
import { listMatchPlaces } from './match-places.ts'
import type { Snapper } from './snap.ts'

/** `heading` (degrees clockwise from north): the way the car faces, where it is known. */
export type CarPlace = LatLng & { heading?: number | null | undefined }

/** A place on the road and the edges a drive may begin with. */
type StartPlace = { point: LatLng; ends: EdgeEnd[] }

/** A position that is told with a heading is taken for as good as this (m): roads as far as four times that are looked at. */
const ACCURACY_M = 10
/** What it costs (s) to turn round in a street that is driven in both directions: more than at a dead end, for most drive round the block. */
const TURN_ROUND_S = 40

/** What fits a position and a heading best: the edge that is driven, and for a price the other direction of the same street. */
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

/** Without a heading, or far from every road, a car is on the nearest road and faces either way. Throws OUT_OF_AREA. */
export const findStartPlace = (graph: Graph, snapper: Snapper, car: CarPlace): StartPlace => {
  const headed = findHeaded(graph, snapper, car)
  if (headed) return headed
  const snap = snapper.snap(car)
  return { point: snap.point, ends: listEdgeEnds(graph, snap) }
}
