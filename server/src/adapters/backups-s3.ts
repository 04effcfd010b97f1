// Backups in a store that speaks the protocol of S3: in parts, so that none lies in memory or on the disk as a whole, and there whole or
// not at all. What a store refuses becomes one sentence.
import { makeOutage, type BackupStore } from './ports.ts'
import { escapeXml, findTag, listTags, makeAsk, makeRefusal, readPlace, type Asker, type Pace, type S3Place } from './s3.ts'

/** In tests: bytes of a part, and another pace. */
type Given = Pace & { partBytes?: number }

const variables = 'WAYFARE_BACKUP_S3'
const usualPartBytes = 8 * 1024 * 1024
/** The protocol's. */
const mostParts = 10_000

/** Bytes in pieces of this size; the last may be smaller, and there is at least one. */
async function* cut(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let gathered: Buffer[] = []
  let length = 0
  for await (const some of bytes) {
    gathered.push(some)
    length += some.length
    while (length > size) {
      const all = Buffer.concat(gathered)
      yield { piece: all.subarray(0, size), isLast: false }
      gathered = [all.subarray(size)]
      length -= size
    }
  }
  yield { piece: Buffer.concat(gathered), isLast: true }
}

const listParts = (etags: readonly string[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload>${etags
      .map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  )

/** An upload in parts, of which nothing is seen before `finish`. */
const beginUpload = async (ask: Asker, path: string, place: string) => {
  const begun = await ask(path, { method: 'POST', query: { uploads: '' } })
  const uploadId = findTag(await begun.text(), 'UploadId')
  if (uploadId === null) throw makeOutage('unavailable', `The store of ${place} began no upload.`)
  const etags: string[] = []
  return {
    add: async (piece: Buffer): Promise<void> => {
      if (etags.length === mostParts)
        throw makeOutage('refused', `The backup is larger than the ${mostParts} parts that a store takes.`)
      const query = { partNumber: String(etags.length + 1), uploadId }
      const { headers } = await ask(path, { method: 'PUT', query, body: piece })
      etags.push(headers.get('etag') ?? '')
    },
    finish: async (): Promise<void> => {
      // it may fail after it has begun to answer with 200
      const answer = await (await ask(path, { method: 'POST', query: { uploadId }, body: listParts(etags) })).text()
      if (!answer.includes('<CompleteMultipartUploadResult')) throw makeRefusal({ place, variables }, 500, answer)
    },
    abort: async (): Promise<void> => void (await ask(path, { method: 'DELETE', query: { uploadId } })),
  }
}

const write = async (
  ask: Asker,
  path: string,
  pieces: AsyncIterable<{ piece: Buffer; isLast: boolean }>,
  place: string,
): Promise<number> => {
  let bytes = 0
  let upload: Awaited<ReturnType<typeof beginUpload>> | null = null
  try {
    for await (const { piece, isLast } of pieces) {
      bytes += piece.length
      if (isLast && !upload) await ask(path, { method: 'PUT', body: piece })
      else await (upload ??= await beginUpload(ask, path, place)).add(piece)
    }
    await upload?.finish()
    return bytes
  } catch (error) {
    // parts that nobody sees cost money; a store that is away forgets them by its own rules
    await upload?.abort().catch(() => {})
    throw error
  }
}

export const makeS3Backups = (
  given: Omit<S3Place, 'variables'>,
  { partBytes = usualPartBytes, ...pace }: Given = {},
): BackupStore => {
  const { bucket, prefix } = readPlace(given.place)
  const ask = makeAsk({ ...given, variables }, { tries: 5, withinMs: 120_000, ...pace })
  return {
    list: async () => {
      const names: string[] = []
      for (let token: string | null = null, isFirst = true; isFirst || token !== null; isFirst = false) {
        const query = { 'list-type': '2', prefix, delimiter: '/', ...(token === null ? {} : { 'continuation-token': token }) }
        const xml = await (await ask('', { query })).text()
        names.push(...listTags(xml, 'Key').map((name) => name.slice(prefix.length)))
        token = findTag(xml, 'NextContinuationToken')
      }
      return names
    },
    write: async (name, bytes) => {
      const pieces = cut(bytes, partBytes)
      return { path: `s3://${bucket}/${prefix}${name}`, bytes: await write(ask, `${prefix}${name}`, pieces, given.place) }
    },
    read: async function* (name) {
      yield* (await ask(`${prefix}${name}`, {})).pieces()
    },
    remove: async (name) => void (await ask(`${prefix}${name}`, { method: 'DELETE' })),
  }
}
