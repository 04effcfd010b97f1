// Writes a small OSM PBF file as every writer does: a header, then nodes, ways and relations in zlib blobs.
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'

type Tags = Record<string, string>
export type OsmData = {
  nodes: { id: number; lat: number; lng: number; tags?: Tags }[]
  ways?: { id: number; refs: number[]; tags?: Tags }[]
  relations?: { id: number; tags: Tags; members: { type: 'node' | 'way' | 'relation'; ref: number; role: string }[] }[]
}

const writeBlob = (type: string, content: Uint8Array): Buffer => {
  const blob = new PbfWriter()
  blob.writeVarintField(2, content.length)
  blob.writeBytesField(3, deflateSync(content))
  const body = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, body.length)
  const head = header.finish()
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, body])
}

const toDeltas = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0))
const toUnits = (degrees: number): number => Math.round(degrees * 1e7)
const MEMBER_CODES = { node: 0, way: 1, relation: 2 }

/** One block with one group: what a PrimitiveBlock holds, with the table of strings that `write` asked for. */
const writeBlock = (write: (group: PbfWriter, code: (text: string) => number) => void): Buffer => {
  const strings = ['']
  const code = (text: string): number => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1)
  const group = new PbfWriter()
  write(group, code)
  const content = group.finish()
  const block = new PbfWriter()
  block.writeMessage(1, (table: readonly string[], pbf) => table.forEach((text) => pbf.writeStringField(1, text)), strings)
  block.writeBytesField(2, content)
  return writeBlob('OSMData', block.finish())
}

const writeTags = (pbf: PbfWriter, tags: Tags, code: (text: string) => number): void => {
  pbf.writePackedVarint(2, Object.keys(tags).map(code))
  pbf.writePackedVarint(3, Object.values(tags).map(code))
}

/** `features` are the header's required ones. */
export const encodePbf = ({ nodes, ways = [], relations = [] }: OsmData, features = ['OsmSchema-V0.6', 'DenseNodes']): Buffer => {
  const header = new PbfWriter()
  for (const feature of features) header.writeStringField(4, feature)
  header.writeVarintField(32, 1_700_000_000)
  return Buffer.concat([
    writeBlob('OSMHeader', header.finish()),
    writeBlock((group, code) =>
      group.writeMessage(
        2,
        (_: null, pbf) => {
          pbf.writePackedSVarint(1, toDeltas(nodes.map(({ id }) => id)))
          pbf.writePackedSVarint(8, toDeltas(nodes.map(({ lat }) => toUnits(lat))))
          pbf.writePackedSVarint(9, toDeltas(nodes.map(({ lng }) => toUnits(lng))))
          pbf.writePackedVarint(
            10,
            nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flatMap(([key, value]) => [code(key), code(value)]), 0]),
          )
        },
        null,
      ),
    ),
    writeBlock((group, code) => {
      for (const { id, refs, tags = {} } of ways)
        group.writeMessage(
          3,
          (_: null, pbf) => {
            pbf.writeVarintField(1, id)
            writeTags(pbf, tags, code)
            pbf.writePackedSVarint(8, toDeltas(refs))
          },
          null,
        )
    }),
    writeBlock((group, code) => {
      for (const { id, tags, members } of relations)
        group.writeMessage(
          4,
          (_: null, pbf) => {
            pbf.writeVarintField(1, id)
            writeTags(pbf, tags, code)
            pbf.writePackedVarint(
              8,
              members.map(({ role }) => code(role)),
            )
            pbf.writePackedSVarint(9, toDeltas(members.map(({ ref }) => ref)))
            pbf.writePackedVarint(
              10,
              members.map(({ type }) => MEMBER_CODES[type]),
            )
          },
          null,
        )
    }),
  ])
}

export const writePbf = (path: string, data: OsmData): void => writeFileSync(path, encodePbf(data))
