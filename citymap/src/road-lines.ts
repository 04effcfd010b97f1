// Ways joined end to end into the longest lines of equal properties: fewer features, and labels that have room to stand.
import { isLine, type CitySource, type Position, type Tags } from './geojson.ts'

/** Properties of a feature of the layer `road`; absent properties are not stored. */
type RoadProps = {
  class: string
  name?: string
  ref?: string
  link?: 1
  bridge?: 1
  tunnel?: 1
  oneway?: 1
}

type RoadLine = { props: RoadProps; minZoom: number; line: Position[] }

/** Class on the map and lowest zoom, by OSM highway tag. */
const CLASSES: Readonly<Record<string, readonly [string, number]>> = {
  motorway: ['motorway', 8],
  trunk: ['trunk', 8],
  primary: ['primary', 8],
  secondary: ['secondary', 9],
  tertiary: ['tertiary', 11],
  unclassified: ['minor', 12],
  residential: ['residential', 12],
  living_street: ['residential', 12],
  road: ['minor', 12],
  pedestrian: ['pedestrian', 13],
  service: ['service', 13],
  track: ['track', 14],
  footway: ['path', 14],
  cycleway: ['path', 14],
  path: ['path', 14],
  bridleway: ['path', 14],
  steps: ['steps', 14],
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'no'
const mark = (isPresent: boolean): 1 | undefined => (isPresent ? 1 : undefined)

const propsOf = (tags: Tags): { props: RoadProps; minZoom: number } | null => {
  const highway = tags['highway'] ?? ''
  const isLink = highway.endsWith('_link')
  const known = CLASSES[highway.replace('_link', '')]
  if (!known) return null
  const [roadClass, lowest] = known
  const isOneway = isSet(tags['oneway']) || tags['junction'] === 'roundabout' || highway === 'motorway'
  const props: RoadProps = { class: roadClass }
  if (tags['name']) props.name = tags['name']
  if (tags['ref'] && lowest <= 9) props.ref = tags['ref']
  const marks = {
    link: mark(isLink),
    bridge: mark(isSet(tags['bridge'])),
    tunnel: mark(isSet(tags['tunnel'])),
    oneway: mark(isOneway),
  }
  return { props: { ...props, ...JSON.parse(JSON.stringify(marks)) }, minZoom: isLink ? Math.max(11, lowest) : lowest }
}

const endKey = ([lng, lat]: Position): string => `${lng},${lat}`

/** Joins lines that meet end to start; direction is kept, because it means something on one-way roads. */
const chain = (lines: readonly (readonly Position[])[]): Position[][] => {
  const byStart = new Map<string, number[]>()
  lines.forEach((line, i) => byStart.set(endKey(line[0]), [...(byStart.get(endKey(line[0])) ?? []), i]))
  const ends = new Set(lines.map((line) => endKey(line[line.length - 1])))
  const used = new Set<number>()
  const follow = (first: number): Position[] => {
    const joined: Position[] = []
    for (let at: number | undefined = first; at !== undefined;) {
      used.add(at)
      joined.push(...lines[at].slice(joined.length > 0 ? 1 : 0))
      at = byStart.get(endKey(joined[joined.length - 1]))?.find((next) => !used.has(next))
    }
    return joined
  }
  const heads = lines.map((_, i) => i).filter((i) => !ends.has(endKey(lines[i][0])))
  const chains = heads.filter((i) => !used.has(i)).map((i) => (used.has(i) ? [] : follow(i)))
  lines.forEach((_, i) => {
    if (!used.has(i)) chains.push(follow(i))
  })
  return chains.filter((line) => line.length > 1)
}

/** All lines of the layer `road`. */
export const listRoadLines = (source: CitySource): RoadLine[] => {
  const groups = new Map<string, { props: RoadProps; minZoom: number; lines: (readonly Position[])[] }>()
  for (const feature of source.features) {
    const road = isLine(feature) && feature.geometry.coordinates.length > 1 ? propsOf(feature.properties) : null
    if (!road || !isLine(feature)) continue
    const key = JSON.stringify(road.props)
    const group = groups.get(key) ?? { ...road, lines: [] }
    group.lines.push(feature.geometry.coordinates)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ props, minZoom, lines }) => chain(lines).map((line) => ({ props, minZoom, line })))
}
