// A store that speaks the protocol of S3, as everybody asks it: signed, tried again where it failed in passing, each wait bounded. What it
// refuses becomes one sentence.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { isOutage, makeOutage, type Outage } from './ports.ts'

/** `place`: s3://bucket/prefix. `variables`: what the names of its settings begin with. */
export type S3Place = { place: string; endpoint: string; region: string; keyId: string; key: string; variables: string }

/**
 * In ms: how long the first failure is waited after, how long nothing may come before an answer and between its pieces, and how long
 * all tries may take together.
 */
export type Pace = { tries?: number; firstPauseMs?: number; withinMs?: number; altogetherMs?: number }

type Ask = { method?: string; query?: Record<string, string>; body?: Buffer }

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const listTags = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => unescapeXml(text))
export const findTag = (xml: string, tag: string): string | null => listTags(xml, tag)[0] ?? null

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Bucket and prefix of s3://bucket/some/prefix. */
export const readPlace = (place: string): { bucket: string; prefix: string } => {
  const [bucket = '', ...rest] = place.slice('s3://'.length).split('/')
  const prefix = rest.filter((part) => part !== '').join('/')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** `code`: the store's own, such as NoSuchKey. */
export const makeRefusal = (
  { place, variables }: Pick<S3Place, 'place' | 'variables'>,
  status: number,
  text: string,
): Outage & { code: string } => {
  const code = findTag(text, 'Code') ?? `status ${status}`
  const reason = findTag(text, 'Message')
  const isForbidden = status === 401 || status === 403
  const cure = isForbidden ? ` Check ${variables}_KEY_ID, ${variables}_KEY and what they may do there.` : ''
  const outage = isForbidden ? 'forbidden' : status >= 500 ? 'unavailable' : 'refused'
  const message = `The store of ${place} refuses: ${code}${reason ? ` (${reason})` : ''}.${cure}`
  return Object.assign(makeOutage(outage, message), { code })
}

/** Whether the store says that there is no such file; a bucket that is not there is a fault. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'NoSuchKey'

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

const makeSilence = (ms: number): Error => new Error(`nothing came within ${Math.ceil(ms / 1000)} s`)

const readWithin = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(makeSilence(ms)), ms)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** What a store answered. Whoever takes its time over the pieces may: only the store must not. */
type Answer = {
  headers: Headers
  pieces: () => AsyncGenerator<Buffer, void>
  bytes: () => Promise<Buffer>
  text: () => Promise<string>
}

const makeAnswer = (response: Response, broken: (error: unknown) => Outage, withinMs: number): Answer => {
  const pieces = async function* (): AsyncGenerator<Buffer, void> {
    const reader = response.body?.getReader()
    if (!reader) return
    try {
      for (;;) {
        const { done, value } = await readWithin(reader.read(), withinMs)
        if (done) return
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      }
    } catch (error) {
      throw broken(error)
    } finally {
      // of a whole answer nothing is left; any other must not go on coming
      void reader.cancel().catch(() => {})
    }
  }
  const bytes = async (): Promise<Buffer> => {
    const gathered: Buffer[] = []
    for await (const piece of pieces()) gathered.push(piece)
    return Buffer.concat(gathered)
  }
  const text = async (): Promise<string> => (await bytes()).toString('utf8')
  return { headers: response.headers, pieces, bytes, text }
}

const makeSend = ({ place, endpoint, region, keyId, key }: S3Place) => {
  const { bucket } = readPlace(place)
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: key, region, service: 's3', retries: 0 })
  return async (path: string, { method = 'GET', query = {}, body }: Ask, withinMs: number): Promise<Response> => {
    const url = new URL(`${endpoint}/${encodePath(`${bucket}/${path}`)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': sha256 }
    const signed = await client.sign(url.toString(), { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) })
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(makeSilence(withinMs)), withinMs)
    try {
      return await fetch(signed, { signal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Asks for a path in the bucket of the place; throws an Outage when the store refuses, or did not answer however often it was tried. */
export const makeAsk = (given: S3Place, pace: Pace) => {
  const { tries = 3, firstPauseMs = 500, withinMs = 20_000, altogetherMs = Number.POSITIVE_INFINITY } = pace
  const send = makeSend(given)
  const fail = (what: string, error: unknown): Outage =>
    makeOutage('unavailable', `The store of ${given.place} ${what} ${given.endpoint}: ${reasonOf(error)}.`)
  const broken = (error: unknown): Outage => (isOutage(error) ? error : fail('broke off an answer at', error))

  /** The answer, or what it failed with in passing. */
  const tryOnce = async (path: string, ask: Ask, leftMs: number): Promise<Answer | Outage> => {
    try {
      const response = await send(path, ask, Math.min(withinMs, leftMs))
      const answer = makeAnswer(response, broken, withinMs)
      if (response.ok) return answer
      const refusal = makeRefusal(given, response.status, await answer.text().catch(() => ''))
      if (isPassing(response.status)) return refusal
      throw refusal
    } catch (error) {
      if (isOutage(error)) throw error
      return fail('cannot be reached at', error)
    }
  }
  return async (path: string, ask: Ask): Promise<Answer> => {
    const endsAt = performance.now() + altogetherMs
    for (let attempt = 1; ; attempt++) {
      const answer = await tryOnce(path, ask, endsAt - performance.now())
      if (!isOutage(answer)) return answer
      const pauseMs = firstPauseMs * 2 ** (attempt - 1)
      if (attempt === tries || performance.now() + pauseMs >= endsAt) throw answer
      await pause(pauseMs)
    }
  }
}

export type Asker = ReturnType<typeof makeAsk>
