// A client of a server that is a process of its own, by its address.
import { splitPath, type Endpoint, type InputOf, type OutputOf } from '@wayfare/contract/endpoint'

export type SendOptions = { token?: string; key?: string; headers?: Record<string, string> }
export type Answer<T> = { status: number; body: T; key: string | null; isReplay: boolean; retryAfter: string | null }

export const sendTo = async <E extends Endpoint>(
  origin: string,
  endpoint: E,
  input: InputOf<E>,
  { token, key, headers }: SendOptions = {},
): Promise<Answer<OutputOf<E>>> => {
  const { method, path } = splitPath(endpoint.path)
  const rest: Record<string, unknown> = { ...(input as object) }
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return value
  })
  const hasBody = method !== 'GET' && Object.keys(rest).length > 0
  const response = await fetch(`${origin}/api${filled}`, {
    method,
    headers: {
      ...headers,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(rest) } : {}),
  })
  const body = await response.json()
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return {
    status: response.status,
    body,
    key: body.error?.key ?? null,
    isReplay,
    retryAfter: response.headers.get('retry-after'),
  }
}
