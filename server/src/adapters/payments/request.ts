// One request to a payment provider: within a time, never followed elsewhere; what it answers, or an Outage.
import { isOutage, makeOutage } from '../ports.ts'
import type { OutageCode } from '../ports.ts'

type ProviderRequest = {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Readonly<Record<string, string>>
  /** sent as JSON, unless it is a form or a text with a content type of its own */
  body?: string | URLSearchParams
  timeoutMs?: number
  /** statuses that are an answer, too */
  answers?: readonly number[]
}

type ProviderAnswer = { status: number; text: string }

const usualTimeoutMs = 15_000
/** More than any provider answers (bytes). */
const mostRead = 1_000_000

const readText = async (response: Response): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostRead) throw makeOutage('unavailable', 'the provider answered too much')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}

const passing = [408, 409, 425, 429]

/** Whether another try would get the same status again, as far as one can know. */
const outageOf = (status: number): OutageCode => {
  if (status === 401 || status === 403) return 'forbidden'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'unavailable'
}

const initOf = ({ method = 'POST', headers, body }: ProviderRequest): RequestInit => ({
  method,
  headers: {
    accept: 'application/json',
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...headers,
  },
  ...(body === undefined ? {} : { body }),
  redirect: 'manual',
})

export const askProvider = async (request: ProviderRequest): Promise<ProviderAnswer> => {
  const { url, timeoutMs = usualTimeoutMs, answers = [] } = request
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...initOf(request), signal })
    const text = await readText(response)
    const { ok, status } = response
    if (ok || answers.includes(status)) return { status, text }
    throw makeOutage(outageOf(status), `the provider answered ${status}`)
  } catch (error) {
    if (isOutage(error)) throw error
    throw makeOutage('unavailable', signal.aborted ? 'the provider did not answer in time' : 'the provider cannot be reached')
  }
}

/** What the text holds as JSON; an Outage when it is none. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw makeOutage('unavailable', 'the provider answered no JSON')
  }
}
