// Files in a store that speaks the protocol of S3, which several processes and machines share. A file is there whole or not at all: each
// is sent at once, and the store keeps it when it has all of it.
import { Readable } from 'node:stream'
import type { Storage } from './ports.ts'
import { isMissing, makeAsk, readPlace, type Pace, type S3Place } from './s3.ts'
import { checkStorageKey } from './storage-key.ts'

/** Somebody waits for it. */
const usualPace: Pace = { tries: 3, firstPauseMs: 200, withinMs: 8000, altogetherMs: 20_000 }

/** Null where nothing is there. */
const whereThere = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Null where it is not said: of what was packed on its way the length is another one. */
const findSize = (headers: Headers): number | null =>
  headers.has('content-length') && !headers.has('content-encoding') ? Number(headers.get('content-length')) : null

/** The same pieces, the first of which came: what breaks before it is a failure of `get`, and no file that was cut off. */
const begin = async (pieces: AsyncGenerator<Buffer, void>): Promise<Readable> => {
  const first = await pieces.next()
  const all = async function* (): AsyncGenerator<Buffer, void> {
    if (first.done) return
    try {
      yield first.value
      yield* pieces
    } finally {
      await pieces.return()
    }
  }
  return Readable.from(all(), { objectMode: false })
}

export const makeS3Storage = (given: Omit<S3Place, 'variables'>, pace: Pace = {}): Storage => {
  const { prefix } = readPlace(given.place)
  const ask = makeAsk({ ...given, variables: 'WAYFARE_FILES_S3' }, { ...usualPace, ...pace })
  const pathOf = (key: string): string => `${prefix}${checkStorageKey(key)}`
  return {
    put: async (key, bytes) => void (await ask(pathOf(key), { method: 'PUT', body: bytes })),
    get: async (key) => {
      const answer = await whereThere(ask(pathOf(key), {}))
      if (!answer) return null
      const bytes = findSize(answer.headers)
      if (bytes !== null) return { bytes, stream: await begin(answer.pieces()) }
      const whole = await answer.bytes()
      return { bytes: whole.length, stream: Readable.from(whole, { objectMode: false }) }
    },
    delete: async (key) => void (await whereThere(ask(pathOf(key), { method: 'DELETE' }))),
  }
}
