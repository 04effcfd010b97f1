// Promise: every endpoint of the contract is served the same way. Find the actor, ask whether the role may, limit; then read, parse,
// apply the idempotency key, and (outside production) check the reply. Nothing else ever happens here.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { splitPath, type Endpoint, type OutputOf, type ParsedInputOf } from '@wayfare/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReplay } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import { checkAccess, findAsker, type SessionFinder } from './actor.ts'
import { sendFile, type FileAnswer } from './download.ts'
import { readInput } from './input.ts'
import { getNetwork, type Limits } from './limits.ts'
import { findOnceKey } from './once.ts'
import { checkOrigin } from './origin.ts'
import { makeTakeUpload, skipBodyParsing, type UploadHandler } from './upload.ts'

/** What a handler may know of the request beyond its input, and the headers it may add to the answer. */
export type Exchange = {
  headers: Headers
  ip: string
  setHeader: (name: string, value: string | string[]) => void
  sessionId: string | null
  /** what an endpoint with `upload` was sent; nothing for others */
  bytes: Buffer
}

export const setCookies = (exchange: Exchange, cookies: readonly string[]): void => {
  for (const cookie of cookies) exchange.setHeader('set-cookie', cookie)
}

export type ServedRoute = {
  endpoint: Endpoint
  handle: (deps: Deps, actor: Actor, input: never, exchange: Exchange) => Promise<unknown>
}

/** Binds an endpoint to its handler; the second call keeps string literals exact. */
export const serveEndpoint =
  <E extends Endpoint>(endpoint: E) =>
  (handle: (deps: Deps, actor: Actor, input: ParsedInputOf<E>, exchange: Exchange) => Promise<OutputOf<E>>): ServedRoute => ({
    endpoint,
    handle,
  })

/** The same for an endpoint that answers with a file. */
export const serveFile =
  <E extends Endpoint>(endpoint: E) =>
  (handle: (deps: Deps, actor: Actor, input: ParsedInputOf<E>, exchange: Exchange) => Promise<FileAnswer>): ServedRoute => ({
    endpoint,
    handle,
  })

type ServeOptions = { deps: Deps; authenticate: SessionFinder; limits: Limits }

/** The request's headers as the web knows them, a repeated one joined by commas; the address is the one we believe. */
export const readHeaders = (request: Pick<FastifyRequest, 'headers' | 'ip'>): Headers => {
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

const nothing = Buffer.alloc(0)

/** The same key for another file is another request. */
const withBytes = (input: unknown, bytes: Buffer): unknown =>
  bytes === nothing ? input : { input, bytes: createHash('sha256').update(bytes).digest('base64url') }

/** It goes on to map services as it is, so it may hold nothing else than such a list does. */
const readLanguages = (headers: Headers): string | undefined =>
  /^[A-Za-z0-9*\-,;=. ]{1,100}$/.exec(headers.get('accept-language') ?? '')?.[0]

/** Everything about the request is allowed: the work itself. */
const work = async (served: ServedRoute, options: ServeOptions, asked: Asked, reply: FastifyReply): Promise<FastifyReply> => {
  const { endpoint } = served
  const { deps } = options
  const { actor, input, exchange } = asked
  const once = findOnceKey(endpoint, actor, exchange.headers.get('idempotency-key'), withBytes(input, exchange.bytes))
  // what is new stands before what is spread (decision 106)
  const known = { ip: exchange.ip, lang: readLanguages(exchange.headers), ...(once ? { once } : {}), ...deps }
  try {
    const result = await served.handle(known, actor, input as never, exchange)
    if (endpoint.download) return sendFile(endpoint, result as FileAnswer, reply, deps.log)
    if (!deps.config.isProduction) checkReply(endpoint, result, deps.config.mode === 'test')
    return reply.send(result)
  } catch (error) {
    if (isReplay(error)) return replay(reply, error.replayed)
    throw error
  }
}

type Asked = { actor: Actor; input: unknown; exchange: Exchange }

type Admitted = { headers: Headers; actor: Actor; sessionId: string | null; who: string }

/** Who asks and whether that role may, before a byte of the body is read: a stranger cannot make us read a long one. */
const admit = async ({ endpoint }: ServedRoute, options: RouteOptions, request: FastifyRequest): Promise<void> => {
  const headers = readHeaders(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(options.deps.config.publicOrigin, request)
  const { actor, sessionId } = await findAsker(options.authenticate, headers)
  checkAccess(endpoint, actor)
  const who = actor.kind === 'user' ? actor.id : getNetwork(request.ip)
  takeTurn(options.limits, endpoint, who)
  options.admitted.set(request, { headers, actor, sessionId, who })
}

const answer = async (
  served: ServedRoute,
  options: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { endpoint } = served
  const admitted = options.admitted.get(request)
  if (!admitted) throw new Error('a request came in past the door')
  const { headers, actor, sessionId, who } = admitted
  const { params, query, body } = request
  const input = readInput(endpoint, { params, query, body: endpoint.upload ? undefined : body })
  if (endpoint.limitedBy !== null) takeTurn(options.limits, endpoint, valueOf(input, endpoint.limitedBy))
  const setHeader: Exchange['setHeader'] = (name, value) => void reply.header(name, value)
  const exchange: Exchange = { headers, ip: request.ip, sessionId, setHeader, bytes: nothing }
  if (!endpoint.upload) return work(served, options, { actor, input, exchange }, reply)
  const uploader = { id: who, kind: actor.kind === 'user' ? 'signedIn' : 'visitors' } as const
  return options.takeUpload(endpoint.upload, request, uploader, (bytes) =>
    work(served, options, { actor, input, exchange: { ...exchange, bytes } }, reply),
  )
}

type RouteOptions = ServeOptions & { takeUpload: UploadHandler; admitted: WeakMap<FastifyRequest, Admitted> }

const register = (fastify: FastifyInstance, routes: readonly ServedRoute[], options: RouteOptions): void => {
  for (const served of routes) {
    const { method, path } = splitPath(served.endpoint.path)
    const { bodyBytes } = served.endpoint
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(served, options, request, reply)
    const onRequest = (request: FastifyRequest) => admit(served, options, request)
    fastify.route({ method, url: path, onRequest, handler, ...(bodyBytes === null ? {} : { bodyLimit: bodyBytes }) })
  }
}

/** Serves each endpoint at its path below the instance's prefix. */
export const registerRoutes = (fastify: FastifyInstance, routes: readonly ServedRoute[], given: ServeOptions): void => {
  const options = { ...given, takeUpload: makeTakeUpload(), admitted: new WeakMap<FastifyRequest, Admitted>() }
  const takesFile = ({ endpoint }: ServedRoute): boolean => endpoint.upload !== null
  register(
    fastify,
    routes.filter((served) => !takesFile(served)),
    options,
  )
  void fastify.register(async (uploads) => {
    skipBodyParsing(uploads)
    register(uploads, routes.filter(takesFile), options)
  })
}
