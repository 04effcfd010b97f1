// The public API as a test's helper uses it: typed by the contract, an Error that names the key when it refuses.
import { randomUUID } from 'node:crypto'
import { problem, splitPath, type Endpoint, type InputOf, type OutputOf } from '@wayfare/contract/endpoint'

const requestOf = (endpoint: Endpoint, input: unknown) => {
  const { method, path } = splitPath(endpoint.path)
  const rest = new Map(Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)))
    rest.delete(name)
    return value
  })
  if (method !== 'GET') return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(Object.fromEntries([...rest].map(([name, value]) => [name, String(value)]))).toString()
  return { method, path: query ? `${filled}?${query}` : filled, body: null }
}

/** Every write carries a fresh idempotency key. */
export const call = async <E extends Endpoint>(
  origin: string,
  endpoint: E,
  input: InputOf<E>,
  token?: string,
): Promise<OutputOf<E>> => {
  const { method, path, body } = requestOf(endpoint, input)
  const headers: Record<string, string> = {}
  if (body !== null) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() })
  if (token) headers['authorization'] = `Bearer ${token}`
  const response = await fetch(`${origin}/api${path}`, { method, headers, body })
  const answer: unknown = await response.json()
  if (!response.ok) {
    const told = problem.safeParse(answer)
    throw new Error(`${endpoint.verb}: ${response.status} ${told.success ? told.data.error.key : JSON.stringify(answer)}`)
  }
  return endpoint.output.parse(answer) as OutputOf<E>
}
