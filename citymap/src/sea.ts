// Finds the sea from the coastline. OSM has the coast as lines with the land on their left
// (https://wiki.openstreetmap.org/wiki/Tag:natural=coastline); a map needs areas, closed along the edge of the map.
import type { Bounds } from '@wayfare/core/geo'
import type { Position } from './geojson.ts'
import { isInRing } from './rings.ts'

const keyOf = ([lng, lat]: Position): string => `${lng} ${lat}`

/** Appends in a loop, since a coast may have more points than a call can have arguments. */
const append = (line: Position[], more: readonly Position[]): void => {
  for (const position of more) line.push(position)
}

/** Joins coast lines end to start. */
const joinCoast = (lines: readonly (readonly Position[])[]): Position[][] => {
  const byStart = new Map(lines.map((line) => [keyOf(line[0]), line]))
  const ends = new Set(lines.map((line) => keyOf(line[line.length - 1])))
  const chains: Position[][] = []
  const follow = (first: readonly Position[]): void => {
    const chain: Position[] = []
    for (let line: readonly Position[] | undefined = first; line; line = byStart.get(keyOf(chain[chain.length - 1]))) {
      byStart.delete(keyOf(line[0]))
      append(chain, chain.length > 0 ? line.slice(1) : line)
    }
    chains.push(chain)
  }
  for (const line of lines) if (!ends.has(keyOf(line[0]))) follow(line)
  // the rest have no beginning: islands
  for (const line of lines) if (byStart.get(keyOf(line[0])) === line) follow(line)
  return chains
}

/** The part (0..1) of a segment inside the box, null if none is (Liang and Barsky 1984). */
const clipSegment = ([x, y]: Position, [toX, toY]: Position, box: Bounds): [number, number] | null => {
  let [first, last] = [0, 1]
  const sides = [
    [x - toX, x - box.west],
    [toX - x, box.east - x],
    [y - toY, y - box.south],
    [toY - y, box.north - y],
  ] as const
  for (const [step, room] of sides) {
    if (step === 0 && room < 0) return null
    if (step < 0) first = Math.max(first, room / step)
    else if (step > 0) last = Math.min(last, room / step)
  }
  return first < last ? [first, last] : null
}

/** The parts of a line within the box; each begins and ends on the box's edge or at an end of the line. */
const clipLine = (line: readonly Position[], box: Bounds): Position[][] => {
  const parts: Position[][] = []
  let open: Position[] | null = null
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]]
    const share = clipSegment(from, to, box)
    const at = (part: number): Position => [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
    if (!share) continue
    if (!open || share[0] > 0) parts.push((open = [at(share[0])]))
    open.push(at(share[1]))
    if (share[1] < 1) open = null
  }
  return parts
}

/** The point of the box's edge nearest to this one, as a position round the box (0..4, clockwise from its north-west corner). */
const placeOnEdge = ([lng, lat]: Position, { west, east, south, north }: Bounds): number => {
  const across = Math.min(1, Math.max(0, (lng - west) / (east - west)))
  const down = Math.min(1, Math.max(0, (north - lat) / (north - south)))
  const sides = [
    { gap: down, at: across },
    { gap: 1 - across, at: 1 + down },
    { gap: 1 - down, at: 3 - across },
    { gap: across, at: 4 - down },
  ]
  return sides.reduce((best, side) => (side.gap < best.gap ? side : best)).at % 4
}

const listCorners = ({ west, east, south, north }: Bounds): Position[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
]

/** The corners passed when going clockwise from one position on the edge to another. */
const walkEdge = (from: number, to: number, box: Bounds): Position[] => {
  const end = to > from ? to : to + 4
  const corners = listCorners(box)
  return Array.from({ length: Math.ceil(end) - Math.floor(from) - 1 }, (_, i) => corners[(Math.floor(from) + 1 + i) % 4]).filter(
    (_, i) => Math.floor(from) + 1 + i < end,
  )
}

/** Rings of water, clockwise: along the coast, then along the edge to where the next coast begins. */
const closeAlongEdge = (parts: readonly Position[][], box: Bounds): Position[][] => {
  const open = parts.map((line) => ({
    line,
    start: placeOnEdge(line[0], box),
    end: placeOnEdge(line[line.length - 1], box),
  }))
  const rings: Position[][] = []
  while (open.length > 0) {
    const [first] = open.splice(0, 1)
    const ring = [...first.line]
    let { end } = first
    for (;;) {
      const gapTo = (start: number): number => (start - end + 4) % 4
      const nearest = open.reduce((best, part, i) => (gapTo(part.start) < gapTo(open[best].start) ? i : best), 0)
      const isClosed = open.length === 0 || gapTo(first.start) <= gapTo(open[nearest].start)
      const next = isClosed ? first : open.splice(nearest, 1)[0]
      append(ring, walkEdge(end, next.start, box))
      if (isClosed) break
      append(ring, next.line)
      end = next.end
    }
    rings.push([...ring, ring[0]])
  }
  return rings
}

const isIsland = (chain: readonly Position[]): boolean => keyOf(chain[0]) === keyOf(chain[chain.length - 1])

/** A coast whose ends are closer together than this share of the box is a fragment left by an extract. */
const SCRAP_SHARE = 0.1

const isScrap = (shore: readonly Position[], { west, east, south, north }: Bounds): boolean => {
  const [[fromLng, fromLat], [toLng, toLat]] = [shore[0], shore[shore.length - 1]]
  return Math.abs(toLng - fromLng) / (east - west) < SCRAP_SHARE && Math.abs(toLat - fromLat) / (north - south) < SCRAP_SHARE
}

const isInside = ([lng, lat]: Position, { west, east, south, north }: Bounds): boolean =>
  lng > west && lng < east && lat > south && lat < north

/** Extends a coast that an extract cut: at each end inside the box it continues in its overall direction. */
const extendCoast = (chain: readonly Position[], box: Bounds): Position[] => {
  const [first, last] = [chain[0], chain[chain.length - 1]]
  const [across, up] = [last[0] - first[0], last[1] - first[1]]
  const far = (box.east - box.west + box.north - box.south) / Math.hypot(across, up)
  return [
    ...(isInside(first, box) ? [[first[0] - far * across, first[1] - far * up] as const] : []),
    ...chain,
    ...(isInside(last, box) ? [[last[0] + far * across, last[1] + far * up] as const] : []),
  ]
}

/** The sea within the box, as polygons with islands as holes; empty without a coast. Fragments are ignored. */
export const findSea = (coast: readonly (readonly Position[])[], box: Bounds): Position[][][] => {
  const chains = joinCoast(coast)
  const islands = chains.filter(isIsland)
  const open = chains.filter((chain) => !isIsland(chain) && !isScrap(chain, box))
  const shores = open.flatMap((chain) => clipLine(extendCoast(chain, box), box))
  const corners = listCorners(box)
  const isOpenSea = chains.length > 0 && islands.length === chains.length
  const waters = isOpenSea ? [[...corners, corners[0]]] : closeAlongEdge(shores, box)
  return waters.map((ring) => [ring, ...islands.filter((island) => isInRing(island[0], ring))])
}
