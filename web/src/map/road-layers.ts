// The streets on the map: classes of road from the widest to the narrowest, with casing, bridges and tunnels.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColors } from './style-colors.ts'

type Stops = [zoom: number, width: number][]

export const interpolateWidth = (stops: Stops): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops.flat()] as unknown as ExpressionSpecification

/** Nobody sees a class of road begin: within one zoom step from its first one on it is drawn in full. */
const fadeIn = (zoom: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], zoom, 0, zoom + 1, 1]

/** Road kinds from the least to the most important: widths in pixels by zoom, and from which zoom they are drawn. */
export const roads: { id: string; classes: string[]; color: keyof MapColors; minzoom: number; widths: Stops }[] = [
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

const ofClass = (classes: string[], kind: 'plain' | 'bridge' | 'tunnel'): FilterSpecification => {
  const isBridge: ExpressionSpecification = ['to-boolean', ['get', 'bridge']]
  const isTunnel: ExpressionSpecification = ['to-boolean', ['get', 'tunnel']]
  const inClass: ExpressionSpecification = ['in', ['get', 'class'], ['literal', classes]]
  if (kind === 'tunnel') return ['all', inClass, isTunnel]
  return kind === 'bridge' ? ['all', inClass, isBridge, ['!', isTunnel]] : ['all', inClass, ['!', isBridge], ['!', isTunnel]]
}

const wider = (widths: Stops, by: number): Stops => widths.map(([zoom, width]) => [zoom, width + by])

const line = (id: string, filter: FilterSpecification, minzoom: number, paint: object): LayerSpecification => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': 'road',
  minzoom,
  filter,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint,
})

/** From this zoom on a road is wide enough to have an edge and its own pale colour. */
const NEAR = 12.5

const isMajor = (id: string): boolean => id === 'motorway' || id === 'primary' || id === 'link'

/** Kinds without an edge. */
const bare = { plain: ['path', 'local'], bridge: ['path', 'local', 'service', 'pedestrian'] }

export const makeCasings = (colors: MapColors, kind: 'plain' | 'bridge'): LayerSpecification[] =>
  roads
    .filter(({ id }) => !bare[kind].includes(id))
    .map(({ id, classes, minzoom, widths }) => {
      const from = Math.max(minzoom, NEAR - 1)
      return line(`${kind}-${id}-casing`, ofClass(classes, kind), from, {
        'line-color': isMajor(id) ? colors.majorCasing : colors.casing,
        'line-width': interpolateWidth(wider(widths, kind === 'bridge' ? 2.6 : 1.6)),
        'line-opacity': fadeIn(from),
      })
    })

export const makeFills = (colors: MapColors, kind: 'plain' | 'bridge'): LayerSpecification[] =>
  roads.map(({ id, classes, color, minzoom, widths }) =>
    line(`${kind}-${id}`, ofClass(classes, kind), minzoom, {
      'line-color': [
        'interpolate',
        ['linear'],
        ['zoom'],
        NEAR - 1,
        isMajor(id) ? colors.farMajor : id === 'minor' || id === 'local' ? colors.farMinor : colors.far,
        NEAR,
        colors[color],
      ],
      'line-width': interpolateWidth(widths),
      'line-opacity': fadeIn(minzoom),
    }),
  )

export const makeTunnels = (colors: MapColors): LayerSpecification[] => [
  line(
    'tunnel',
    ofClass(
      roads.flatMap(({ classes }) => classes),
      'tunnel',
    ),
    11,
    {
      'line-color': colors.tunnel,
      'line-width': interpolateWidth([
        [11, 1],
        [14, 4],
        [19, 24],
      ]),
    },
  ),
  {
    ...(line(
      'tunnel-edge',
      ofClass(
        roads.flatMap(({ classes }) => classes),
        'tunnel',
      ),
      13,
      {
        'line-color': colors.casing,
        'line-width': 1,
        'line-gap-width': interpolateWidth([
          [13, 3],
          [19, 24],
        ]),
        'line-dasharray': [3, 3],
      },
    ) as LayerSpecification & { type: 'line' }),
    layout: {},
  },
]
