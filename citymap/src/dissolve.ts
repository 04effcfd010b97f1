// Merges areas that share walls: a terrace of houses is drawn as one shape anyway, and a wall between two houses costs as much as
// a visible one. Two areas run along a shared wall in opposite directions, so the two walls cancel out.
import { nestRings } from './rings.ts'
import type { Position } from './geojson.ts'
import { makeVertexKeys } from './vertex-keys.ts'

type Ring = readonly Position[]
type Wall = { at: Position; to: number }
type KeyOf = (position: Position) => number

/** Twice the area, positive if the ring runs counter-clockwise. */
const measureTurn = (ring: Ring): number => {
  const [[originX, originY]] = ring
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]
    return sum + (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY)
  }, 0)
}

const isOuter = (ring: Ring): boolean => measureTurn(ring) > 0

const push = <T>(lists: Map<number, T[]>, key: number, value: T): void => {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

/** Removes the wall between two corners; false if there is none. */
const takeWall = (walls: Map<number, Wall[]>, from: number, to: number): boolean => {
  const onward = walls.get(from) ?? []
  const at = onward.findIndex((wall) => wall.to === to)
  return at >= 0 && onward.splice(at, 1).length > 0
}

/** Walls by the corner where they begin, with the inside on their left, without those shared by two areas. */
const listWalls = (areas: readonly (readonly Ring[])[], keyOf: KeyOf): Map<number, Wall[]> => {
  const walls = new Map<number, Wall[]>()
  for (const rings of areas)
    for (const [i, ring] of rings.entries()) {
      const isRight = isOuter(ring) === (i === 0)
      const way = isRight ? ring : ring.toReversed()
      for (let at = 1; at < way.length; at++) {
        const [from, to] = [keyOf(way[at - 1]), keyOf(way[at])]
        if (from !== to && !takeWall(walls, to, from)) push(walls, from, { at: way[at - 1], to })
      }
    }
  return walls
}

const traceRings = (walls: Map<number, Wall[]>): Position[][] => {
  const rings: Position[][] = []
  for (const onward of walls.values())
    while (onward.length > 0) {
      const ring: Position[] = []
      for (let wall = onward.pop(); wall; wall = walls.get(wall.to)?.pop()) ring.push(wall.at)
      if (ring.length > 2) rings.push([...ring, ring[0]])
    }
  return rings
}

/** Groups of areas that are connected by common corners. */
const groupTouching = <T extends readonly Ring[]>(areas: readonly T[], keyOf: KeyOf): T[][] => {
  const parents = areas.map((_, i) => i)
  const find = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]]
    return i
  }
  const owners = new Map<number, number>()
  areas.forEach((rings, i) => {
    for (const key of rings.flat().map(keyOf)) {
      const owner = owners.get(key)
      if (owner === undefined) owners.set(key, i)
      else parents[find(i)] = find(owner)
    }
  })
  const groups = new Map<number, T[]>()
  areas.forEach((area, i) => push(groups, find(i), area))
  return [...groups.values()]
}

/** The same ground covered by fewer polygons, with yards as holes. */
export const dissolveAreas = (areas: readonly (readonly Ring[])[]): (readonly Ring[])[] => {
  const keyOf = makeVertexKeys(areas.flat())
  return groupTouching(areas, keyOf).flatMap((group) => {
    if (group.length === 1) return group
    const rings = traceRings(listWalls(group, keyOf))
    return nestRings(
      rings.filter(isOuter),
      rings.filter((ring) => !isOuter(ring)),
    )
  })
}
