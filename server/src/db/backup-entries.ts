// Promise: what lies in a backup, one thing after the other: first what it is of, last what it should have held. Neither side needs to
// know how long a thing is before it begins.
import { z } from 'zod'
import { makeStartError } from '../process.ts'
import { makeTake } from './backup-chunks.ts'

const count = z.number().int().nonnegative()

const about = z.object({
  kind: z.literal('about'),
  version: z.string(),
  /** when the database was read, ISO 8601 */
  at: z.iso.datetime(),
  /** the migrations that it went through, each with its checksum */
  migrations: z.record(z.string(), z.string()),
  /** what `hashSecret` makes of the secret; null when nobody knows it */
  secretCheck: z.string().nullable(),
  hasSecret: z.boolean(),
  /** the map's dataset and name; `hasFiles`: they lie in the backup, since the product does not bring it */
  city: z.object({ dataset: z.string(), name: z.string(), hasFiles: z.boolean() }).nullable(),
  /** the store, as s3://bucket/prefix, that uploaded files stay in; null: they lie in the backup, as in all that do not say it */
  filesIn: z.string().nullable().default(null),
})

const entryShape = z.discriminatedUnion('kind', [
  about,
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  /** jobs that wait, as rows of `jobColumns` */
  z.object({ kind: z.literal('jobs') }),
  z.object({
    kind: z.literal('sequences'),
    values: z.record(z.string(), z.object({ value: z.string(), isCalled: z.boolean() })),
  }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('secret'), secret: z.string() }),
  z.object({ kind: z.literal('end'), rows: z.record(z.string(), count), files: count }),
])

export type Entry = z.infer<typeof entryShape>
export type About = z.infer<typeof about>
export type EntryWithData = { entry: Entry; data: AsyncIterable<Buffer> }

/** Names of uploads and of the map's files, which are in the letters of their city; nothing that climbs out of its folder. */
export const isOwnPath = (path: string): boolean =>
  /^(files|maps)(\/[\p{Letter}\p{Mark}\p{Number}_-][\p{Letter}\p{Mark}\p{Number}._-]*)+$/u.test(path)

const mostEntryBytes = 4 * 1024 * 1024
const mostBlockBytes = 512 * 1024 * 1024

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** An entry without data. */
export const writeEntry = (entry: Entry): Buffer => {
  const text = Buffer.from(JSON.stringify(entry))
  return Buffer.concat([lengthOf(text.length), text, lengthOf(0)])
}

/** An entry with what `data` gives; gives what that returned in the end. */
export async function* writeEntryWith<T>(entry: Entry, data: AsyncGenerator<Buffer, T>): AsyncGenerator<Buffer, T> {
  yield writeEntry(entry).subarray(0, -4)
  for (;;) {
    const { done, value } = await data.next()
    if (done) {
      yield lengthOf(0)
      return value
    }
    if (value.length > 0) {
      yield lengthOf(value.length)
      yield value
    }
  }
}

const makeUnreadable = (): Error =>
  makeStartError('The backup cannot be read: what is in it is not what this Wayfare writes. Nothing was changed.')

const parseEntry = (text: Buffer | null): Entry => {
  try {
    return entryShape.parse(JSON.parse(text?.toString('utf8') ?? ''))
  } catch {
    throw makeUnreadable()
  }
}

/** The entries of a backup in their order; data that nobody takes is passed over. */
export async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<EntryWithData> {
  const take = makeTake(source)
  const takeBlock = async (most: number): Promise<Buffer | null> => {
    const size = (await take.bytes(4))?.readUInt32BE()
    if (size === undefined || size > most) throw makeUnreadable()
    if (size === 0) return null
    const block = await take.bytes(size)
    if (!block) throw makeUnreadable()
    return block
  }
  for (;;) {
    const entry = parseEntry(await takeBlock(mostEntryBytes))
    const reading = { isOver: false }
    const data = (async function* () {
      for (let block = await takeBlock(mostBlockBytes); block; block = await takeBlock(mostBlockBytes)) yield block
      reading.isOver = true
    })()
    yield { entry, data }
    while (!reading.isOver) if ((await data.next()).done) break
    if (entry.kind === 'end') return
  }
}
