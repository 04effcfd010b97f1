// Promise: what was written comes back as it was, or not at all: each piece of a backup carries a proof that is bound to its place and
// to the one before, and the last one says that it is the last. With a passphrase nobody else can read it, or write another.
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { makeStartError } from '../process.ts'

const mark = 'wayfare-backup 1'
const chunkBytes = 256 * 1024
const lastFlag = 0x8000_0000
const mostHeaderBytes = 1024

// OWASP's least for scrypt (2024): 128 MB and about half a second for each guess.
const work = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** `index` and `isLast` are the place of a chunk; `head` is the file's first line. */
type Place = { index: number; isLast: boolean; head: string }
type Sealing = {
  tagBytes: number
  seal: (bytes: Buffer, place: Place) => Buffer
  /** null when it is not what was sealed at this place */
  open: (sealed: Buffer, place: Place) => Buffer | null
}

const asText = ({ index, isLast, head }: Place): Buffer => Buffer.from(`${head}\n${index}\n${isLast ? 'last' : 'more'}`)

const counterOf = (index: number): Buffer => {
  const counter = Buffer.alloc(12)
  counter.writeUIntBE(index, 6, 6)
  return counter
}

/** A key of its own for each file, so that a counter is never used twice with it. */
const makeEncryption = (passphrase: string, salt: string): Sealing => {
  const key = scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, work)
  const tagBytes = 16
  return {
    tagBytes,
    seal: (bytes, place) => {
      const cipher = createCipheriv('aes-256-gcm', key, counterOf(place.index)).setAAD(asText(place))
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, place) => {
      const cut = sealed.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, counterOf(place.index)).setAAD(asText(place))
      decipher.setAuthTag(sealed.subarray(cut))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, cut)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Without a passphrase: checksums, each over the one before. They show damage, not malice. */
const makeChecksums = (): Sealing => {
  const tagBytes = 32
  let before: Buffer = Buffer.alloc(tagBytes)
  const next = (bytes: Buffer, place: Place): Buffer =>
    (before = createHash('sha256').update(before).update(asText(place)).update(bytes).digest())
  return {
    tagBytes,
    seal: (bytes, place) => Buffer.concat([bytes, next(bytes, place)]),
    open: (sealed, place) => {
      const bytes = sealed.subarray(0, sealed.length - tagBytes)
      return next(bytes, place).equals(sealed.subarray(bytes.length)) ? bytes : null
    },
  }
}

const frame = (sealed: Buffer, isLast: boolean): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(isLast ? (sealed.length | lastFlag) >>> 0 : sealed.length)
  return Buffer.concat([length, sealed])
}

/** Bytes to a backup's bytes; null for one that everybody can read. */
export const makeSealer = (passphrase: string | null) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = passphrase === null ? null : randomBytes(16).toString('base64url')
    const head = `${mark} ${salt ?? 'plain'}`
    const sealing = passphrase !== null && salt !== null ? makeEncryption(passphrase, salt) : makeChecksums()
    yield Buffer.from(`${head}\n`)
    let index = 0
    let rest: Buffer = Buffer.alloc(0)
    for await (const bytes of source) {
      rest = Buffer.concat([rest, bytes])
      while (rest.length > chunkBytes) {
        yield frame(sealing.seal(rest.subarray(0, chunkBytes), { index, isLast: false, head }), false)
        rest = rest.subarray(chunkBytes)
        index += 1
      }
    }
    yield frame(sealing.seal(rest, { index, isLast: true, head }), true)
  }

/** Takes so many bytes of a stream at a time. */
export const makeTake = (source: AsyncIterable<Buffer>) => {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const fill = async (): Promise<boolean> => {
    const { done, value } = await parts.next()
    if (done) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  return {
    /** exactly so many, or null when there are not so many left */
    bytes: async (count: number): Promise<Buffer | null> => {
      while (rest.length < count) if (!(await fill())) return null
      const taken = rest.subarray(0, count)
      rest = rest.subarray(count)
      return taken
    },
    /** up to the end of the line; null when none ends within so many bytes */
    line: async (most: number): Promise<string | null> => {
      let end = rest.indexOf('\n')
      while (end < 0 && rest.length < most) {
        if (!(await fill())) return null
        end = rest.indexOf('\n')
      }
      if (end < 0 || end > most) return null
      const line = rest.subarray(0, end).toString('utf8')
      rest = rest.subarray(end + 1)
      return line
    },
    isEmpty: async (): Promise<boolean> => {
      while (rest.length === 0) if (!(await fill())) return true
      return false
    },
  }
}

const makeDamaged = (): Error =>
  makeStartError('The backup is damaged: it is cut off, or something in it was changed. Take another one. Nothing was changed.')
const makeWrongPassphrase = (): Error =>
  makeStartError('The backup cannot be opened: the passphrase is another one, or its beginning is damaged. Nothing was changed.')

/** Whether a backup that begins with these bytes can be read with its passphrase alone. */
export const isEncrypted = (beginning: Buffer): boolean => !beginning.toString('latin1').startsWith(`${mark} plain\n`)

const chooseOpening = (head: string, passphrase: string | null): Sealing => {
  if (!head.startsWith('wayfare-backup ')) throw makeStartError('This is no backup of Wayfare. Nothing was changed.')
  if (!head.startsWith(`${mark} `))
    throw makeStartError('The backup was written by a newer Wayfare: restore it with that one. Nothing was changed.')
  const salt = head.slice(mark.length + 1)
  if (salt === 'plain') return makeChecksums()
  if (passphrase === null)
    throw makeStartError('The backup is encrypted: set WAYFARE_BACKUP_PASSPHRASE to its passphrase. Nothing was changed.')
  return makeEncryption(passphrase, salt)
}

type Take = ReturnType<typeof makeTake>

/** The next piece; null when it is not what was sealed at this place. */
const openChunk = async (take: Take, sealing: Sealing, place: Omit<Place, 'isLast'>) => {
  const length = (await take.bytes(4))?.readUInt32BE()
  if (length === undefined) return null
  const isLast = length >= lastFlag
  const size = isLast ? length - lastFlag : length
  if (size < sealing.tagBytes || size > chunkBytes + sealing.tagBytes) return null
  const sealed = await take.bytes(size)
  const bytes = sealed && sealing.open(sealed, { ...place, isLast })
  return bytes && { bytes, isLast }
}

/** A backup's bytes to what was sealed; throws one clear sentence at the first byte that is not as it was written. */
export const makeOpener = (passphrase: string | null) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const take = makeTake(source)
    const head = (await take.line(mostHeaderBytes)) ?? ''
    const sealing = chooseOpening(head, passphrase)
    for (let index = 0; ; index++) {
      const chunk = await openChunk(take, sealing, { index, head })
      if (!chunk) throw index === 0 && passphrase !== null ? makeWrongPassphrase() : makeDamaged()
      yield chunk.bytes
      if (chunk.isLast) break
    }
    if (!(await take.isEmpty())) throw makeDamaged()
  }
