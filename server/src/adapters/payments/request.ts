// One request to a payment provider: what it answers, or an Outage.
import { makeOutage, type OutageCode } from '../ports.ts'
import { fetchOutside, reachService, readAnswer } from '../reach.ts'

type ProviderRequest = {
  url: string
  /** unless told POST where there is a body, else GET */
  method?: 'GET' | 'POST' | 'PATCH'
  /** those without a value are not sent */
  headers?: Readonly<Record<string, string | undefined>>
  /** an object is sent as JSON, and so is a text, unless it comes with a content type of its own */
  body?: object | string | undefined
  timeoutMs?: number
  /** statuses that are an answer, too */
  answers?: readonly number[] | undefined
}

const usualTimeoutMs = 15_000
const provider = { service: 'the provider', mostBytes: 1_000_000 }

const passing = [408, 409, 425, 429]

/** Whether another try would get the same status again, as far as one can know. */
const outageOf = (status: number): OutageCode => {
  if (status === 401 || status === 403) return 'forbidden'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'unavailable'
}

const initOf = ({ method, headers = {}, body }: ProviderRequest): RequestInit => {
  const isForm = body instanceof URLSearchParams
  const all = new Headers({ accept: 'application/json' })
  if (body !== undefined && !isForm) all.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: all,
    body: typeof body === 'object' && !isForm ? JSON.stringify(body) : body,
    redirect: 'manual',
  }
}

export const askProvider = (request: ProviderRequest): Promise<{ status: number; text: string }> =>
  reachService({ ...provider, timeoutMs: request.timeoutMs ?? usualTimeoutMs }, async (signal) => {
    const response = await fetchOutside(request.url, { ...initOf(request), signal })
    const text = await readAnswer(response, provider)
    const { ok, status } = response
    if (ok || request.answers?.includes(status)) return { status, text }
    throw makeOutage(outageOf(status), `the provider answered ${status}`)
  })

/** What the text holds as JSON; an Outage when it is none. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw makeOutage('unavailable', 'the provider answered no JSON')
  }
}

type JsonAnswer = { status: number; json: unknown }

/** The same for a provider that answers in JSON. */
export const askProviderJson = async (request: ProviderRequest): Promise<JsonAnswer> => {
  const { status, text } = await askProvider(request)
  return { status, json: readJson(text) }
}

/** What an adapter asks of its provider, which knows hosts and keys. */
export type ProviderCall = {
  path: string
  body?: object | string
  /** the same for each try of one thing, so that it is done once */
  once?: string
  answers?: readonly number[]
}
export type AskProvider = (call: ProviderCall) => Promise<JsonAnswer>
