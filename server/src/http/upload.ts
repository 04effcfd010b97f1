// Promise: a file's bytes are read only when all else about its request is allowed, never more than its endpoint takes, and
// only so many at a time, so that uploads cannot fill the memory.
import type { Readable } from 'node:stream'
import { Refusal } from '@wayfare/core/errors'
import { detectImageType } from '@wayfare/core/images'
import type { Upload } from '@wayfare/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Uploads under way in this process, and of one asker. Visitors have places of their own, so that they cannot take all. */
const most = { signedIn: 40, visitors: 10, each: 4 }

const makePlaces = (together: number) => {
  const taken = new Map<string, number>()
  let all = 0
  return {
    enter: (who: string): void => {
      const own = taken.get(who) ?? 0
      if (all >= together || own >= most.each) throw new Refusal('rate_limited', { retryAfterS: 5 })
      all += 1
      taken.set(who, own + 1)
    },
    leave: (who: string): void => {
      const left = (taken.get(who) ?? 1) - 1
      all -= 1
      if (left > 0) taken.set(who, left)
      else taken.delete(who)
    },
  }
}

const endedEarly = () => Object.assign(new Error('the upload ended early'), { statusCode: 400 })

/** How long a body may be silent, and take in all (ms). Ten megabytes in two minutes are what a phone does with one bar. */
type Patience = { silentMs: number; wholeMs: number }
const patience: Readonly<Record<'signedIn' | 'visitors', Patience>> = {
  signedIn: { silentMs: 15_000, wholeMs: 120_000 },
  visitors: { silentMs: 10_000, wholeMs: 60_000 },
}

/** What comes after the limit is let through to nowhere: who still sends can read the refusal. */
const readAll = (stream: Readable, maxBytes: number, { silentMs, wholeMs }: Patience): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const tooSlow = (): void => {
      settle(() => reject(new Refusal('too_slow')))
      stream.resume()
    }
    const silent = setTimeout(tooSlow, silentMs)
    const whole = setTimeout(tooSlow, wholeMs)
    const settle = (finish: () => void): void => {
      clearTimeout(silent)
      clearTimeout(whole)
      stream.off('data', take).off('end', end).off('close', fail)
      finish()
    }
    const take = (chunk: Buffer): void => {
      silent.refresh()
      bytes += chunk.length
      if (bytes <= maxBytes) return void chunks.push(chunk)
      settle(() => reject(new Refusal('too_large', { maxBytes })))
      stream.resume()
    }
    const end = (): void => settle(() => resolve(Buffer.concat(chunks)))
    const fail = (): void => settle(() => reject(endedEarly()))
    stream.on('data', take).on('end', end).on('close', fail).on('error', fail)
  })

const typeOf = (request: FastifyRequest): string => request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

const isStream = (body: unknown): body is Readable => typeof body === 'object' && body !== null && 'pipe' in body

const read = async (upload: Upload, request: FastifyRequest, waits: Patience): Promise<Buffer> => {
  if (!isStream(request.body)) throw new Refusal('bad_request', { fields: [{ field: '', problem: 'the file is missing' }] })
  const type = typeOf(request)
  if (!upload.types.includes(type)) throw new Refusal('image_refused')
  const { maxBytes } = upload
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Refusal('too_large', { maxBytes })
  const bytes = await readAll(request.body, maxBytes, waits)
  // what is said of a file and what it is must agree
  if (type.startsWith('image/') && detectImageType(bytes) !== type) throw new Refusal('image_refused')
  return bytes
}

/** Hands the bytes of a request to `work`; they hold a place until it is done. */
export type UploadHandler = <T>(
  upload: Upload,
  request: FastifyRequest,
  who: Uploader,
  work: (bytes: Buffer) => Promise<T>,
) => Promise<T>

/** Who sends a file: a person, or a network of visitors. */
type Uploader = { id: string; kind: 'signedIn' | 'visitors' }

export const makeTakeUpload = (waits = patience): UploadHandler => {
  const places = { signedIn: makePlaces(most.signedIn), visitors: makePlaces(most.visitors) }
  return async (upload, request, { id, kind }, work) => {
    places[kind].enter(id)
    try {
      return await work(await read(upload, request, waits[kind]))
    } finally {
      places[kind].leave(id)
    }
  }
}

/** Leaves the body of these routes unread, whatever its type. */
export const skipBodyParsing = (routes: FastifyInstance): void => {
  routes.removeAllContentTypeParsers()
  routes.addContentTypeParser('*', async (_request: unknown, body: Readable) => body)
}
