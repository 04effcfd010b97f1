// What outside map services have in common: JSON over HTTP within three seconds, one more try where the network failed, and what an
// answer that is none means. Addresses and keys never come into a message.
import { parseJson } from './fields.ts'
import { makeOutage, type Outage } from './ports.ts'
import { fetchOutside, reachService, readAnswer } from './reach.ts'

/** For both tries together: somebody waits. */
const usualTimeoutMs = 3000
/** A route through a country with all its points has about two megabytes. */
const mostBytes = 16_000_000

export type RemoteOptions = {
  /** such as https://osrm.example/de, without a slash at its end */
  url: string
  timeoutMs?: number
}

type RemoteQuestion = {
  /** after the address, with its slash */
  path: string
  /** a list is said once for each of its values */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  headers?: Readonly<Record<string, string>>
  /** makes it a POST */
  body?: object
  /** the Outage that a refusal (status 400 to 499, in the service's own words) stands for; null: what its status says */
  readRefusal?: (body: unknown, status: number) => Outage | null
}

export type Remote = (question: RemoteQuestion) => Promise<unknown>

const queryOf = (query: RemoteQuestion['query'] = {}): string => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) given.append(name, String(one))
  }
  return given.size === 0 ? '' : `?${given.toString()}`
}

const outageOf = (service: string, status: number): Outage => {
  if (status === 429) return makeOutage('quota', `${service} has had enough for now (429)`)
  if (status === 401 || status === 403) return makeOutage('forbidden', `${service} does not take our key (${status})`)
  if ([400, 413, 414, 422].includes(status)) return makeOutage('refused', `${service} refused the question (${status})`)
  return makeOutage('unavailable', `${service} answered ${status}`)
}

/** Asks `service`, which is what messages call it. */
export const makeRemote = (service: string, { url, timeoutMs = usualTimeoutMs }: RemoteOptions): Remote => {
  const send = async (question: RemoteQuestion, signal: AbortSignal): Promise<Response> => {
    const { path, query, headers, body } = question
    const init: RequestInit = {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      redirect: 'manual',
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }
    const target = `${url}${path}${queryOf(query)}`
    try {
      return await fetchOutside(target, init)
    } catch (error) {
      if (signal.aborted) throw error
      return fetchOutside(target, init)
    }
  }
  return (question) =>
    reachService({ service, timeoutMs }, async (signal) => {
      const response = await send(question, signal)
      const answer = parseJson(await readAnswer(response, { service, mostBytes }))
      if (!response.ok) throw question.readRefusal?.(answer, response.status) ?? outageOf(service, response.status)
      if (typeof answer !== 'object' || answer === null) throw makeOutage('unavailable', `${service} did not answer in JSON`)
      return answer
    })
}

/** An answer without what it has to have. */
export const makeNonsense = (service: string): Outage => makeOutage('unavailable', `${service} answered something unexpected`)
