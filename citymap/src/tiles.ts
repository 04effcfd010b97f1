// Vector tiles of a city, zoom 8 to 14 (maps overzoom beyond), written as one PMTiles archive. The schema:
//
// road    lines.    class: motorway trunk primary secondary (from z8/z8/z8/z9) tertiary (z11) residential minor (z12)
//                   pedestrian service (z13) track path steps (z14); name, ref (main roads only);
//                   link, bridge, tunnel, oneway: 1 when true, otherwise absent. Links appear from z11.
//                   Lines run in the direction of a one-way road.
// square  polygons. class: pedestrian platform service; name. From z13.
// ground  polygons. class: water (sea, lakes, wide rivers), green, sand, works (industry, railway land), built. By size from z8 on.
// building polygons, from z14. waterway, rail  lines. class: river canal stream, rail tram; from z9 and z10.
// place   points.   kind: city (to z10) or landmark; name; rank: 0 (the city), 1 (from z10), more for the less known (from z13).
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type Bounds, computeBoundsCentre, type LatLng } from '@wayfare/core/geo'
import { type CitySource, isLine } from './geojson.ts'
import { listGround, widenBounds } from './ground.ts'
import type { PlaceRow } from './places.ts'
import { encodeArchive, type TileBytes } from './pmtiles-write.ts'
import { listRoadLines } from './road-lines.ts'

const MIN_ZOOM = 8
const MAX_ZOOM = 14
/** Raised with every change of the schema above: the default city's tiles are cut anew, an own city's when it is imported again. */
export const TILE_SCHEMA = 3
const ATTRIBUTION = '© OpenStreetMap contributors'

type Geometry =
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'Point'; coordinates: number[] }
type TileFeature = { type: 'Feature'; properties: Record<string, string | number>; geometry: Geometry }
type Layers = Readonly<Record<string, readonly { minZoom: number; maxZoom?: number; feature: TileFeature }[]>>

const roadLayer = (source: CitySource): Layers[string] =>
  listRoadLines(source).map(({ props, minZoom, line }) => ({
    minZoom,
    feature: {
      type: 'Feature',
      properties: props,
      geometry: { type: 'LineString', coordinates: line.map((position) => [...position]) },
    },
  }))

const squareLayer = (source: CitySource): Layers[string] =>
  source.features.flatMap((feature) => {
    if (isLine(feature) || !feature.properties['highway']) return []
    const { highway, name } = feature.properties
    const properties = { class: highway, ...(name && highway !== 'platform' ? { name } : {}) }
    const coordinates = feature.geometry.coordinates.map((ring) => ring.map((position) => [...position]))
    return [
      { minZoom: 13, feature: { type: 'Feature' as const, properties, geometry: { type: 'Polygon' as const, coordinates } } },
    ]
  })

/** Less known places would hide the streets. */
const DRAWN_WEIGHT = 80

/** The picture around the roads, by layer. */
const groundLayers = ({ source, bounds }: TileInput): Layers => {
  const layers: Record<string, Layers[string][number][]> = { ground: [], building: [], waterway: [], rail: [] }
  for (const { layer, class: groundClass, minZoom, rings } of listGround(source, bounds)) {
    const coordinates = rings.map((ring) => ring.map((position) => [...position]))
    const isArea = layer === 'ground' || layer === 'building'
    const geometry: Geometry = isArea ? { type: 'Polygon', coordinates } : { type: 'LineString', coordinates: coordinates[0] }
    layers[layer].push({ minZoom, feature: { type: 'Feature', properties: { class: groundClass }, geometry } })
  }
  return layers
}

const named = (kind: 'city' | 'landmark', name: string, rank: number, { lat, lng }: LatLng): TileFeature => ({
  type: 'Feature',
  properties: { kind, name, rank },
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const placeLayer = ({ name, bounds, places }: TileInput): Layers[string] => [
  // nearer, the city is what one looks at
  { minZoom: MIN_ZOOM, maxZoom: 10, feature: named('city', name, 0, computeBoundsCentre(bounds)) },
  ...places
    .filter(({ kind, weight }) => kind === 'landmark' && weight >= DRAWN_WEIGHT)
    .map((place) => ({
      minZoom: place.weight >= 100 ? 10 : 13,
      feature: named('landmark', place.name, 101 - place.weight, place),
    })),
]

const column = (lng: number, z: number): number => Math.floor(((lng + 180) / 360) * 2 ** z)
const rowAt = (lat: number, z: number): number => {
  const radians = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * 2 ** z)
}

/** Tiles of one zoom. Each zoom has its own index of the features it shows: the z8 tile of Gothenburg has 8 KB. */
const tilesAt = (layers: Layers, z: number, box: Bounds): TileBytes[] => {
  const shown = Object.entries(layers).map(([name, features]) => {
    const collection = {
      type: 'FeatureCollection' as const,
      features: features.filter(({ minZoom, maxZoom = MAX_ZOOM }) => minZoom <= z && z <= maxZoom).map(({ feature }) => feature),
    }
    return { name, index: new GeoJSONVT(collection, { maxZoom: z, indexMaxZoom: Math.min(z, 5), tolerance: 3, buffer: 64 }) }
  })
  const tiles: TileBytes[] = []
  for (let x = column(box.west, z); x <= column(box.east, z); x++)
    for (let y = rowAt(box.north, z); y <= rowAt(box.south, z); y++) {
      const filled: Record<string, GeoJSONVTTile> = {}
      for (const { name, index } of shown) {
        const tile = index.getTile(z, x, y)
        if (tile && tile.features.length > 0) filled[name] = tile
      }
      if (Object.keys(filled).length > 0) tiles.push({ z, x, y, bytes: fromGeojsonVt(filled, { version: 2, extent: 4096 }) })
    }
  return tiles
}

const METADATA_LAYERS = [
  {
    id: 'road',
    minzoom: MIN_ZOOM,
    maxzoom: MAX_ZOOM,
    fields: {
      class: 'String',
      name: 'String',
      ref: 'String',
      link: 'Number',
      bridge: 'Number',
      tunnel: 'Number',
      oneway: 'Number',
    },
  },
  ...['ground', 'building', 'waterway', 'rail'].map((id) => ({
    id,
    minzoom: MIN_ZOOM,
    maxzoom: MAX_ZOOM,
    fields: { class: 'String' },
  })),
  { id: 'square', minzoom: 13, maxzoom: MAX_ZOOM, fields: { class: 'String', name: 'String' } },
  { id: 'place', minzoom: MIN_ZOOM, maxzoom: MAX_ZOOM, fields: { kind: 'String', name: 'String', rank: 'Number' } },
]

type TileInput = { source: CitySource; places: readonly PlaceRow[]; bounds: Bounds; name: string }

/** Builds the archive of a city. Returns its bytes and the number of tiles. measured: 0.6 s and 111 tiles for Gothenburg. */
export const buildTiles = (input: TileInput, onProgress?: (fraction: number) => void): { bytes: Uint8Array; tiles: number } => {
  const layers: Layers = {
    ...groundLayers(input),
    square: squareLayer(input.source),
    road: roadLayer(input.source),
    place: placeLayer(input),
  }
  const tiles: TileBytes[] = []
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    tiles.push(...tilesAt(layers, z, widenBounds(input.bounds)))
    onProgress?.((z - MIN_ZOOM + 1) / (MAX_ZOOM - MIN_ZOOM + 1))
  }
  const metadata = {
    name: input.name,
    format: 'pbf',
    type: 'baselayer',
    attribution: ATTRIBUTION,
    vector_layers: METADATA_LAYERS,
  }
  return {
    bytes: encodeArchive(tiles, { bounds: widenBounds(input.bounds), minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, metadata }),
    tiles: tiles.length,
  }
}
