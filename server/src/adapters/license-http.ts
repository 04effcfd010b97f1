// The vendor's license and base-settings service over HTTP: one POST, a short answer, no redirects, ten seconds.
import { parseJson, readField } from './fields.ts'
import { makeOutage, type LicenseService } from './ports.ts'
import { fetchOutside, reachService, readAnswer } from './reach.ts'

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

const service = 'the license service'
const usualTimeoutMs = 10_000
/** The answer is one flag: whoever sends more than this is not the service. */
const mostBytes = 65_536

/** A good answer holds for some minutes, so that a short outage shuts nobody out; anything else is asked again soon. */
const goodForMs = 5 * 60_000
const badForMs = 15_000

const ask = (options: LicenseOptions, question: Question): Promise<boolean> => {
  const { url, projectId, now, timeoutMs = usualTimeoutMs } = options
  const createTime = options.createTime ?? now().toISOString()
  return reachService({ service, timeoutMs }, async (signal) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const body = JSON.stringify({ projectId, createTime, ...question })
    const response = await fetchOutside(url, { method: 'POST', headers, body, redirect: 'error', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw makeOutage('unavailable', `${service} answered ${response.status}`)
    }
    const success = readField(parseJson(await readAnswer(response, { service, mostBytes })), 'success')
    if (typeof success !== 'boolean') throw makeOutage('unavailable', `${service} did not say success`)
    return success
  })
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
