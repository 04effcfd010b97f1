// Endpoints called as the page calls them, over HTTP without a port.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { splitPath, type Endpoint, type InputOf, type OutputOf, type Problem } from '@wayfare/contract/endpoint'
import type { App } from '../src/app.ts'
import type { TestUser } from './make.ts'

export type CallOptions = {
  /** a user of `make`; nobody is a visitor */
  as?: TestUser | null
  /** the idempotency key: a fresh one where the verb demands it, none with null */
  once?: string | null
  headers?: Record<string, string>
  ip?: string
  /** the body of an endpoint that takes a file; a stream is sent without its length */
  file?: { bytes: Buffer | Readable; type: string }
}

export type Refused = {
  status: number
  key: string
  details: Record<string, unknown> | undefined
  headers: Record<string, unknown>
}

/** A refused call as an error that tests can match: `rejects.toMatchObject({ key: 'not_found' })`. */
export type CallError = Error & Refused

const fillPath = (path: string, input: Record<string, unknown>): { url: string; rest: Record<string, unknown> } => {
  const rest = { ...input }
  const url = path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url: `/api${url}`, rest }
}

const queryOf = (values: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, String(value))
  return query.size > 0 ? `?${query}` : ''
}

const headersFor = (endpoint: Endpoint, { as, once, headers, file }: CallOptions): Record<string, string> => {
  const all: Record<string, string> = { ...headers }
  if (file) all['content-type'] = file.type
  if (as) all['authorization'] = `Bearer ${as.token}`
  const key = once === undefined && endpoint.once === 'required' ? randomBytes(12).toString('hex') : once
  if (key) all['idempotency-key'] = key
  return all
}

/** Sends an endpoint's request as the page does and hands back whatever comes. */
const send = async (app: App, endpoint: Endpoint, input: unknown, options: CallOptions) => {
  const { method, path } = splitPath(endpoint.path)
  const { url, rest } = fillPath(path, { ...(input as Record<string, unknown>) })
  const isRead = method === 'GET' || endpoint.upload !== null
  const { file } = options
  return app.fastify.inject({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: isRead ? url + queryOf(rest) : url,
    headers: headersFor(endpoint, options),
    remoteAddress: options.ip ?? '127.0.0.1',
    ...(isRead || Object.keys(rest).length === 0 ? {} : { payload: rest }),
    ...(file ? { payload: file.bytes } : {}),
  })
}

export const makeCalls = (app: App) => {
  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<OutputOf<E>> => {
    const response = await send(app, endpoint, input, options)
    if (response.statusCode === 200) return response.json()
    const { error } = response.json<Problem>()
    const refused: Refused = { status: response.statusCode, key: error.key, details: error.details, headers: response.headers }
    throw Object.assign(
      new Error(`${endpoint.verb} answered ${response.statusCode} ${error.key} ${JSON.stringify(error.details ?? {})}`),
      refused,
    )
  }
  /** The refusal of a call that must be refused. */
  const refusal = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Refused> => {
    const error = await call(endpoint, input, options).then(
      () => null,
      (reason: CallError) => reason,
    )
    if (!error) throw new Error(`${endpoint.verb} should have been refused`)
    if (!('key' in error)) throw error
    return { status: error.status, key: error.key, details: error.details, headers: error.headers }
  }
  const raw = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}) =>
    send(app, endpoint, input, options)
  return { call, refusal, raw }
}
