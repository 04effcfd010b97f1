// Backups in a store that speaks the protocol of S3: in parts, so that none lies in memory or on the disk as a whole, and there whole or
// not at all. What a store refuses becomes one sentence.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { makeOutage, type BackupStore } from './ports.ts'

/** `place`: s3://bucket/prefix. */
type S3Place = { place: string; endpoint: string; region: string; keyId: string; key: string }
/** In tests: bytes of a part, and how long a failure is waited after (ms). */
type Pace = { partBytes?: number; firstPauseMs?: number; withinMs?: number }

const usualPartBytes = 8 * 1024 * 1024
/** The protocol's. */
const mostParts = 10_000
const tries = 5

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const listTags = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => unescape(text))
const findTag = (xml: string, tag: string): string | null => listTags(xml, tag)[0] ?? null

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Bucket and prefix of s3://bucket/some/prefix. */
const readPlace = (place: string): { bucket: string; prefix: string } => {
  const [bucket = '', ...rest] = place.slice('s3://'.length).split('/')
  const prefix = rest.filter((part) => part !== '').join('/')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

type Ask = { method?: string; query?: Record<string, string>; body?: Buffer }

const makeRefusal = (place: string, status: number, text: string): Error => {
  const code = findTag(text, 'Code') ?? `status ${status}`
  const reason = findTag(text, 'Message')
  const isForbidden = status === 401 || status === 403
  const cure = isForbidden ? ' Check WAYFARE_BACKUP_S3_KEY_ID, WAYFARE_BACKUP_S3_KEY and what they may do there.' : ''
  return makeOutage(
    isForbidden ? 'forbidden' : status >= 500 ? 'unavailable' : 'refused',
    `The store of ${place} refuses: ${code}${reason ? ` (${reason})` : ''}.${cure}`,
  )
}

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Signed requests, tried again where the store or the way to it failed. */
const makeAsk = (
  { place, endpoint, region, keyId, key }: S3Place,
  bucket: string,
  { firstPauseMs = 500, withinMs = 120_000 }: Pace,
) => {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: key, region, service: 's3', retries: 0 })
  const once = async (path: string, { method = 'GET', query = {}, body }: Ask): Promise<Response> => {
    const url = new URL(`${endpoint}/${encodePath(`${bucket}/${path}`)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': sha256 }
    const signed = await client.sign(url.toString(), { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) })
    return fetch(signed, { signal: AbortSignal.timeout(withinMs) })
  }
  return async (path: string, ask: Ask): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await once(path, ask)
        if (response.ok) return response
        const text = await response.text()
        if (!isPassing(response.status) || attempt === tries) throw makeRefusal(place, response.status, text)
      } catch (error) {
        if (error instanceof Error && 'outage' in error) throw error
        if (attempt === tries)
          throw makeOutage('unavailable', `The store of ${place} cannot be reached at ${endpoint}: ${reasonOf(error)}.`)
      }
      await pause(firstPauseMs * 2 ** (attempt - 1))
    }
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

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

type Asker = ReturnType<typeof makeAsk>

const listParts = (etags: readonly string[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload>${etags
      .map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escape(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  )

/** An upload in parts, of which nothing is seen before `finish`. */
const beginUpload = async (ask: Asker, path: string, place: string) => {
  const uploadId = findTag(await (await ask(path, { method: 'POST', query: { uploads: '' } })).text(), 'UploadId')
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
      if (!answer.includes('<CompleteMultipartUploadResult')) throw makeRefusal(place, 500, answer)
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

export const makeS3Backups = (given: S3Place, pace: Pace = {}): BackupStore => {
  const { bucket, prefix } = readPlace(given.place)
  const ask = makeAsk(given, bucket, pace)
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
      const pieces = cut(bytes, pace.partBytes ?? usualPartBytes)
      return { path: `s3://${bucket}/${prefix}${name}`, bytes: await write(ask, `${prefix}${name}`, pieces, given.place) }
    },
    read: async function* (name) {
      const { body } = await ask(`${prefix}${name}`, {})
      if (body) for await (const bytes of Readable.fromWeb(body as ReadableStream)) yield bytes as Buffer
    },
    remove: async (name) => void (await ask(`${prefix}${name}`, { method: 'DELETE' })),
  }
}
