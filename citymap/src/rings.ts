// Rings of areas: joins the ways of a multipolygon to rings, and assigns holes to the rings around them.
import type { Bounds } from '@wayfare/core/geo'
import type { Position } from './geojson.ts'

/** Joins lists of node ids end to end into closed rings, reversing them if necessary. Whatever does not close is left out. */
export const joinRings = (lines: readonly (readonly number[])[]): number[][] => {
  const rings: number[][] = []
  const open = lines.filter((line) => line.length > 1).map((line) => [...line])
  while (open.length > 0) {
    const ring = open.pop() ?? []
    const end = (): number => ring[ring.length - 1]
    while (end() !== ring[0]) {
      const next = open.findIndex((line) => line[0] === end() || line[line.length - 1] === end())
      if (next < 0) break
      const [line] = open.splice(next, 1)
      ring.push(...(line[0] === end() ? line : line.toReversed()).slice(1))
    }
    if (end() === ring[0] && ring.length > 3) rings.push(ring)
  }
  return rings
}

/** The box around a ring, which may have more corners than a call can have arguments. */
export const findRingBounds = (ring: readonly Position[]): Bounds => {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const [lng, lat] of ring) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return box
}

/** True if the position is inside the ring (even-odd rule). */
export const isInRing = ([x, y]: Position, ring: readonly Position[]): boolean => {
  let isInside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]
    const [xj, yj] = ring[j]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside
  }
  return isInside
}

/** Polygons of outer rings, each with the holes inside it. */
export const nestRings = (outer: readonly Position[][], inner: readonly Position[][]): Position[][][] =>
  outer.map((ring) => [ring, ...inner.filter((hole) => isInRing(hole[0], ring))])

/** The part of a ring within a box, closed or empty (Sutherland and Hodgman 1974). Separate parts stay joined by its edge. */
export const clipRing = (ring: readonly Position[], { south, west, north, east }: Bounds): Position[] => {
  const sides = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const
  let rest = ring.slice(0, -1)
  for (const [axis, edge, inward] of sides) {
    const depth = (position: Position): number => (position[axis] - edge) * inward
    rest = rest.flatMap((to, i) => {
      const from = rest[(i + rest.length - 1) % rest.length]
      const [before, after] = [depth(from), depth(to)]
      const share = before / (before - after)
      const crossing: Position[] =
        before >= 0 === after >= 0 ? [] : [[from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]]
      return after >= 0 ? [...crossing, to] : crossing
    })
  }
  return rest.length > 2 ? [...rest, rest[0]] : []
}
