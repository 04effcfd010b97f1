// The line of a matched way: every edge from where it was entered to where it was left.
import type { LatLng } from '@wayfare/core/geo'
import { makePointLister } from './drive-line.ts'
import { type Graph, measurePieceM } from './graph.ts'
import type { Link } from './match-chain.ts'

/** The edge being driven, in metres along it. */
type Driven = { edge: number; fromM: number; toM: number }

/** The points of the way through these links, in order; off the road the positions themselves. */
export const buildChainLine = (graph: Graph, links: readonly Link[]): LatLng[] => {
  const line: LatLng[] = []
  const points = makePointLister(graph)
  const lengthOf = (edge: number): number => measurePieceM(graph, graph.edgePiece[edge])
  const finish = (driven: Driven | null): void => {
    if (!driven) return
    const length = Math.max(lengthOf(driven.edge), 1e-6)
    points.append(driven.edge, { from: driven.fromM / length, to: driven.toM / length }, line)
  }
  let driven: Driven | null = null
  for (const { place, edges, turned, reachedM } of links) {
    if (place.edge < 0) {
      finish(driven)
      driven = null
      line.push({ lat: place.point.lat, lng: place.point.lng })
    } else if (!driven) driven = { edge: place.edge, fromM: place.alongM, toM: reachedM }
    else if (edges.length === 0) driven.toM = reachedM
    else {
      const leftM: number = lengthOf(driven.edge)
      // it turned back at the furthest point reached, or further on, where it is seen next
      const turnedM = edges.length > 1 ? driven.toM : Math.max(driven.toM, leftM - reachedM)
      finish({ ...driven, toM: turned ? turnedM : leftM })
      const enteredM = turned ? leftM - turnedM : 0
      edges.forEach((edge, i) => {
        const fromM = i === 0 ? enteredM : 0
        if (i < edges.length - 1) finish({ edge, fromM, toM: lengthOf(edge) })
        else driven = { edge, fromM, toM: reachedM }
      })
    }
  }
  finish(driven)
  return line
}
