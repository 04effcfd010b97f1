// The streets on the map: classes of road from the narrowest to the widest, with casing, bridges and tunnels. All classes are drawn by the
// same few layers, which look up how each class differs: a phone takes time to make each layer, and to draw it (decision 107).
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColors } from './style-colors.ts'

type Stops = [zoom: number, width: number][]

const base = 1.5

export const interpolateWidth = (stops: Stops): ExpressionSpecification =>
  ['interpolate', ['exponential', base], ['zoom'], ...stops.flat()] as unknown as ExpressionSpecification

type Road = { id: string; classes: string[]; color: keyof MapColors; minzoom: number; widths: Stops }

/** Kinds of road from the least to the most important: widths in pixels by zoom, and from which zoom they are drawn. */
export const roads: Road[] = [
  {
    id: 'path',
    classes: ['path', 'steps', 'track'],
    color: 'service',
    minzoom: 15,
    widths: [
      [15, 0.8],
      [16, 1.4],
      [19, 4],
    ],
  },
  {
    id: 'service',
    classes: ['service'],
    color: 'service',
    minzoom: 14,
    widths: [
      [14, 1],
      [16, 3],
      [19, 12],
    ],
  },
  {
    id: 'pedestrian',
    classes: ['pedestrian'],
    color: 'service',
    minzoom: 13,
    widths: [
      [13, 0.5],
      [16, 3],
      [19, 12],
    ],
  },
  {
    id: 'local',
    classes: ['local'],
    color: 'minor',
    minzoom: 8,
    widths: [
      [8, 0.5],
      [12, 0.9],
    ],
  },
  {
    id: 'minor',
    classes: ['residential', 'minor'],
    color: 'minor',
    minzoom: 11,
    widths: [
      [11, 0.6],
      [12, 0.9],
      [14, 2.8],
      [19, 26],
    ],
  },
  {
    id: 'tertiary',
    classes: ['tertiary'],
    color: 'secondary',
    minzoom: 10,
    widths: [
      [10, 1],
      [14, 4],
      [19, 30],
    ],
  },
  {
    id: 'secondary',
    classes: ['secondary'],
    color: 'secondary',
    minzoom: 9,
    widths: [
      [9, 1.1],
      [14, 5],
      [19, 32],
    ],
  },
  {
    id: 'primary',
    classes: ['primary'],
    color: 'primary',
    minzoom: 8,
    widths: [
      [8, 1.5],
      [14, 6],
      [19, 34],
    ],
  },
  {
    id: 'link',
    classes: ['link'],
    color: 'primary',
    minzoom: 12,
    widths: [
      [12, 1],
      [14, 3.5],
      [19, 24],
    ],
  },
  {
    id: 'motorway',
    classes: ['motorway', 'trunk'],
    color: 'motorway',
    minzoom: 8,
    widths: [
      [8, 2],
      [14, 7],
      [19, 38],
    ],
  },
]

/** Bridges are above all other roads but their own kind; what is a bridge in a tunnel is one. */
type Kind = 'plain' | 'bridge' | 'tunnel'

const isSet = (property: 'bridge' | 'tunnel'): ExpressionSpecification => ['to-boolean', ['get', property]]

const ofKind: Record<Kind, FilterSpecification> = {
  plain: ['all', ['!', isSet('bridge')], ['!', isSet('tunnel')]],
  bridge: ['all', isSet('bridge'), ['!', isSet('tunnel')]],
  tunnel: isSet('tunnel'),
}

const ofRoads = (some: readonly Road[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', some.flatMap(({ classes }) => classes)],
]

/** Which road of the table a line is, asked once for each property: to read such a question takes longer than all that hangs on it. */
const ofItsRoad = (expression: ExpressionSpecification): ExpressionSpecification =>
  [
    'let',
    'road',
    ['match', ['get', 'class'], ...roads.flatMap(({ classes }, i) => [classes, i]), roads.length],
    expression,
  ] as unknown as ExpressionSpecification

/** Within `ofItsRoad`: what is said of each road; `other` is for a class that is none of them. */
const lookUp = <Value extends string | number>(valueOf: (road: Road) => Value, other: Value): ExpressionSpecification => [
  'at',
  ['var', 'road'],
  ['literal', [...roads.map(valueOf), other]],
]

/** The zooms between which every road's width grows as one curve: each has a bend at no other. */
const bends = [8, 12, 14, 16, 19]

/** The width between two stops as the map computes it, and the nearer curve beyond them. */
const widthAt = ({ widths }: Road, zoom: number): number => {
  const at = widths.findIndex(([stop]) => stop > zoom)
  const next = at === -1 ? widths.length : Math.max(1, at)
  const [from, to] = [widths[next - 1], widths[next]]
  if (!from) return 0
  if (!to) return from[1]
  const share = (base ** (zoom - from[0]) - 1) / (base ** (to[0] - from[0]) - 1)
  return Math.round(Math.max(0, from[1] + share * (to[1] - from[1])) * 1000) / 1000
}

const widthOfRoads = (by: number): ExpressionSpecification =>
  ofItsRoad([
    'interpolate',
    ['exponential', base],
    ['zoom'],
    ...bends.flatMap((zoom) => [zoom, lookUp((road) => widthAt(road, zoom) + by, 1)]),
  ] as unknown as ExpressionSpecification)

/** Nobody sees a kind of road begin: within one zoom step from its first one on it is drawn in full. */
const fadeIn = (firstOf: (road: Road) => number): ExpressionSpecification => {
  const firsts = [...new Set(roads.map(firstOf))].toSorted((a, b) => a - b)
  const [first = 0] = firsts
  const stops = firsts.flatMap((zoom) => [zoom + 1, lookUp((road) => (firstOf(road) <= zoom ? 1 : 0), 0)])
  return ofItsRoad(['interpolate', ['linear'], ['zoom'], first, 0, ...stops] as unknown as ExpressionSpecification)
}

type Paint = Extract<LayerSpecification, { type: 'line' }>['paint']
type Line = { id: string; filter: FilterSpecification; minzoom: number; paint: Paint }

const line = ({ id, filter, minzoom, paint }: Line): LayerSpecification => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': 'road',
  minzoom,
  filter,
  layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': ofItsRoad(lookUp((road) => roads.indexOf(road), -1)) },
  paint,
})

/** From this zoom on a road is wide enough to have an edge and its own pale colour; within the step before it gets them. */
const near = 13

const isMajor = ({ id }: Road): boolean => id === 'motorway' || id === 'primary' || id === 'link'

const casingOf = (colors: MapColors): ExpressionSpecification =>
  lookUp((road) => (isMajor(road) ? colors.majorCasing : colors.casing), colors.casing)

/** From one colour to another as roads get near. Edges, which do not change, go the same way: one shader is made for both. */
const changeColor = ([far, close]: readonly [ExpressionSpecification, ExpressionSpecification]): ExpressionSpecification =>
  ofItsRoad(['interpolate', ['linear'], ['zoom'], near - 1, ['to-color', far], near, ['to-color', close]])

/** Kinds without an edge. */
const bare = { plain: ['path', 'local'], bridge: ['path', 'local', 'service', 'pedestrian'] }

/** The edges of roads, which lie below all of them. */
export const makeCasings = (colors: MapColors, kind: 'plain' | 'bridge'): LayerSpecification =>
  line({
    id: `${kind}-casing`,
    filter: ['all', ofKind[kind], ofRoads(roads.filter(({ id }) => !bare[kind].includes(id)))] as FilterSpecification,
    minzoom: near - 1,
    paint: {
      'line-color': changeColor([casingOf(colors), casingOf(colors)]),
      'line-width': widthOfRoads(kind === 'bridge' ? 2.6 : 1.6),
      'line-opacity': fadeIn(({ minzoom }) => Math.max(minzoom, near - 1)),
    },
  })

const farColor = (colors: MapColors, road: Road): string => {
  if (isMajor(road)) return colors.farMajor
  return road.id === 'minor' || road.id === 'local' ? colors.farMinor : colors.far
}

export const makeFills = (colors: MapColors, kind: 'plain' | 'bridge'): LayerSpecification =>
  line({
    id: kind,
    filter: ofKind[kind],
    minzoom: Math.min(...roads.map(({ minzoom }) => minzoom)),
    paint: {
      'line-color': changeColor([
        lookUp((road) => farColor(colors, road), colors.far),
        lookUp(({ color }) => colors[color], colors.minor),
      ]),
      'line-width': widthOfRoads(0),
      'line-opacity': fadeIn(({ minzoom }) => minzoom),
    },
  })

export const makeTunnels = (colors: MapColors): LayerSpecification[] => [
  line({
    id: 'tunnel',
    filter: ofKind.tunnel,
    minzoom: 11,
    paint: {
      'line-color': colors.tunnel,
      'line-width': interpolateWidth([
        [11, 1],
        [14, 4],
        [19, 24],
      ]),
    },
  }),
  {
    ...(line({
      id: 'tunnel-edge',
      filter: ofKind.tunnel,
      minzoom: 13,
      paint: {
        'line-color': colors.casing,
        'line-width': 1,
        'line-gap-width': interpolateWidth([
          [13, 3],
          [19, 24],
        ]),
        'line-dasharray': [3, 3],
      },
    }) as LayerSpecification & { type: 'line' }),
    layout: {},
  },
]
