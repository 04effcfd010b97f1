// Cuts features into the vector tiles of one zoom, keeping only what can be seen there: shapes are simplified to half a pixel,
// and features that look alike become one per tile, its parts ordered along a curve, so that each begins near where the last one
// ended.
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Bounds } from '@wayfare/core/geo'
import type { Position } from './geojson.ts'
import type { TileBytes } from './pmtiles-write.ts'

type Geometry =
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'Point'; coordinates: Position }

export type TileFeature = { type: 'Feature'; properties: Record<string, string | number>; geometry: Geometry }

type Part = [x: number, y: number][]
/** What the library cuts: points (1), lines (2) and areas (3), whose parts are rings. */
type Shape = { type: 2 | 3; tags: unknown; geometry: Part[] }
type CutFeature = { type: 1 } | Shape

/** Units across a tile: four per pixel of the 512 it is drawn at, two shortly before the next zoom. */
const EXTENT = 2048
/** How far a tile is filled beyond its edge, in units: half the width of a road, and room for labels. */
const BUFFER = 32
/** Half a pixel, in units; at the last zoom, from which all closer ones are drawn, about 0.9 m in middle latitudes. */
const TOLERANCE = 2

const column = (lng: number, z: number): number => Math.min(2 ** z - 1, Math.floor(((lng + 180) / 360) * 2 ** z))
const rowAt = (lat: number, z: number): number =>
  Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)

/** Merges consecutive points that are the same on the grid. */
const dropRepeated = (part: Part): Part => part.filter(([x, y], i) => i === 0 || x !== part[i - 1][0] || y !== part[i - 1][1])

/** Twice the area of a ring, positive if it runs clockwise on the screen. */
const measureTurn = (ring: Part): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]
    return sum + x * nextY - nextX * y
  }, 0)

/** Orients outlines clockwise and holes the other way (vector tile specification 2.1): rounding can flip or flatten slivers. */
const turnRings = ([outline, ...holes]: Part[]): Part[] => {
  const turn = (ring: Part, isOutline: boolean): Part => (measureTurn(ring) > 0 === isOutline ? ring : ring.toReversed())
  if (!outline || measureTurn(outline) === 0) return []
  return [turn(outline, true), ...holes.filter((hole) => measureTurn(hole) !== 0).map((hole) => turn(hole, false))]
}

/** Interleaves the bits of both numbers (Morton 1966): points close in the plane are mostly close in this order. */
const computeOrder = ([[x, y]]: Part): number => {
  let order = 0
  for (let bit = 11; bit >= 0; bit--) order = order * 4 + (((x + 512) >> bit) & 1) * 2 + (((y + 512) >> bit) & 1)
  return order
}

/** Merges lines and areas with equal properties into one feature; points stay as they are. */
const mergeAlike = (features: readonly CutFeature[]): CutFeature[] => {
  const groups = new Map<string, { shape: Shape; pieces: Part[][] }>()
  const points = features.filter(({ type }) => type === 1)
  for (const shape of features) {
    if (shape.type === 1) continue
    const cleaned = shape.geometry.map(dropRepeated)
    const parts = shape.type === 3 ? turnRings(cleaned) : cleaned.filter((part) => part.length > 1)
    if (parts.length === 0) continue
    const key = JSON.stringify(shape.tags)
    const group = groups.get(key) ?? { shape, pieces: [] }
    // an area stays together with its holes, lines are separate
    group.pieces.push(...(shape.type === 3 ? [parts] : parts.map((part) => [part])))
    groups.set(key, group)
  }
  const merged = [...groups.values()].map(({ shape, pieces }): Shape => {
    const sorted = pieces.map((parts) => ({ parts, order: computeOrder(parts[0]) })).toSorted((a, b) => a.order - b.order)
    return { ...shape, geometry: sorted.flatMap(({ parts }) => parts) }
  })
  return [...points, ...merged]
}

/** The non-empty tiles of one zoom within a box. */
export const cutTiles = (layers: Readonly<Record<string, readonly TileFeature[]>>, z: number, box: Bounds): TileBytes[] => {
  // the library does not simplify at the zoom that is given as the last one
  const options = { maxZoom: z + 1, indexMaxZoom: Math.min(z, 5), tolerance: TOLERANCE, extent: EXTENT, buffer: BUFFER }
  const indexes = Object.entries(layers)
    .filter(([, features]) => features.length > 0)
    .map(([name, features]) => {
      // it only reads the positions
      const collection = { type: 'FeatureCollection', features } as unknown as ConstructorParameters<typeof GeoJSONVT>[0]
      return { name, index: new GeoJSONVT(collection, options) }
    })
  const tiles: TileBytes[] = []
  for (let x = column(box.west, z); x <= column(box.east, z); x++)
    for (let y = rowAt(box.north, z); y <= rowAt(box.south, z); y++) {
      const filled: Record<string, GeoJSONVTTile> = {}
      for (const { name, index } of indexes) {
        const tile = index.getTile(z, x, y)
        const merged = mergeAlike((tile?.features ?? []) as unknown as CutFeature[])
        if (merged.length > 0) filled[name] = { ...tile, features: merged } as unknown as GeoJSONVTTile
      }
      if (Object.keys(filled).length > 0) tiles.push({ z, x, y, bytes: fromGeojsonVt(filled, { version: 2, extent: EXTENT }) })
    }
  return tiles
}
