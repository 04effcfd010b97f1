// Promise: every endpoint of the contract is served the same way. Parse, find the actor, ask whether the role may, limit,
// apply the idempotency key, and (outside production) check the reply. Nothing else ever happens here.
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { methodAndPath } from '@wayfare/contract/endpoint'
import type { Endpoint, OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReplay } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import { checkAccess, findAsker } from './actor.ts'
import type { Authenticate } from './actor.ts'
import { inputOf } from './input.ts'
import type { Limits } from './limits.ts'
import { onceOf } from './once.ts'
import { checkOrigin } from './origin.ts'

/** What a handler may know of the request beyond its input, and the headers it may add to the answer. */
export type Exchange = {
  headers: Headers
  ip: string
  setHeader: (name: string, value: string | string[]) => void
  sessionId: string | null
}

export type Served = {
  endpoint: Endpoint
  handle: (deps: Deps, actor: Actor, input: never, exchange: Exchange) => Promise<unknown>
}

/** Binds an endpoint to its handler; the second call keeps string literals exact. */
export const serve =
  <E extends Endpoint>(endpoint: E) =>
  (handle: (deps: Deps, actor: Actor, input: ParsedInputOf<E>, exchange: Exchange) => Promise<OutputOf<E>>): Served => ({
    endpoint,
    handle,
  })

export type ServeOptions = { deps: Deps; authenticate: Authenticate; limits: Limits }

/** The request's headers as the web knows them, a repeated one joined by commas; the address is the one we believe. */
export const headersOf = (request: Pick<FastifyRequest, 'headers' | 'ip'>): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('x-forwarded-for', request.ip)
  return headers
}

const checkReply = (endpoint: Endpoint, reply: unknown, isExact: boolean): void => {
  const parsed = endpoint.output.safeParse(reply)
  if (!parsed.success) {
    throw new Error(`the reply of ${endpoint.verb} breaks its contract: ${JSON.stringify(parsed.error.issues.slice(0, 5))}`)
  }
  const sent: unknown = JSON.parse(JSON.stringify(reply))
  if (isExact && !isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent)) {
    throw new Error(`the reply of ${endpoint.verb} holds fields that its contract does not name`)
  }
}

const takeTurn = (limits: Limits, endpoint: Endpoint, who: string): void => {
  const waitS = limits.take(endpoint.verb, who, endpoint.perMinute)
  if (waitS > 0) throw new Refusal('rate_limited', { retryAfterS: waitS })
}

/** However it is written: spaces around it and capitals do not make another account. */
const valueOf = (input: unknown, field: string): string => {
  const value = Object.entries(input ?? {}).find(([name]) => name === field)?.[1]
  return `${field} ${String(value).trim().toLowerCase()}`
}

const replay = (reply: FastifyReply, { status, body }: { status: number; body: unknown }): FastifyReply =>
  reply.status(status).header('idempotency-replayed', 'true').send(body)

const answer = async (
  served: Served,
  options: ServeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { endpoint } = served
  const { deps, limits } = options
  const headers = headersOf(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(deps.config.publicOrigin, request)
  const { actor, sessionId } = await findAsker(options.authenticate, headers)
  checkAccess(endpoint.access, actor)
  takeTurn(limits, endpoint, actor.kind === 'user' ? actor.id : request.ip)
  const input = inputOf(endpoint, request)
  if (endpoint.limitedBy !== null) takeTurn(limits, endpoint, valueOf(input, endpoint.limitedBy))
  const once = onceOf(endpoint, actor, headers.get('idempotency-key'), input)
  const exchange: Exchange = { headers, ip: request.ip, sessionId, setHeader: (name, value) => void reply.header(name, value) }
  try {
    const result = await served.handle(once ? { ...deps, once } : deps, actor, input as never, exchange)
    if (!deps.config.isProduction) checkReply(endpoint, result, deps.config.mode === 'test')
    return reply.send(result)
  } catch (error) {
    if (isReplay(error)) return replay(reply, error.replayed)
    throw error
  }
}

/** Serves each endpoint at its path below the instance's prefix. */
export const registerRoutes = (fastify: FastifyInstance, routes: readonly Served[], options: ServeOptions): void => {
  for (const served of routes) {
    const { method, path } = methodAndPath(served.endpoint.path)
    fastify.route({ method, url: path, handler: (request, reply) => answer(served, options, request, reply) })
  }
}
