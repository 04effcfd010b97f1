// Writes PMTiles version 3 (specification: github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): a header of 127 bytes,
// a root directory that fits in the first 16 KiB, metadata, leaf directories, and the tiles in the order of the Hilbert curve.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Bounds, LatLng } from '@wayfare/core/geo'
import { zxyToTileId } from 'pmtiles'

/** One encoded vector tile, not yet compressed. */
export type TileBytes = { z: number; x: number; y: number; bytes: Uint8Array }

type ArchiveInfo = { bounds: Bounds; centre: LatLng; minZoom: number; maxZoom: number; metadata: unknown }

type Entry = { id: number; offset: number; length: number; run: number }

const HEADER_BYTES = 127
/** Clients fetch the first 16,384 bytes at once, so header and root directory must fit. */
const ROOT_LIMIT = 16_384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

const pushVarint = (bytes: number[], value: number): void => {
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

/** Columns of delta-coded ids, run lengths, lengths, and offsets (0: directly after the previous entry). */
const encodeDirectory = (entries: readonly Entry[]): Uint8Array => {
  const bytes: number[] = []
  pushVarint(bytes, entries.length)
  entries.forEach(({ id }, i) => pushVarint(bytes, i === 0 ? id : id - entries[i - 1].id))
  for (const { run } of entries) pushVarint(bytes, run)
  for (const { length } of entries) pushVarint(bytes, length)
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1]
    pushVarint(bytes, before && before.offset + before.length === offset ? 0 : offset + 1)
  })
  return gzipSync(Uint8Array.from(bytes))
}

/** Only the root directory if it fits, else leaves of growing size until the root that points to them fits. */
const encodeDirectories = (entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } => {
  const flat = encodeDirectory(entries)
  if (flat.length <= ROOT_LIMIT) return { root: flat, leaves: new Uint8Array(0) }
  for (let size = 4096; ; size *= 2) {
    const leaves: Uint8Array[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let i = 0; i < entries.length; i += size) {
      const leaf = encodeDirectory(entries.slice(i, i + size))
      pointers.push({ id: entries[i].id, offset, length: leaf.length, run: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = encodeDirectory(pointers)
    if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.concat(leaves) }
  }
}

type Layout = {
  root: number
  metadata: number
  leaves: number
  data: number
  entries: number
  addressed: number
  contents: number
}

const encodeHeader = (layout: Layout, { bounds, centre, minZoom, maxZoom }: ArchiveInfo): Uint8Array => {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(view.buffer))
  view.setUint8(7, 3)
  const { root, metadata, leaves, data } = layout
  const starts = [HEADER_BYTES, HEADER_BYTES + root, HEADER_BYTES + root + metadata, HEADER_BYTES + root + metadata + leaves]
  const numbers = [
    starts[0],
    root,
    starts[1],
    metadata,
    starts[2],
    leaves,
    starts[3],
    data,
    layout.addressed,
    layout.entries,
    layout.contents,
  ]
  numbers.forEach((value, i) => view.setBigUint64(8 + 8 * i, BigInt(value), true))
  const bytes = [1, GZIP, GZIP, MVT, minZoom, maxZoom]
  bytes.forEach((value, i) => view.setUint8(96 + i, value))
  const degrees = (at: number, value: number): void => view.setInt32(at, Math.round(value * 1e7), true)
  degrees(102, bounds.west)
  degrees(106, bounds.south)
  degrees(110, bounds.east)
  degrees(114, bounds.north)
  view.setUint8(118, Math.min(maxZoom, Math.max(minZoom, 12)))
  degrees(119, centre.lng)
  degrees(123, centre.lat)
  return new Uint8Array(view.buffer)
}

/** Encodes a whole archive. Equal tiles are stored once; consecutive equal tiles share an entry. */
export const encodeArchive = (tiles: readonly TileBytes[], info: ArchiveInfo): Uint8Array => {
  const ordered = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .toSorted((a, b) => a.id - b.id)
  const data: Uint8Array[] = []
  const stored = new Map<string, { offset: number; length: number }>()
  const entries: Entry[] = []
  let size = 0
  for (const { id, bytes } of ordered) {
    const key = createHash('sha256').update(bytes).digest('base64')
    let place = stored.get(key)
    if (!place) {
      const packed = gzipSync(bytes)
      place = { offset: size, length: packed.length }
      stored.set(key, place)
      data.push(packed)
      size += packed.length
    }
    const last = entries.at(-1)
    if (last && last.offset === place.offset && last.id + last.run === id) last.run++
    else entries.push({ id, ...place, run: 1 })
  }
  const { root, leaves } = encodeDirectories(entries)
  const metadata = gzipSync(JSON.stringify(info.metadata))
  const layout: Layout = {
    root: root.length,
    metadata: metadata.length,
    leaves: leaves.length,
    data: size,
    entries: entries.length,
    addressed: ordered.length,
    contents: stored.size,
  }
  return new Uint8Array(Buffer.concat([encodeHeader(layout, info), root, metadata, leaves, ...data]))
}
