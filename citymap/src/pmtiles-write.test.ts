import { gunzipSync } from 'node:zlib'
import { PMTiles, type Source } from 'pmtiles'
import { describe, expect, it } from 'vitest'
import { encodeArchive, type TileBytes } from './pmtiles-write.ts'

const centre = { lat: 57.7, lng: 12 }
const bounds = { south: 57.6, west: 11.8, north: 57.8, east: 12.1 }

const openBytes = (bytes: Uint8Array): PMTiles => {
  const source: Source = {
    getKey: () => 'memory',
    getBytes: (offset, length) => Promise.resolve({ data: bytes.slice(offset, offset + length).buffer as ArrayBuffer }),
  }
  return new PMTiles(source)
}
const decodeText = (data: ArrayBuffer | undefined): string | null => (data ? new TextDecoder().decode(data) : null)

describe('a PMTiles archive', () => {
  it('is read back by the pmtiles library, header, metadata and every tile', async () => {
    const tiles: TileBytes[] = [8, 9, 10].flatMap((z) => [
      { z, x: 1, y: 2, bytes: new TextEncoder().encode(`tile ${z}`) },
      { z, x: 2, y: 2, bytes: new TextEncoder().encode('sea') },
      { z, x: 3, y: 2, bytes: new TextEncoder().encode('sea') },
    ])
    const archive = openBytes(encodeArchive(tiles, { bounds, centre, minZoom: 8, maxZoom: 10, metadata: { name: 'test' } }))
    const header = await archive.getHeader()
    expect(header).toMatchObject({
      specVersion: 3,
      minZoom: 8,
      maxZoom: 10,
      numAddressedTiles: 9,
      numTileContents: 4,
      tileType: 1,
    })
    expect(header.minLon).toBeCloseTo(bounds.west, 6)
    expect(header.maxLat).toBeCloseTo(bounds.north, 6)
    expect(await archive.getMetadata()).toEqual({ name: 'test' })
    for (const { z, x, y, bytes } of tiles)
      expect(decodeText((await archive.getZxy(z, x, y))?.data)).toBe(new TextDecoder().decode(bytes))
    expect(await archive.getZxy(8, 200, 200)).toBeUndefined()
  })
  it('adds leaf directories when the root would not fit in the first 16 KiB', async () => {
    let seed = 1
    const dice = (sides: number): number => (seed = (seed * 16_807) % 2_147_483_647) % sides
    const tiles: TileBytes[] = []
    for (let x = 0; x < 100; x++)
      for (let y = 0; y < 100; y++) {
        const bytes = Uint8Array.from({ length: 20 + dice(200) }, () => dice(256))
        tiles.push({ z: 14, x: 9 * x + dice(9), y: 9 * y + dice(9), bytes })
      }
    const archive = openBytes(encodeArchive(tiles, { bounds, centre, minZoom: 14, maxZoom: 14, metadata: {} }))
    const header = await archive.getHeader()
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
    for (let i = 0; i < tiles.length; i += 977) {
      const tile = tiles[i]
      if (tile)
        expect(decodeText((await archive.getZxy(tile.z, tile.x, tile.y))?.data)).toBe(new TextDecoder().decode(tile.bytes))
    }
  })
  it('keeps tiles gzipped in the file', () => {
    const bytes = encodeArchive([{ z: 0, x: 0, y: 0, bytes: new TextEncoder().encode('world') }], {
      bounds,
      centre,
      minZoom: 0,
      maxZoom: 0,
      metadata: {},
    })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const offset = Number(view.getBigUint64(56, true))
    expect(gunzipSync(bytes.subarray(offset)).toString()).toBe('world')
  })
})
