// Promise: what a handler is given is exactly what its contract names, from path, query and body together; all else is refused.
import { Refusal } from '@wayfare/core/errors'
import type { Endpoint } from '@wayfare/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Problem = { field: string; problem: string }

const badRequest = (fields: readonly Problem[]): Refusal => new Refusal('bad_request', { fields })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A zero character: PostgreSQL's text cannot hold one. */
const hasZero = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(hasZero)
  return isRecord(value) && Object.entries(value).some(([key, inner]) => key.includes('\0') || hasZero(inner))
}

const merge = (parts: readonly unknown[]): Record<string, unknown> => {
  const whole: Record<string, unknown> = Object.create(null)
  for (const part of parts) {
    if (part === undefined || part === null) continue
    if (!isRecord(part)) throw badRequest([{ field: '', problem: 'the body must be an object' }])
    for (const [key, value] of Object.entries(part)) {
      if (key in whole) throw badRequest([{ field: key, problem: 'given twice' }])
      whole[key] = value
    }
  }
  return whole
}

const problemsOf = (issues: readonly z.core.$ZodIssue[]): Problem[] =>
  issues.flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...path, key].join('.'), problem: 'unknown field' }))
      : [{ field: path.join('.'), problem: message }],
  )

/** Path parameters, query and body, parsed by the contract. */
export const inputOf = (endpoint: Endpoint, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): unknown => {
  const given = merge([request.params, request.query, request.body])
  if (hasZero(given)) throw badRequest([{ field: '', problem: 'a zero character is not allowed' }])
  const parsed = endpoint.input.safeParse({ ...given })
  if (!parsed.success) throw badRequest(problemsOf(parsed.error.issues).slice(0, 20))
  return parsed.data
}
