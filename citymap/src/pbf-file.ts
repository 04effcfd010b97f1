// Reads an OSM PBF file block by block, so that memory holds one block (at most 32 MB) whatever the file's size.
// Format: https://wiki.openstreetmap.org/wiki/PBF_Format
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import type { Tags } from './geojson.ts'
import { makeImportError } from './import-error.ts'

export type OsmMember = { type: 'node' | 'way' | 'relation'; ref: number; role: string }

/** Receives the elements; kinds without a function are skipped unread. Coordinates in degrees, at 7 decimals. */
type OsmVisitor = {
  node?: (id: number, lat: number, lng: number, tags: Tags | null) => void
  way?: (id: number, tags: Tags, refs: readonly number[]) => void
  relation?: (id: number, tags: Tags, members: readonly OsmMember[]) => void
}

/** `timestamp` (ISO 8601): the replication time of the extract, null if the file does not give it. */
type OsmHeader = { timestamp: string | null }

/** What a reader of this version understands; a file that requires more must not be half understood. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])
/** Every version of every element, and what was deleted (.osh.pbf): no map of any one time. */
const HISTORY = 'HistoricalInformation'
/** The format's own limits: whatever claims more is no such file. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024

const MEMBER_TYPES = ['node', 'way', 'relation'] as const

const readBytes = (file: number, at: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  if (readSync(file, bytes, 0, length, at) !== length) throw makeImportError('damaged', 'the file ends in the middle of a block')
  return bytes
}

type BlobHeader = { type: string; size: number }
const readBlobHeader = (bytes: Uint8Array): BlobHeader =>
  new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === 1) header.type = pbf.readString()
      else if (tag === 3) header.size = pbf.readVarint()
    },
    { type: '', size: -1 },
  )

/** The content of a blob. All writers use zlib by default; the format's other compressions are optional. */
const unpackBlob = (bytes: Uint8Array): Uint8Array =>
  new PbfReader(bytes).readFields<{ content: Uint8Array | null }>(
    (tag, blob, pbf) => {
      if (tag === 1) blob.content = pbf.readBytes()
      else if (tag === 3) blob.content = inflateSync(pbf.readBytes(), { maxOutputLength: MAX_BLOB_BYTES })
      else if (tag > 3)
        throw makeImportError('old_format', 'the file is packed in another way than zlib: write it again with zlib compression')
    },
    { content: null },
  ).content ?? new Uint8Array()

type Blob = { type: string; content: Uint8Array; end: number }

const readBlob = (file: number, at: number): Blob => {
  const headerSize = new DataView(readBytes(file, at, 4).buffer).getUint32(0)
  if (headerSize > MAX_HEADER_BYTES) throw makeImportError('not_pbf', 'the file is not an OSM PBF file')
  const { type, size } = readBlobHeader(readBytes(file, at + 4, headerSize))
  if (type === '' || size < 0 || size > MAX_BLOB_BYTES) throw makeImportError('not_pbf', 'the file is not an OSM PBF file')
  const start = at + 4 + headerSize
  return { type, content: unpackBlob(readBytes(file, start, size)), end: start + size }
}

const readHeaderBlock = (content: Uint8Array): OsmHeader =>
  new PbfReader(content).readFields<OsmHeader>(
    (tag, header, pbf) => {
      if (tag === 4) {
        const feature = pbf.readString()
        if (feature === HISTORY) throw makeImportError('history', 'the file holds the history of a map, not the map of one time')
        if (!KNOWN_FEATURES.has(feature))
          throw makeImportError('old_format', `the file requires "${feature}", which cannot be read here`)
      } else if (tag === 32) header.timestamp = new Date(pbf.readVarint() * 1000).toISOString()
    },
    { timestamp: null },
  )

type Block = {
  strings: string[]
  groups: [start: number, end: number][]
  granularity: number
  latOffset: number
  lngOffset: number
}

const readBlockFrame = (pbf: PbfReader): Block =>
  pbf.readFields<Block>(
    (tag, block) => {
      if (tag === 1) pbf.readMessage((field, strings: string[]) => field === 1 && strings.push(pbf.readString()), block.strings)
      else if (tag === 2) {
        const end = pbf.readVarint() + pbf.pos
        block.groups.push([pbf.pos, end])
        pbf.pos = end
      } else if (tag === 17) block.granularity = pbf.readVarint()
      else if (tag === 19) block.latOffset = pbf.readVarint(true)
      else if (tag === 20) block.lngOffset = pbf.readVarint(true)
    },
    { strings: [], groups: [], granularity: 100, latOffset: 0, lngOffset: 0 },
  )

const sumUp = (deltas: number[]): number[] => {
  for (let i = 1; i < deltas.length; i++) deltas[i] += deltas[i - 1]
  return deltas
}

const tagsOf = (strings: readonly string[], keys: readonly number[], values: readonly number[]): Tags =>
  Object.fromEntries(keys.map((key, i) => [strings[key], strings[values[i]]]))

/** Converts nanodegrees to degrees at the 7 decimals that OSM keeps. */
const toDegrees = (offset: number, granularity: number, value: number): number =>
  Math.round((offset + granularity * value) / 100) / 1e7

type Dense = { ids: number[]; lats: number[]; lngs: number[]; keysValues: number[] }

const visitDense = (pbf: PbfReader, block: Block, visit: NonNullable<OsmVisitor['node']>): void => {
  const { ids, lats, lngs, keysValues } = pbf.readMessage<Dense>(
    (tag, dense) => {
      if (tag === 1) dense.ids = sumUp(pbf.readPackedSVarint())
      else if (tag === 8) dense.lats = sumUp(pbf.readPackedSVarint())
      else if (tag === 9) dense.lngs = sumUp(pbf.readPackedSVarint())
      else if (tag === 10) dense.keysValues = pbf.readPackedVarint()
    },
    { ids: [], lats: [], lngs: [], keysValues: [] },
  )
  let at = 0
  const nextTags = (): Tags | null => {
    const tags: Record<string, string> = {}
    const start = at
    for (; at < keysValues.length && keysValues[at] !== 0; at += 2)
      tags[block.strings[keysValues[at]]] = block.strings[keysValues[at + 1]]
    at++
    return at - 1 === start ? null : tags
  }
  for (let i = 0; i < ids.length; i++)
    visit(
      ids[i],
      toDegrees(block.latOffset, block.granularity, lats[i]),
      toDegrees(block.lngOffset, block.granularity, lngs[i]),
      nextTags(),
    )
}

type Element = {
  id: number
  lat: number
  lng: number
  keys: number[]
  values: number[]
  refs: number[]
  roles: number[]
  types: number[]
}

type ElementField = (element: Element, pbf: PbfReader) => void

/** Node, way and relation have the same field numbers for keys and values; the other fields differ. */
const SHARED_FIELDS: Record<number, ElementField> = {
  1: (element, pbf) => (element.id = pbf.readVarint(true)),
  2: (element, pbf) => (element.keys = pbf.readPackedVarint()),
  3: (element, pbf) => (element.values = pbf.readPackedVarint()),
}
const ELEMENT_FIELDS: Record<keyof OsmVisitor, Record<number, ElementField | undefined>> = {
  node: {
    ...SHARED_FIELDS,
    1: (element, pbf) => (element.id = pbf.readSVarint()),
    8: (element, pbf) => (element.lat = pbf.readSVarint()),
    9: (element, pbf) => (element.lng = pbf.readSVarint()),
  },
  way: { ...SHARED_FIELDS, 8: (element, pbf) => (element.refs = sumUp(pbf.readPackedSVarint())) },
  relation: {
    ...SHARED_FIELDS,
    8: (element, pbf) => (element.roles = pbf.readPackedVarint()),
    9: (element, pbf) => (element.refs = sumUp(pbf.readPackedSVarint())),
    10: (element, pbf) => (element.types = pbf.readPackedVarint()),
  },
}

const readElement = (pbf: PbfReader, kind: keyof OsmVisitor): Element =>
  pbf.readMessage<Element>((tag, element) => ELEMENT_FIELDS[kind][tag]?.(element, pbf), {
    id: 0,
    lat: 0,
    lng: 0,
    keys: [],
    values: [],
    refs: [],
    roles: [],
    types: [],
  })

const visitNode = (pbf: PbfReader, block: Block, visit: NonNullable<OsmVisitor['node']>): void => {
  const { id, lat, lng, keys, values } = readElement(pbf, 'node')
  const { latOffset, lngOffset, granularity, strings } = block
  const tags = keys.length > 0 ? tagsOf(strings, keys, values) : null
  visit(id, toDegrees(latOffset, granularity, lat), toDegrees(lngOffset, granularity, lng), tags)
}

const visitWay = (pbf: PbfReader, { strings }: Block, visit: NonNullable<OsmVisitor['way']>): void => {
  const { id, keys, values, refs } = readElement(pbf, 'way')
  visit(id, tagsOf(strings, keys, values), refs)
}

const visitRelation = (pbf: PbfReader, { strings }: Block, visit: NonNullable<OsmVisitor['relation']>): void => {
  const { id, keys, values, refs, roles, types } = readElement(pbf, 'relation')
  const members = refs.map((ref, i) => ({ type: MEMBER_TYPES[types[i]], ref, role: strings[roles[i]] }))
  visit(id, tagsOf(strings, keys, values), members)
}

const visitBlock = (content: Uint8Array, visitor: OsmVisitor): void => {
  const pbf = new PbfReader(content)
  const block = readBlockFrame(pbf)
  for (const [start, end] of block.groups) {
    pbf.pos = start
    pbf.readFields(
      (tag) => {
        if (tag === 1 && visitor.node) visitNode(pbf, block, visitor.node)
        else if (tag === 2 && visitor.node) visitDense(pbf, block, visitor.node)
        else if (tag === 3 && visitor.way) visitWay(pbf, block, visitor.way)
        else if (tag === 4 && visitor.relation) visitRelation(pbf, block, visitor.relation)
      },
      null,
      end,
    )
  }
}

/**
 * Reads a whole file once and passes every element of the wanted kinds to the visitor, in the file's order. Returns the header.
 * `onProgress` is called with the fraction read (0..1). Throws an ImportError that says what is wrong with the file.
 */
export const readPbfFile = (path: string, visitor: OsmVisitor, onProgress: (fraction: number) => void = () => {}): OsmHeader => {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) throw makeImportError('not_pbf', 'the file is empty')
    let header: OsmHeader | null = null
    for (let at = 0; at < size;) {
      const blob = readBlob(file, at)
      if (blob.type === 'OSMHeader') header = readHeaderBlock(blob.content)
      else if (header === null) throw makeImportError('not_pbf', 'the file is not an OSM PBF file')
      else if (blob.type === 'OSMData') visitBlock(blob.content, visitor)
      at = blob.end
      onProgress(at / size)
    }
    return header ?? { timestamp: null }
  } catch (error) {
    if (error instanceof Error && error.name === 'ImportError') throw error
    throw makeImportError('damaged', `the file is damaged: ${error instanceof Error ? error.message : String(error)}`, error)
  } finally {
    closeSync(file)
  }
}
