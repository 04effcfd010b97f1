// The vendor's license and base-settings service over HTTP: one POST, a short answer, no redirects, ten seconds.
import { makeOutage } from './ports.ts'
import type { LicenseService } from './ports.ts'

type LicenseOptions = {
  url: string
  projectId: string
  /** null: the time of each question */
  createTime: string | null
  now: () => Date
  /** how long an answer may take (ms) */
  timeoutMs?: number
}

type Question = Parameters<LicenseService['check']>[0]

const timeoutMs = 10_000
/** The answer is one flag: whoever sends more than this (bytes) is not the service. */
const mostBytes = 65_536

/** A good answer holds for some minutes, so that a short outage shuts nobody out; anything else is asked again soon. */
const goodForMs = 5 * 60_000
const badForMs = 15_000

const unavailable = (why: string) => makeOutage('unavailable', `the license service ${why}`)

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw unavailable('sends too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const successOf = (text: string): boolean => {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && 'success' in answer && typeof answer.success === 'boolean') {
      return answer.success
    }
  } catch {
    // told below
  }
  throw unavailable('does not say success')
}

const ask = async (options: LicenseOptions, question: Question): Promise<boolean> => {
  const { url, projectId, now } = options
  const createTime = options.createTime ?? now().toISOString()
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ projectId, createTime, ...question }),
    redirect: 'error',
    signal,
  } as const
  try {
    const response = await fetch(url, request)
    if (!response.ok) {
      await response.body?.cancel()
      throw unavailable(`answers ${response.status}`)
    }
    return successOf(await readText(response))
  } catch (error) {
    if (error instanceof Error && 'outage' in error) throw error
    throw unavailable(signal.aborted ? 'does not answer in time' : 'cannot be reached')
  }
}

type Known = { answer: Promise<boolean>; until: number }

/** Answers about base settings are shared and remembered; a license is asked about each time. */
export const makeHttpLicense = (options: LicenseOptions): LicenseService => {
  let known: Known | null = null
  const askAuth = (): Promise<boolean> => {
    const at = () => options.now().getTime()
    if (known && known.until > at()) return known.answer
    const asked: Known = { answer: ask(options, { reqType: 'auth' }), until: Number.POSITIVE_INFINITY }
    const keepFor = (ms: number) => {
      asked.until = at() + ms
    }
    asked.answer.then(
      (isGood) => keepFor(isGood ? goodForMs : badForMs),
      () => keepFor(badForMs),
    )
    known = asked
    return asked.answer
  }
  return { check: (question) => (question.reqType === 'auth' ? askAuth() : ask(options, question)) }
}
