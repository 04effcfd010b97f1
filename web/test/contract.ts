// For page tests: what a page sends and what it is answered, held against the contract.
import { splitPath } from '@wayfare/contract/endpoint'
import { endpoints } from '@wayfare/contract/table'
import type { z } from 'zod'

const routes = endpoints.map(({ endpoint }) => {
  const { method, path } = splitPath(endpoint.path)
  return { endpoint, way: new RegExp(`^${method} /api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }
})

const routeOf = (way: string) => {
  const found = routes.filter((route) => route.way.test(way))
  // `/bookings/quotes` is not the booking `quotes`
  return found.toSorted((a, b) => a.endpoint.path.split(':').length - b.endpoint.path.split(':').length)[0]
}

type Issue = z.core.$ZodIssue

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value) === undefined

/** A test may leave out what its page does not look at; what it does say must be true. */
const tells = (value: unknown, issue: Issue): boolean => {
  if (isMissing(value, issue.path)) return false
  if (issue.code !== 'invalid_union') return true
  const inner: unknown = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], value)
  return issue.errors.every((branch) => branch.some((one) => tells(inner, one)))
}

const words = (way: string, what: string, issues: readonly Issue[]): string =>
  `${what} of ${way}: ${issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`

export const faultOfInput = (way: string, search: string, body: unknown): string | null => {
  const route = routeOf(way)
  if (!route) return `no endpoint is called ${way}`
  if (route.endpoint.upload) return null
  const named = Object.entries(route.way.exec(way)?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
  const input = { ...Object.fromEntries([...named, ...new URLSearchParams(search)]), ...(body as object | null) }
  const { error } = route.endpoint.input.safeParse(input)
  return error ? words(way, 'the input', error.issues) : null
}

export const faultOfReply = (way: string, reply: unknown): string | null => {
  const issues =
    routeOf(way)
      ?.endpoint.output.safeParse(reply)
      .error?.issues.filter((issue) => tells(reply, issue)) ?? []
  return issues.length > 0 ? words(way, 'the reply', issues) : null
}
