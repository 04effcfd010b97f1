// Named streets and their crossings, from the source itself rather than the graph, so that squares and walking streets count too.
import { type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { type CityFeature, type CitySource, listOutlines, type Position } from './geojson.ts'
import { makeVertexKeys } from './vertex-keys.ts'

/** A street: all ways of one name close together. `at` is a point on it near its middle. */
export type Street = { name: string; lengthM: number; at: LatLng }

/** A crossing of two named streets, the longer one first. */
export type Crossing = { names: readonly [string, string]; at: LatLng }

/** Ways of one name further apart than this are different streets of the same name. */
const SAME_STREET_M = 400
/** The crossings of two streets closer than this are one place: dual carriageways meet in four points. */
const SAME_CROSSING_M = 150

const NOT_STREETS = new Set(['platform', 'construction', 'proposed', 'bus_stop', 'elevator', 'corridor', 'rest_area', 'services'])

const toLatLng = ([lng, lat]: Position): LatLng => ({ lat, lng })

type NamedWay = { name: string; line: readonly Position[] }

const isStreet = ({ properties }: CityFeature): boolean =>
  Boolean(properties['name'] && properties['highway'] && !NOT_STREETS.has(properties['highway']))

/** Lines of everything that is a street and has a name. */
export const listNamedWays = (source: CitySource): NamedWay[] =>
  source.features.filter(isStreet).map((feature) => ({ name: feature.properties['name'] ?? '', line: listOutlines(feature) }))

/** Groups items that are linked directly or through others. */
const groupLinked = <T>(items: readonly T[], areLinked: (a: T, b: T) => boolean): T[][] => {
  const groups: T[][] = []
  for (const item of items) {
    const linked = groups.filter((group) => group.some((other) => areLinked(item, other)))
    const merged = [item, ...linked.flat()]
    for (const group of linked) groups.splice(groups.indexOf(group), 1)
    groups.push(merged)
  }
  return groups
}

const areNear = (a: LatLng, b: LatLng, metres: number): boolean =>
  Math.abs(a.lat - b.lat) < 0.01 && measureDistanceM(a, b) < metres

const probes = (line: readonly Position[]): LatLng[] => {
  const step = Math.max(1, Math.floor(line.length / 4))
  const chosen = line.filter((_, i) => i % step === 0 || i === line.length - 1)
  return chosen.map(toLatLng)
}

/** The point of the list nearest to the mean of all. */
const middleOf = (points: readonly LatLng[]): LatLng => {
  const mean = { lat: 0, lng: 0 }
  for (const { lat, lng } of points) {
    mean.lat += lat / points.length
    mean.lng += lng / points.length
  }
  return points.reduce((best, point) => (measureDistanceM(point, mean) < measureDistanceM(best, mean) ? point : best), points[0])
}

const lineM = (line: readonly Position[]): number => {
  let total = 0
  for (let i = 1; i < line.length; i++) total += measureDistanceM(toLatLng(line[i - 1]), toLatLng(line[i]))
  return total
}

/** One street for each group of ways with the same name that are close together, longest first within a name. */
export const listStreets = (ways: readonly NamedWay[]): Street[] => {
  const byName = new Map<string, { line: readonly Position[]; probes: LatLng[] }[]>()
  for (const { name, line } of ways) {
    const known = byName.get(name) ?? []
    known.push({ line, probes: probes(line) })
    byName.set(name, known)
  }
  return [...byName].flatMap(([name, parts]) =>
    groupLinked(parts, (a, b) => a.probes.some((p) => b.probes.some((q) => areNear(p, q, SAME_STREET_M))))
      .map((group) => ({
        name,
        lengthM: Math.round(group.reduce((sum, part) => sum + lineM(part.line), 0)),
        at: middleOf(group.flatMap((part) => part.line.map(toLatLng))),
      }))
      .toSorted((a, b) => b.lengthM - a.lengthM),
  )
}

/** Every crossing of two differently named streets, once for each place where they meet. */
export const listCrossings = (ways: readonly NamedWay[]): Crossing[] => {
  const total = new Map<string, number>()
  for (const { name, line } of ways) total.set(name, (total.get(name) ?? 0) + lineM(line))
  const isMain = (a: string, b: string): boolean =>
    (total.get(a) ?? 0) > (total.get(b) ?? 0) || (total.get(a) === total.get(b) && a < b)

  const keyOf = makeVertexKeys(ways.map(({ line }) => line))
  const vertices = new Map<number, { at: LatLng; names: Set<string> }>()
  for (const { name, line } of ways)
    for (const position of line) {
      const vertex = vertices.get(keyOf(position)) ?? { at: toLatLng(position), names: new Set() }
      vertex.names.add(name)
      vertices.set(keyOf(position), vertex)
    }
  const meetings = new Map<string, { names: readonly [string, string]; at: LatLng[] }>()
  for (const { at, names } of vertices.values()) {
    const list = [...names]
    for (const a of list)
      for (const b of list) {
        if (a === b || !isMain(a, b)) continue
        const meeting = meetings.get(`${a} / ${b}`) ?? { names: [a, b] as const, at: [] }
        meeting.at.push(at)
        meetings.set(`${a} / ${b}`, meeting)
      }
  }
  return [...meetings.values()].flatMap(({ names, at }) =>
    groupLinked(at, (a, b) => areNear(a, b, SAME_CROSSING_M)).map((group) => ({ names, at: middleOf(group) })),
  )
}
