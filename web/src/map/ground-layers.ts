// What lies under the streets on the map: land, green, water, buildings and rails.
import type { LayerSpecification } from 'maplibre-gl'
import { interpolateWidth } from './road-layers.ts'
import type { MapColors } from './style-colors.ts'

const fill = (id: string, layer: string, paint: object, rest: object = {}): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'city',
  'source-layer': layer,
  paint,
  ...rest,
})

const ground = (groundClass: 'built' | 'works' | 'green' | 'sand' | 'water', colors: MapColors): LayerSpecification =>
  fill(groundClass, 'ground', { 'fill-color': colors[groundClass] }, { filter: ['==', ['get', 'class'], groundClass] })

const world = (worldClass: 'sea' | 'land', color: string): LayerSpecification =>
  fill(`world-${worldClass}`, 'world', { 'fill-color': color }, { filter: ['==', ['get', 'class'], worldClass] })

const waterways = (colors: MapColors): LayerSpecification => ({
  id: 'waterways',
  type: 'line',
  source: 'city',
  'source-layer': 'waterway',
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': colors.water,
    'line-width': [
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      9,
      1,
      14,
      ['match', ['get', 'class'], 'river', 5, 'canal', 3, 1.5],
      19,
      ['match', ['get', 'class'], 'river', 30, 'canal', 18, 6],
    ],
  },
})

const rails = (colors: MapColors): LayerSpecification => ({
  id: 'rails',
  type: 'line',
  source: 'city',
  'source-layer': 'rail',
  minzoom: 10,
  paint: {
    'line-color': colors.rail,
    'line-width': interpolateWidth([
      [10, 0.6],
      [14, 1],
      [19, 3],
    ]),
  },
})

/** On a screen with small pixels nobody sees whether an edge is smoothed, and to smooth it each area is drawn twice. */
const withPlainEdges = (layer: LayerSpecification): LayerSpecification =>
  layer.type === 'fill' ? { ...layer, paint: { ...layer.paint, 'fill-antialias': false } } : layer

const listGround = (colors: MapColors): LayerSpecification[] => [
  { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
  world('sea', colors.water),
  world('land', colors.land),
  {
    id: 'borders',
    type: 'line',
    source: 'city',
    'source-layer': 'world',
    filter: ['==', ['get', 'class'], 'border'],
    maxzoom: 11,
    paint: {
      'line-color': colors.border,
      'line-width': interpolateWidth([
        [2, 0.6],
        [8, 1.4],
      ]),
      'line-dasharray': [4, 2],
    },
  },
  ground('built', colors),
  ground('works', colors),
  ground('green', colors),
  ground('sand', colors),
  ground('water', colors),
  waterways(colors),
  fill('square', 'square', { 'fill-color': colors.square }, { minzoom: 13 }),
  fill('building', 'building', { 'fill-color': colors.building }, { minzoom: 14 }),
  rails(colors),
]

/** `isDense`: a pixel of the screen is much smaller than one of the page. */
export const makeGround = (colors: MapColors, isDense: boolean): LayerSpecification[] =>
  isDense ? listGround(colors).map(withPlainEdges) : listGround(colors)
