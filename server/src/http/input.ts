// Promise: what a handler is given is exactly what its contract names, from path, query and body together; all else is refused.
import { Refusal } from '@wayfare/core/errors'
import type { Endpoint } from '@wayfare/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Problem = { field: string; problem: string }

const badRequest = (fields: readonly Problem[]): Refusal => new Refusal('bad_request', { fields })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Levels of arrays and objects in an input: the deepest of the contract has six, and each further one is a call on the stack. */
const mostLevels = 32

/** What PostgreSQL's text cannot hold: a zero character, or half of a surrogate pair. */
const textProblem = (text: string): string | null => {
  if (text.includes('\0')) return 'a zero character is not allowed'
  return text.isWellFormed() ? null : 'half of a surrogate pair is no character'
}

const firstOf = <T>(items: readonly T[], check: (item: T) => string | null): string | null => {
  for (const item of items) {
    const problem = check(item)
    if (problem !== null) return problem
  }
  return null
}

/** Why no part of a value may be looked at further, whatever the contract says of it. */
const problemIn = (value: unknown, level = 0): string | null => {
  if (typeof value === 'string') return textProblem(value)
  if (typeof value !== 'object' || value === null) return null
  if (level > mostLevels) return 'nested too deeply'
  if (Array.isArray(value)) return firstOf(value, (inner) => problemIn(inner, level + 1))
  return firstOf(Object.entries(value), ([key, inner]) => textProblem(key) ?? problemIn(inner, level + 1))
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
export const readInput = (endpoint: Endpoint, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): unknown => {
  const given = merge([request.params, request.query, request.body])
  const problem = problemIn(given)
  if (problem !== null) throw badRequest([{ field: '', problem }])
  const parsed = endpoint.input.safeParse({ ...given })
  if (!parsed.success) throw badRequest(problemsOf(parsed.error.issues).slice(0, 20))
  return parsed.data
}
