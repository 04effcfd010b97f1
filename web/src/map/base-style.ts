// Our own map style. Routes and cars have their layers here as well, so a change of theme keeps everything in order.
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { makeGround } from './ground-layers.ts'
import { interpolateWidth, makeCasings, makeFills, makeTunnels, roads } from './road-layers.ts'
import { darkColors, lightColors, type MapColors } from './style-colors.ts'

export const routeSource = 'route'
export const carSource = 'cars'
export const carLayer = 'cars'
export const carGroups = 'car-groups'
export const chosenSource = 'chosen-car'

const routeLine = (colors: MapColors): LayerSpecification[] => {
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    {
      id: 'route-casing',
      type: 'line',
      source: routeSource,
      layout,
      paint: {
        'line-color': colors.routeCasing,
        'line-width': interpolateWidth([
          [8, 5],
          [14, 9],
          [19, 20],
        ]),
      },
    },
    {
      id: 'route-line',
      type: 'line',
      source: routeSource,
      layout,
      paint: {
        'line-color': colors.route,
        'line-width': interpolateWidth([
          [8, 3],
          [14, 5.5],
          [19, 13],
        ]),
      },
    },
  ]
}

const streetNames = (id: string, classes: string[], minzoom: number, colors: MapColors): LayerSpecification => ({
  id,
  type: 'symbol',
  source: 'city',
  'source-layer': 'road',
  minzoom,
  filter: ['all', ['has', 'name'], ['in', ['get', 'class'], ['literal', classes]]],
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'text-field': ['get', 'name'],
    'text-font': ['sans-serif'],
    'text-size': ['interpolate', ['linear'], ['zoom'], 12, 11, 18, 15],
    'text-max-angle': 35,
    'text-padding': 6,
  },
  paint: { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 },
})

const classesOf = (...ids: string[]): string[] => roads.filter(({ id }) => ids.includes(id)).flatMap(({ classes }) => classes)

const names = (colors: MapColors): LayerSpecification[] => [
  streetNames('names-minor', classesOf('minor', 'service', 'pedestrian', 'path'), 15, colors),
  streetNames('names-middle', classesOf('tertiary', 'secondary'), 13, colors),
  streetNames('names-major', classesOf('primary', 'motorway'), 12, colors),
  {
    id: 'places',
    type: 'symbol',
    source: 'city',
    'source-layer': 'place',
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 9, ['match', ['get', 'kind'], 'city', 16, 12], 16, 15],
      'text-max-width': 9,
      'text-line-height': 1.1,
      'text-padding': ['interpolate', ['linear'], ['zoom'], 10, 3, 12, 12],
    },
    paint: { 'text-color': colors.placeLabel, 'text-halo-color': colors.halo, 'text-halo-width': 1.8 },
  },
]

const carSize = ['interpolate', ['linear'], ['zoom'], 10, 0.7, 15, 1] as unknown as ExpressionSpecification

const carSymbol = {
  'icon-image': ['concat', 'car-', ['get', 'state']] as unknown as ExpressionSpecification,
  'icon-rotate': ['get', 'heading'] as unknown as ExpressionSpecification,
  'icon-rotation-alignment': 'map',
  'icon-allow-overlap': true,
  'icon-ignore-placement': true,
  'icon-size': carSize,
} as const

/** The car that was chosen, in no group and above all others. */
const chosenCar: LayerSpecification[] = [
  {
    id: 'chosen-car-ring',
    type: 'circle',
    source: chosenSource,
    paint: {
      'circle-radius': 26,
      'circle-color': '#0B57D0',
      'circle-opacity': 0.25,
      'circle-stroke-color': '#0B57D0',
      'circle-stroke-width': 3,
    },
  },
  { id: 'chosen-car', type: 'symbol', source: chosenSource, layout: { ...carSymbol, 'icon-size': 1 } },
]

const cars = (colors: MapColors): LayerSpecification[] => [
  {
    id: carGroups,
    type: 'circle',
    source: carSource,
    filter: ['has', 'point_count'],
    paint: { 'circle-radius': 18, 'circle-color': '#16201A', 'circle-stroke-color': '#46F34D', 'circle-stroke-width': 3 },
  },
  {
    id: 'car-group-counts',
    type: 'symbol',
    source: carSource,
    filter: ['has', 'point_count'],
    layout: {
      'text-field': ['to-string', ['get', 'point_count']],
      'text-font': ['sans-serif'],
      'text-size': 13,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': '#FFFFFF' },
  },
  {
    id: carLayer,
    type: 'symbol',
    source: carSource,
    filter: ['!', ['has', 'point_count']],
    layout: {
      ...carSymbol,
      'text-field': ['step', ['zoom'], '', 13, ['coalesce', ['get', 'label'], '']],
      'text-font': ['sans-serif'],
      'text-size': 11,
      'text-offset': [0, 1.9],
      'text-optional': true,
    },
    paint: { 'text-color': colors.placeLabel, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  },
  ...chosenCar,
]

const nothing = { type: 'FeatureCollection', features: [] } as const

const geojson = { type: 'geojson', data: { ...nothing, features: [] } } as const

/** What is drawn on any map: the route below its names, the cars above everything. */
export const makeOverlay = (scheme: Scheme) => {
  const colors = scheme === 'dark' ? darkColors : lightColors
  // three cars that lie upon each other (a symbol is 28 to 40 pixels wide) are counted; two can still be told apart
  const cluster = { cluster: true, clusterMaxZoom: 16, clusterMinPoints: 3, clusterRadius: 18 }
  return {
    sources: { [routeSource]: geojson, [carSource]: { ...geojson, ...cluster }, [chosenSource]: geojson },
    route: routeLine(colors),
    cars: cars(colors),
  }
}

export type Scheme = 'light' | 'dark'

/** Where the tiles are (a PMTiles address) and what is said of them, and whether the screen has small pixels. */
type Base = { url: string; attribution: string; isDense: boolean }

export const makeBaseStyle = (scheme: Scheme, { url, attribution, isDense }: Base): StyleSpecification => {
  const colors = scheme === 'dark' ? darkColors : lightColors
  const overlay = makeOverlay(scheme)
  return {
    version: 8,
    name: `wayfare-${scheme}`,
    sources: { city: { type: 'vector', url, attribution }, ...overlay.sources },
    layers: [
      ...makeGround(colors, isDense),
      ...makeTunnels(colors),
      makeCasings(colors, 'plain'),
      makeFills(colors, 'plain'),
      makeCasings(colors, 'bridge'),
      makeFills(colors, 'bridge'),
      ...overlay.route,
      ...names(colors),
      ...overlay.cars,
    ],
  }
}
