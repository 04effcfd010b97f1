// Calls the public API, typed by the contract. Never throws: a failure is a reply with a key.
import { randomUUID } from 'node:crypto'
import { robotAgent } from '@wayfare/contract/demo'
import { problem, splitPath, type Endpoint, type InputOf, type OutputOf } from '@wayfare/contract/endpoint'
import { robotPhoto } from './photo.ts'

const TIMEOUT_MS = 15_000

/** `status` is 0 if the server could not be reached. */
export type Reply<Value> = { ok: true; value: Value } | { ok: false; status: number; key: string }

type CallOptions = { token?: string | null; onceKey?: string }

export type RestPlan = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<Reply<OutputOf<E>>>

/** Method, address and body of a call: path parameters are filled in; the rest is the query of a GET, or the body. */
const makeRequest = (endpoint: Pick<Endpoint, 'path'>, input: unknown): { method: string; path: string; body: string | null } => {
  const { method, path } = splitPath(endpoint.path)
  const rest = new Map(
    Object.entries(typeof input === 'object' && input !== null ? input : {}).filter(([, value]) => value !== undefined),
  )
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)))
    rest.delete(name)
    return value
  })
  if (method !== 'GET') return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(Object.fromEntries([...rest].map(([name, value]) => [name, String(value)]))).toString()
  return { method, path: query ? `${filled}?${query}` : filled, body: null }
}

const keyOf = async (response: Response): Promise<string> => {
  const body: unknown = await response.json().catch(() => null)
  const parsed = problem.safeParse(body)
  return parsed.success ? parsed.data.error.key : `status_${response.status}`
}

export const makeRest = (origin: string): RestPlan => {
  return async (endpoint, input, options = {}) => {
    const { method, path, body } = makeRequest(endpoint, input)
    const headers: Record<string, string> = { 'user-agent': robotAgent }
    if (body !== null) headers['content-type'] = 'application/json'
    if (options.token) headers['authorization'] = `Bearer ${options.token}`
    // if a key is required, each call gets a new one, unless the caller may have to repeat it
    const onceKey = options.onceKey ?? (endpoint.once === 'required' ? randomUUID() : null)
    if (onceKey !== null) headers['idempotency-key'] = onceKey
    try {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: endpoint.upload ? { ...headers, 'content-type': robotPhoto.type } : headers,
        body: endpoint.upload ? new Uint8Array(robotPhoto.bytes) : body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) return { ok: false, status: response.status, key: await keyOf(response) }
      const parsed = endpoint.output.safeParse(await response.json())
      if (!parsed.success) return { ok: false, status: response.status, key: 'bad_reply' }
      return { ok: true, value: parsed.data as OutputOf<typeof endpoint> }
    } catch {
      return { ok: false, status: 0, key: 'unreachable' }
    }
  }
}
