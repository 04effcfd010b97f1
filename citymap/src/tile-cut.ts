// Cuts features into the vector tiles of one zoom, and keeps of them what can be seen there: shapes are simplified to half a pixel, and
// what looks alike is one feature of a tile, its parts in the order of a curve, so that each begins near where the last one ended.
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
/** What the library cuts: points, lines (2) and areas (3), whose parts are rings. */
type Shape = { type: 2 | 3; tags: unknown; geometry: Part[] }
type CutFeature = { type: 1 } | Shape

/** Units a tile is wide: four to a pixel of the 512 that it is drawn on, and to two when the next zoom is near. */
const EXTENT = 2048
/** So far beyond its edge a tile is filled, in units: half the width of a road, and a label's room. */
const BUFFER = 32
/** Half a pixel, in units; at the last zoom, which all nearer ones are drawn from, about 0.9 m in middle latitudes. */
const TOLERANCE = 2

const column = (lng: number, z: number): number => Math.min(2 ** z - 1, Math.floor(((lng + 180) / 360) * 2 ** z))
const rowAt = (lat: number, z: number): number =>
  Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)

/** Points that fell together on the grid are one. */
const dropRepeated = (part: Part): Part => part.filter(([x, y], i) => i === 0 || x !== part[i - 1][0] || y !== part[i - 1][1])

/** Twice the area within a ring, positive when it runs clockwise on the screen. */
const measureTurn = (ring: Part): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]
    return sum + x * nextY - nextX * y
  }, 0)

/** Outlines run clockwise and holes the other way (vector tile specification 2.1): rounding turns slivers round, or leaves nothing of them. */
const turnRings = ([outline, ...holes]: Part[]): Part[] => {
  const turn = (ring: Part, isOutline: boolean): Part => (measureTurn(ring) > 0 === isOutline ? ring : ring.toReversed())
  if (!outline || measureTurn(outline) === 0) return []
  return [turn(outline, true), ...holes.filter((hole) => measureTurn(hole) !== 0).map((hole) => turn(hole, false))]
}

/** The bits of both numbers in turn (Morton 1966): near in the plane is mostly near in the order. */
const computeOrder = ([[x, y]]: Part): number => {
  let order = 0
  for (let bit = 11; bit >= 0; bit--) order = order * 4 + (((x + 512) >> bit) & 1) * 2 + (((y + 512) >> bit) & 1)
  return order
}

/** Lines and areas of equal properties become one feature; points stay as they are. */
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
    // an area stays together with its holes, lines are each their own
    group.pieces.push(...(shape.type === 3 ? [parts] : parts.map((part) => [part])))
    groups.set(key, group)
  }
  const merged = [...groups.values()].map(({ shape, pieces }): Shape => {
    const sorted = pieces.map((parts) => ({ parts, order: computeOrder(parts[0]) })).toSorted((a, b) => a.order - b.order)
    return { ...shape, geometry: sorted.flatMap(({ parts }) => parts) }
  })
  return [...points, ...merged]
}

/** The tiles of one zoom, within a box, that have something to show. */
export const cutTiles = (layers: Readonly<Record<string, readonly TileFeature[]>>, z: number, box: Bounds): TileBytes[] => {
  // the library simplifies nothing at what it is told to be the last zoom
  const options = { maxZoom: z + 1, indexMaxZoom: Math.min(z, 5), tolerance: TOLERANCE, extent: EXTENT, buffer: BUFFER }
  const indexes = Object.entries(layers)
    .filter(([, features]) => features.length > 0)
    .map(([name, features]) => {
      // it reads the positions and does not change them
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
