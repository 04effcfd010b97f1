import { PbfReader } from 'pbf'
import { describe, expect, it } from 'vitest'
import type { Position } from './geojson.ts'
import { cutTiles, type TileFeature } from './tile-cut.ts'

const [lng, lat] = [-8.62, 41.15]
const box = { south: lat, north: lat, west: lng, east: lng }

const away = (east: number, north = 0): Position => [lng + east * 1e-4, lat + north * 1e-4]

const line = (points: readonly Position[], roadClass = 'minor'): TileFeature => ({
  type: 'Feature',
  properties: { class: roadClass },
  geometry: { type: 'LineString', coordinates: points },
})

/** Number of commands and parameters of each feature in the only layer (vector tile specification 2.1, section 4.3). */
const measureFeatures = (bytes: Uint8Array | undefined): number[] => {
  const sizes: number[] = []
  const readFeature = (tag: number, _: unknown, feature: PbfReader): void => {
    if (tag === 4) sizes.push(feature.readPackedVarint().length)
  }
  const readLayer = (tag: number, _: unknown, layer: PbfReader): void => {
    if (tag === 2) layer.readMessage(readFeature, null)
  }
  new PbfReader(bytes ?? new Uint8Array()).readFields((tag, _, tile) => {
    if (tag === 3) tile.readMessage(readLayer, null)
  }, null)
  return sizes
}

const cut = (features: readonly TileFeature[], zoom = 12) => measureFeatures(cutTiles({ road: features }, zoom, box)[0]?.bytes)

describe('a tile', () => {
  it('has one feature for all that look alike', () => {
    const streets = [0, 1, 2, 3].map((i) => line([away(0, 20 * i), away(50, 20 * i)]))
    // each: move to, one point, line to, one point
    expect(cut(streets)).toEqual([4 * 6])
    expect(cut([...streets, line([away(0), away(0, 50)], 'primary')])).toEqual([4 * 6, 6])
  })
  it('keeps no bend that is smaller than half a pixel there, and more of them nearer by', () => {
    // eight metres to each side: half a pixel at zoom 12 is seven metres
    const winding = Array.from({ length: 101 }, (_, i) => away(i, i % 2 === 0 ? 0 : 0.5))
    const [far = 0, near = 0] = [cut([line(winding)], 11)[0], cut([line(winding)], 15)[0]]
    expect(far).toBe(6)
    expect(near).toBeGreaterThan(100)
  })
  it('does not exist where nothing is shown', () => {
    expect(cutTiles({ road: [] }, 12, box)).toEqual([])
    expect(cutTiles({ road: [line([away(900), away(950)])] }, 14, box)).toEqual([])
  })
})
