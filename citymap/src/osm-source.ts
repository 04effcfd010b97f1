// Reads an OSM PBF file as the source of a city. Several passes keep memory small: relations tell which ways are needed, ways
// which nodes, and only those nodes are kept, in typed arrays. If only part of the file is wanted, two more passes find what is
// inside.
import { type Bounds, isInBounds } from '@wayfare/core/geo'
import type { AreaFeature, CityFeature, CitySource, PointFeature, Position, Tags, TurnRestriction } from './geojson.ts'
import { isArea, isBarrier, isSearchable, isWanted } from './osm-features.ts'
import { type OsmMember, readPbfFile } from './pbf-file.ts'
import { joinRings, nestRings } from './rings.ts'

type Way = { id: number; tags: Tags; refs: readonly number[] }
type Multipolygon = { id: number; tags: Tags; outer: number[]; inner: number[] }
type Rule = { from: number; via: { node: number } | { ways: number[] }; to: number; isOnly: boolean; except: string[] }

/**
 * The rules of a relation of type "restriction"; none if it is for other vehicles. "no_entry" has several ways that one may come
 * from, "no_exit" several that one may not drive into. Restrictions at certain hours (restriction:conditional) are ignored: a
 * route is found and priced before it is known when the car will be at the sign.
 */
const readRules = (tags: Tags, members: readonly OsmMember[]): Rule[] => {
  const kind = tags['restriction'] ?? tags['restriction:motorcar'] ?? ''
  const refsOf = (role: string, type: OsmMember['type']) =>
    members.filter((m) => m.role === role && m.type === type).map(({ ref }) => ref)
  const [node] = refsOf('via', 'node')
  const ways = refsOf('via', 'way')
  const via = node === undefined ? { ways } : { node }
  if (!/^(no|only)_/.test(kind) || (node === undefined && ways.length === 0)) return []
  const except = (tags['except'] ?? '').split(';').map((vehicle) => vehicle.trim())
  const [from, to] = [refsOf('from', 'way'), refsOf('to', 'way')]
  const isOnly = kind.startsWith('only_')
  // there is only one "only" way on
  const pairs = from.flatMap((one) => to.map((other) => ({ from: one, to: other }))).slice(0, isOnly ? 1 : undefined)
  return pairs.map((pair) => ({ ...pair, via, isOnly, except }))
}

const readRelations = (path: string): { rules: Rule[]; multipolygons: Multipolygon[]; timestamp: string | null } => {
  const rules: Rule[] = []
  const multipolygons: Multipolygon[] = []
  const relation = (id: number, tags: Tags, members: readonly OsmMember[]): void => {
    if (tags['type'] === 'restriction') rules.push(...readRules(tags, members))
    if (tags['type'] !== 'multipolygon' || !isWanted(tags)) return
    const waysOf = (isInner: boolean) =>
      members.filter((m) => m.type === 'way' && (m.role === 'inner') === isInner).map(({ ref }) => ref)
    multipolygons.push({ id, tags, outer: waysOf(false), inner: waysOf(true) })
  }
  const { timestamp } = readPbfFile(path, { relation })
  return { rules, multipolygons, timestamp }
}

/** True if part of a way is in the wanted area. */
type Touches = (refs: readonly number[]) => boolean

/** Keeps only the nodes of the wanted area, for files as large as a whole country. */
const findTouching = (path: string, bounds: Bounds | null): Touches => {
  if (bounds === null) return () => true
  const ids: number[] = []
  const node = (id: number, lat: number, lng: number): void => void (isInBounds(bounds, { lat, lng }, 0) && ids.push(id))
  readPbfFile(path, { node })
  const inside = Float64Array.from(ids).toSorted()
  return (refs) => refs.some((ref) => findSorted(inside, ref) >= 0)
}

const listMembers = (multipolygons: readonly Multipolygon[]): Set<number> =>
  new Set(multipolygons.flatMap(({ outer, inner }) => [...outer, ...inner]))

/** The multipolygons with an outer way in the wanted area. */
const listTouching = (path: string, multipolygons: readonly Multipolygon[], touches: Touches): Multipolygon[] => {
  const members = listMembers(multipolygons)
  const touching = new Set<number>()
  readPbfFile(path, { way: (id, _, refs) => void (members.has(id) && touches(refs) && touching.add(id)) })
  return multipolygons.filter(({ outer }) => outer.some((way) => touching.has(way)))
}

const readWays = (path: string, members: ReadonlySet<number>, touches: Touches): Map<number, Way> => {
  const ways = new Map<number, Way>()
  const way = (id: number, tags: Tags, refs: readonly number[]): void => {
    if (refs.length > 1 && (members.has(id) || (isWanted(tags) && touches(refs)))) ways.set(id, { id, tags, refs })
  }
  readPbfFile(path, { way })
  return ways
}

type Nodes = { positionOf: (id: number) => Position | undefined; tagged: PointFeature[] }

const listSortedRefs = (ways: readonly Way[]): Float64Array => {
  let count = 0
  for (const { refs } of ways) count += refs.length
  const all = new Float64Array(count)
  let at = 0
  for (const { refs } of ways) for (const ref of refs) all[at++] = ref
  all.sort()
  return all.filter((ref, i) => i === 0 || ref !== all[i - 1])
}

/** Index of a value in a sorted array, -1 if it is not there. */
const findSorted = (sorted: Float64Array, value: number): number => {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (sorted[middle] === value) return middle
    if (sorted[middle] < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}

type NodesWanted = { ways: readonly Way[]; isInside: (position: Position) => boolean }

/** The positions of the ways' nodes, and the nodes inside that are searchable or are barriers. */
const readNodes = (path: string, { ways, isInside }: NodesWanted, onProgress: (fraction: number) => void): Nodes => {
  const ids = listSortedRefs(ways)
  const positions = Array.from<Position | undefined>({ length: ids.length })
  const tagged: PointFeature[] = []
  const node = (id: number, lat: number, lng: number, tags: Tags | null): void => {
    const at = findSorted(ids, id)
    if (at >= 0) positions[at] = [lng, lat]
    if (tags && (isSearchable(tags) || isBarrier(tags)) && isInside([lng, lat]))
      tagged.push({ type: 'Feature', id, properties: tags, geometry: { type: 'Point', coordinates: [lng, lat] } })
  }
  readPbfFile(path, { node }, onProgress)
  return { positionOf: (id) => positions[findSorted(ids, id)], tagged }
}

type Ways = ReadonlyMap<number, Way>
type Locate = (id: number) => Position | undefined

const isPosition = (position: Position | undefined): position is Position => position !== undefined

/** The parts of a way that are in the file and inside the area: an extract cuts ways at its edge. */
const listParts = (positions: readonly (Position | undefined)[], isInside: (position: Position) => boolean): Position[][] => {
  const parts: Position[][] = [[]]
  for (const position of positions) {
    if (position && isInside(position)) parts[parts.length - 1].push(position)
    else parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}

const makeArea = (id: number, properties: Tags, coordinates: readonly (readonly Position[])[]): AreaFeature => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'Polygon', coordinates },
})

const isClosed = (refs: readonly number[]): boolean => refs.length > 3 && refs[0] === refs[refs.length - 1]

const listWayFeatures = (
  { id, tags, refs }: Way,
  positionOf: Locate,
  isInside: (position: Position) => boolean,
): CityFeature[] => {
  const positions = refs.map(positionOf)
  if (isClosed(refs) && isArea(tags) && positions.every(isPosition))
    return positions.some(isInside) ? [makeArea(id, tags, [positions])] : []
  return listParts(positions, isInside).map((coordinates) => ({
    type: 'Feature',
    id,
    properties: tags,
    geometry: { type: 'LineString', coordinates },
  }))
}

/** The positions of a ring that are in the file. If an extract cut the ring, it is closed by a straight line. */
const locateRing = (ring: readonly number[], positionOf: Locate): Position[] => {
  const known = ring.map(positionOf).filter(isPosition)
  return known.length > 2 && known[0] !== known[known.length - 1] ? [...known, known[0]] : known
}

const listMultipolygonAreas = ({ id, tags, outer, inner }: Multipolygon, ways: Ways, positionOf: Locate): AreaFeature[] => {
  const ringsOf = (members: readonly number[]): Position[][] =>
    joinRings(members.map((member) => ways.get(member)?.refs ?? []))
      .map((ring) => locateRing(ring, positionOf))
      .filter((ring) => ring.length > 3)
  return nestRings(ringsOf(outer), ringsOf(inner)).map((rings) => makeArea(id, tags, rings))
}

const listRestrictions = (rules: readonly Rule[], positionOf: Locate): TurnRestriction[] =>
  rules.flatMap(({ via, ...rule }): TurnRestriction[] => {
    if ('ways' in via) return [{ ...rule, viaWays: via.ways }]
    const position = positionOf(via.node)
    return position ? [{ ...rule, via: position }] : []
  })

/**
 * Reads the roads, areas, addresses and places of an OSM PBF file, or of the part within `bounds`. `onProgress` is called with
 * the fraction done (0..1). Throws an ImportError that says what is wrong with the file.
 */
export const readOsmSource = (
  path: string,
  { bounds = null, onProgress = () => {} }: { bounds?: Bounds | null; onProgress?: (fraction: number) => void } = {},
): CitySource => {
  const isInside = ([lng, lat]: Position): boolean => bounds === null || isInBounds(bounds, { lat, lng }, 0)
  const { rules, timestamp, ...all } = readRelations(path)
  onProgress(0.1)
  const touches = findTouching(path, bounds)
  onProgress(0.2)
  const multipolygons = bounds === null ? all.multipolygons : listTouching(path, all.multipolygons, touches)
  const ways = readWays(path, listMembers(multipolygons), touches)
  onProgress(0.5)
  const wanted = { ways: [...ways.values()], isInside }
  const { positionOf, tagged } = readNodes(path, wanted, (fraction) => onProgress(0.5 + 0.4 * fraction))
  const features = [...ways.values()].flatMap((way) => (isWanted(way.tags) ? listWayFeatures(way, positionOf, isInside) : []))
  const areas = multipolygons.flatMap((multipolygon) => listMultipolygonAreas(multipolygon, ways, positionOf))
  onProgress(1)
  return {
    type: 'FeatureCollection',
    ...(timestamp ? { timestamp } : {}),
    features: [...features, ...areas.filter(({ geometry }) => geometry.coordinates[0].some(isInside))],
    points: tagged,
    restrictions: listRestrictions(rules, positionOf),
  }
}
