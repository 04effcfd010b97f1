// One way to the server: an endpoint of the contract and its input go in, its typed answer or a CallError comes out.
import { splitPath, type Endpoint, type InputOf, type OutputOf, type Problem } from '@wayfare/contract/endpoint'
import { recordContact } from './contact.ts'
import { makeListeners } from '../ui/listeners.ts'

/** What went wrong with a call: `key` is a text key, `requestId` is what a person quotes when asking for help. */
export type CallError = Error & {
  name: 'CallError'
  key: string
  details: Record<string, unknown> | undefined
  requestId: string | null
  status: number
}

/** `file` is the body of an endpoint with `upload`; its type must be what its bytes are. */
type CallOptions = { once?: string; signal?: AbortSignal; file?: Blob }

type Fields = Record<string, unknown>

export const callError = (given: Pick<CallError, 'key' | 'message' | 'status'> & Partial<CallError>): CallError =>
  Object.assign(new Error(given.message), {
    name: 'CallError' as const,
    key: given.key,
    details: given.details,
    requestId: given.requestId ?? null,
    status: given.status,
  })

export const isCallError = (value: unknown): value is CallError => value instanceof Error && value.name === 'CallError'

/** Idempotency key for one deed: made once, sent with every try of it. (Over plain http there is no crypto.randomUUID.) */
export const makeOnceKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const asQueryValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The request of an endpoint: path parameters leave the input; the rest is the query of a GET or an upload, or a write's body. */
export const makeRequest = (
  path: Endpoint['path'],
  input: Fields,
  isUpload = false,
): { method: string; url: string; body: string | null } => {
  const { method, path: template } = splitPath(path)
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = template.replaceAll(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(asQueryValue(value ?? ''))
  })
  if (method !== 'GET' && !isUpload) {
    const body = method === 'DELETE' && rest.size === 0 ? null : JSON.stringify(Object.fromEntries(rest))
    return { method, url: `/api${filled}`, body }
  }
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, asQueryValue(value)])).toString()
  return { method, url: `/api${filled}${query ? `?${query}` : ''}`, body: null }
}

const unauthorizedListeners = makeListeners()

/** Hears of a session's end. Every other 401 (a wrong password, a second factor) is an answer to what was typed. */
export const onUnauthorized = unauthorizedListeners.add

/** What the server says of a session that is none, and what is made of a 401 without words. */
const sessionEnds = new Set(['unauthorized', 'user_token_error'])

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object'

const problemOf = async (response: Response): Promise<CallError> => {
  const body: unknown = await response.json().catch(() => null)
  const status = response.status
  if (isProblem(body)) {
    const { key, message, requestId, details } = body.error
    return callError({ key, message, requestId, details, status })
  }
  if (status === 401) return callError({ key: 'user_token_error', message: 'Unable to get user token', status })
  return callError({ key: 'fetch_call_error', message: 'Fetch Call Error', status })
}

const unreachable = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name === 'AbortError'
    ? cause
    : callError({ key: 'fetch_call_error', message: 'Fetch Call Error', status: 0 })

/** Nobody answered for the server: no network, or one in front of a server that is away. */
export const isUnreached = (cause: unknown): boolean =>
  isCallError(cause) && (cause.status === 0 || (cause.status >= 502 && cause.status <= 504))

/** Throws what an answer that is no success says. */
export const throwRefusal = async (response: Response): Promise<never> => {
  const problem = await problemOf(response)
  if (response.status === 401 && sessionEnds.has(problem.key)) unauthorizedListeners.notify()
  throw problem
}

const send = async (endpoint: Endpoint, input: Fields, { once, signal, file }: CallOptions): Promise<Response> => {
  const { method, url, body } = makeRequest(endpoint.path, input, endpoint.upload !== null)
  const headers: Record<string, string> = {
    accept: endpoint.download ? '*/*' : 'application/json',
    // the page's language, which need not be the browser's: outside geocoders name places in it
    'accept-language': document.documentElement.lang || '*',
  }
  if (body !== null) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = file.type
  if (once) headers['idempotency-key'] = once
  const response = await fetch(url, {
    method,
    headers,
    body: file ?? body,
    credentials: 'same-origin',
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!response.ok) return throwRefusal(response)
  recordContact()
  return response
}

export const callEndpoint = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> => {
  const response = await send(endpoint, input as Fields, options)
  return (await response.json().catch((cause: unknown) => {
    throw unreachable(cause)
  })) as OutputOf<E>
}

/** The file that an endpoint with `download` answers with. */
export const callFile = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Blob> => {
  const response = await send(endpoint, input as Fields, options)
  return response.blob().catch((cause: unknown) => {
    throw unreachable(cause)
  })
}
