// A hierarchy laid out for searches: vertices ordered by rank, highest first, and the arcs of each vertex side by side, so that a
// search reads memory that is close together.
import type { Hierarchy } from './ch-build.ts'

/**
 * The arcs of one direction by place (the index by rank): `start[place]` to `start[place + 1] - 1`. Arc `at` leads to the
 * higher-ranked place `legs[2 * at]` in `legs[2 * at + 1]` milliseconds; `arc[at]` is its number in the hierarchy. A tip's place
 * is always smaller than the place it is reached from.
 */
export type Climb = { start: Uint32Array; legs: Int32Array; arc: Int32Array }

/** `placeOf[vertex]` and its inverse `vertexAt[place]`. `up` are the arcs out of a vertex, `down` those into it. */
type Climbs = { placeOf: Int32Array; vertexAt: Int32Array; up: Climb; down: Climb }

type Side = { start: Uint32Array; arcs: Int32Array; tip: Int32Array }

export const layOutClimbs = (hierarchy: Hierarchy): Climbs => {
  const { rank, arcMs } = hierarchy
  const count = rank.length
  const placeOf = rank.map((level) => count - 1 - level)
  const vertexAt = new Int32Array(count)
  for (let vertex = 0; vertex < count; vertex++) vertexAt[placeOf[vertex]] = vertex
  const layOut = ({ start, arcs, tip }: Side): Climb => {
    const climb = {
      start: new Uint32Array(count + 1),
      legs: new Int32Array(2 * arcs.length),
      arc: new Int32Array(arcs.length),
    }
    let at = 0
    for (let place = 0; place < count; place++) {
      const vertex = vertexAt[place]
      for (let i = start[vertex]; i < start[vertex + 1]; i++, at++) {
        climb.arc[at] = arcs[i]
        climb.legs[2 * at] = placeOf[tip[arcs[i]]]
        climb.legs[2 * at + 1] = arcMs[arcs[i]]
      }
      climb.start[place + 1] = at
    }
    return climb
  }
  return {
    placeOf,
    vertexAt,
    up: layOut({ start: hierarchy.upStart, arcs: hierarchy.upArc, tip: hierarchy.arcTo }),
    down: layOut({ start: hierarchy.downStart, arcs: hierarchy.downArc, tip: hierarchy.arcFrom }),
  }
}
