// Binary files of named typed arrays with a checksum: "WFM1", header length, JSON header, then the arrays at 8-byte offsets.
import { createHash } from 'node:crypto'

const KINDS = { i32: Int32Array, u32: Uint32Array, u8: Uint8Array, f64: Float64Array } as const
type Kind = keyof typeof KINDS
type Section = Int32Array | Uint32Array | Uint8Array | Float64Array

/** The named arrays of one file. */
type Sections = Readonly<Record<string, Section>>

type Entry = { name: string; kind: Kind; offset: number; length: number }
type Header = { sha256: string; entries: Entry[] }

const MAGIC = 'WFM1'
const align = (offset: number): number => Math.ceil(offset / 8) * 8

const kindOf = (array: Section): Kind => {
  if (array instanceof Int32Array) return 'i32'
  if (array instanceof Uint32Array) return 'u32'
  return array instanceof Uint8Array ? 'u8' : 'f64'
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Encodes the arrays, in the machine's byte order (all platforms we run on are little-endian). */
export const encodeSections = (sections: Sections): Uint8Array => {
  const entries: Entry[] = []
  let size = 0
  for (const [name, array] of Object.entries(sections)) {
    entries.push({ name, kind: kindOf(array), offset: size, length: array.length })
    size = align(size + array.byteLength)
  }
  const body = new Uint8Array(size)
  for (const { name, offset } of entries) {
    const array = sections[name]
    body.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset)
  }
  const header = new TextEncoder().encode(JSON.stringify({ sha256: sha256(body), entries } satisfies Header))
  const start = align(8 + header.length)
  const file = new Uint8Array(start + size)
  file.set(new TextEncoder().encode(MAGIC), 0)
  new DataView(file.buffer).setUint32(4, header.length, true)
  file.set(header, 8)
  file.set(body, start)
  return file
}

/** Decodes a file of sections. Throws an Error if it is truncated, changed or of another format. */
export const decodeSections = (file: Uint8Array): Record<string, Section | undefined> => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 8 || new TextDecoder().decode(file.subarray(0, 4)) !== MAGIC) throw new Error('not a section file')
  const headerLength = view.getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + headerLength))) as Header
  // A copy, because typed arrays need alignment, which files in pooled buffers do not have.
  const body = file.slice(align(8 + headerLength))
  if (sha256(body) !== header.sha256) throw new Error('the checksum of the sections does not match')
  return Object.fromEntries(
    header.entries.map(({ name, kind, offset, length }) => [
      name,
      new KINDS[kind](body.buffer, body.byteOffset + offset, length),
    ]),
  )
}

/** Reads a section that must exist and be of this kind; throws an Error otherwise. */
export const readInt32 = (sections: Record<string, Section | undefined>, name: string): Int32Array => {
  const array = sections[name]
  if (!(array instanceof Int32Array)) throw new Error(`section ${name} is missing`)
  return array
}
export const readUint32 = (sections: Record<string, Section | undefined>, name: string): Uint32Array => {
  const array = sections[name]
  if (!(array instanceof Uint32Array)) throw new Error(`section ${name} is missing`)
  return array
}
export const readUint8 = (sections: Record<string, Section | undefined>, name: string): Uint8Array => {
  const array = sections[name]
  if (!(array instanceof Uint8Array)) throw new Error(`section ${name} is missing`)
  return array
}
export const readFloat64 = (sections: Record<string, Section | undefined>, name: string): Float64Array => {
  const array = sections[name]
  if (!(array instanceof Float64Array)) throw new Error(`section ${name} is missing`)
  return array
}
