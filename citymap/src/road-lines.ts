// Joins ways end to end into the longest lines that look alike at a zoom: fewer features, and more room for labels.
import { type LatLng, measureLengthM } from '@wayfare/core/geo'
import { listLocalRoads } from './bare-spots.ts'
import { isLine, type CitySource, type Position, type Tags } from './geojson.ts'
import { makeVertexKeys } from './vertex-keys.ts'

/** Properties of a feature in the layer `road`; absent properties are not stored. */
type RoadProps = { class: string; name?: string; bridge?: 1; tunnel?: 1 }

type RoadLine = { props: RoadProps; line: Position[] }

type RoadClass = { class: string; minZoom: number; nameZoom: number }

const of = (roadClass: string, minZoom: number, nameZoom: number): RoadClass => ({ class: roadClass, minZoom, nameZoom })

/** Class on the map, lowest zoom, and lowest zoom with a name, by OSM highway tag. */
const CLASSES: Readonly<Record<string, RoadClass>> = {
  motorway: of('motorway', 8, 12),
  trunk: of('trunk', 8, 12),
  primary: of('primary', 8, 12),
  secondary: of('secondary', 9, 13),
  tertiary: of('tertiary', 10, 13),
  motorway_link: of('link', 12, 99),
  trunk_link: of('link', 12, 99),
  primary_link: of('link', 13, 99),
  secondary_link: of('minor', 13, 99),
  tertiary_link: of('minor', 13, 99),
  unclassified: of('minor', 11, 15),
  residential: of('residential', 11, 15),
  living_street: of('residential', 12, 15),
  road: of('minor', 12, 15),
  pedestrian: of('pedestrian', 13, 15),
  service: of('service', 14, 15),
  track: of('track', 15, 15),
  footway: of('path', 15, 15),
  cycleway: of('path', 15, 15),
  path: of('path', 15, 15),
  bridleway: of('path', 15, 15),
  steps: of('steps', 15, 15),
}

/** The zooms from which bridges and tunnels are drawn differently. */
const BRIDGE_ZOOM = 13
const TUNNEL_ZOOM = 11

/** At the zooms where small streets begin, those shorter than this (m) are left out: dots of six pixels at 12, too many at 11. */
const DOTS_M: Readonly<Record<number, number>> = { 11: 500, 12: 85 }

const toLatLng = ([lng, lat]: Position): LatLng => ({ lat, lng })

const isDot = ({ props, line }: RoadLine, zoom: number): boolean =>
  (props.class === 'minor' || props.class === 'residential') && measureLengthM(line.map(toLatLng)) < (DOTS_M[zoom] ?? 0)

const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'no'

/** The properties of a road at a zoom; null if it is not drawn. */
const propsAt = (tags: Tags, zoom: number): RoadProps | null => {
  const known = CLASSES[tags['highway'] ?? '']
  if (!known || known.minZoom > zoom) return null
  const label = tags['name'] ?? (known.minZoom <= 9 ? tags['ref'] : undefined)
  const props: RoadProps = { class: known.class }
  if (label && zoom >= known.nameZoom) props.name = label
  if (zoom >= BRIDGE_ZOOM && isSet(tags['bridge'])) props.bridge = 1
  if (zoom >= TUNNEL_ZOOM && isSet(tags['tunnel'])) props.tunnel = 1
  return props
}

/** Between the city's first zoom and the one with all small streets, a town without a larger road shows its own streets. */
const LOCAL_ZOOMS = { from: 8, to: 11 }
const LOCAL: RoadProps = { class: 'local' }
/** From zoom 9 on main roads are drawn in full; at 8 there is nothing smaller. */
const FULL_ZOOM = 9

type Line = readonly Position[]

/** How straight a line continues into another that begins at its end (1: straight, -1: back). */
const measureStraightness = (line: Line, next: Line): number => {
  const [[beforeX, beforeY], [x, y], [afterX, afterY]] = [line[line.length - 2], line[line.length - 1], next[1]]
  const [inX, inY, outX, outY] = [x - beforeX, y - beforeY, afterX - x, afterY - y]
  return (inX * outX + inY * outY) / (Math.hypot(inX, inY) * Math.hypot(outX, outY) || 1)
}

/** Joins lines that meet at their ends, in either direction, choosing the straightest where several meet. */
const joinLines = (lines: readonly Line[], keyOf: (position: Position) => number): Position[][] => {
  const left = new Set(lines)
  const ends = new Map<number, Line[]>()
  for (const line of lines)
    for (const end of [line[0], line[line.length - 1]]) {
      const known = ends.get(keyOf(end))
      if (known) known.push(line)
      else ends.set(keyOf(end), [line])
    }
  const extend = (joined: Position[]): void => {
    for (;;) {
      const end = keyOf(joined[joined.length - 1])
      const touching = (ends.get(end) ?? []).filter((line) => left.has(line))
      const onward = touching.map((line) => ({ line, way: keyOf(line[0]) === end ? line : line.toReversed() }))
      const [first] = onward.toSorted((a, b) => measureStraightness(joined, b.way) - measureStraightness(joined, a.way))
      if (!first || measureStraightness(joined, first.way) < 0) return
      left.delete(first.line)
      joined.push(...first.way.slice(1))
    }
  }
  return lines.flatMap((line) => {
    if (!left.delete(line)) return []
    const joined = [...line]
    extend(joined)
    joined.reverse()
    extend(joined)
    return [joined]
  })
}

/** Creates a function that returns all lines of the layer `road` at a zoom. */
export const makeRoadLines = (source: CitySource): ((zoom: number) => RoadLine[]) => {
  const roads = source.features
    .filter(isLine)
    .filter(({ properties, geometry }) => CLASSES[properties['highway'] ?? ''] && geometry.coordinates.length > 1)
  const keyOf = makeVertexKeys(roads.map(({ geometry }) => geometry.coordinates))
  const ranked = roads.map(({ properties, geometry }) => ({
    rank: CLASSES[properties['highway'] ?? '']?.minZoom ?? Number.POSITIVE_INFINITY,
    line: geometry.coordinates,
  }))
  const listLocal = (zoom: number): RoadLine[] => {
    if (zoom < LOCAL_ZOOMS.from || zoom > LOCAL_ZOOMS.to) return []
    const local = listLocalRoads(ranked, Math.max(zoom, FULL_ZOOM)).map(({ line }) => line)
    return joinLines(local, keyOf).map((line) => ({ props: LOCAL, line }))
  }
  return (zoom) => {
    const groups = new Map<string, { props: RoadProps; lines: Line[] }>()
    for (const { properties, geometry } of roads) {
      const props = propsAt(properties, zoom)
      if (!props) continue
      const key = JSON.stringify(props)
      const group = groups.get(key) ?? { props, lines: [] }
      group.lines.push(geometry.coordinates)
      groups.set(key, group)
    }
    const joined = [...groups.values()].flatMap(({ props, lines }) => joinLines(lines, keyOf).map((line) => ({ props, line })))
    return [...joined.filter((road) => !isDot(road, zoom)), ...listLocal(zoom)]
  }
}
