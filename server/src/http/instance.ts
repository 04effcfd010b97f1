// Promise: the HTTP server as all routes find it: JSON only, small bodies, a fresh id per request, problems in one shape.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Deps, Log } from '../deps.ts'
import { makeTrustCheck } from './address.ts'
import { registerCompression } from './compress.ts'
import { makeErrorHandler } from './errors.ts'
import { makeProblem } from './refusals.ts'

const bodyLimit = 64 * 1024
/** A body that is read before the work begins has so long (ms); an upload has its own patience (see upload). */
const usualBodyMs = 20_000

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type InstanceOptions = {
  deps: Pick<Deps, 'config' | 'log' | 'newId'>
  /** a server that listens already; without one Fastify makes its own */
  server?: Server | undefined
  bodyWithinMs?: number
}

const tooSlow = () => Object.assign(new Error('the body took too long'), { statusCode: 408 })

/** Ends the wait for a body that comes too slowly: whoever sends it is told so, and the connection closes. */
const limitBodies = (fastify: FastifyInstance, withinMs: number): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  fastify.addHook('preParsing', async (request, _reply, payload) => {
    // whoever has left waits for nothing, and nobody hears of it: an error that nobody hears would end the process
    const end = (): unknown => payload.listenerCount('error') > 0 && payload.emit('error', tooSlow())
    const timer = setTimeout(end, withinMs)
    request.raw.once('close', () => clearTimeout(timer))
    timers.set(request, timer)
    return payload
  })
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  fastify.addHook('preValidation', clear)
  fastify.addHook('onResponse', clear)
}

/** The route as it is written: an address may hold the token of a link, and its query what somebody types. */
const logRequests = (fastify: FastifyInstance, log: Log): void => {
  fastify.addHook('onResponse', async ({ id, method, routeOptions: { url: route = 'none' } }, { statusCode, elapsedTime }) => {
    log.info({ requestId: id, method, route, status: statusCode, ms: Math.round(elapsedTime) }, 'request')
  })
}

/** Networks whose addresses are of machines, not of people. */
const ownNets = 'loopback,linklocal,uniquelocal'

/** Everybody behind a proxy that is not trusted counts as one visitor, whom limits soon hold up: said once. */
const warnOfProxy = (fastify: FastifyInstance, { config, log }: InstanceOptions['deps']): void => {
  const isTrusted = makeTrustCheck(config.trustProxy)
  const isOwn = makeTrustCheck(ownNets)
  let isSaid = false
  fastify.addHook('onRequest', async ({ headers, socket }) => {
    const { remoteAddress = '' } = socket
    if (isSaid || headers['x-forwarded-for'] === undefined || isTrusted(remoteAddress)) return
    isSaid = true
    const proxy = isOwn(remoteAddress) ? remoteAddress : 'a public address'
    log.warn({ proxy }, 'a request came through a proxy that TRUST_PROXY does not list: all behind it count as one visitor')
  })
}

const parseJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw Object.assign(new Error('malformed JSON'), { statusCode: 400 })
  }
}

/** An address that cannot be decoded reaches no route. */
const refuseAddress = (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  void reply.status(400).send(makeProblem('bad_request', request.id))
}

export const makeInstance = ({ deps, server, bodyWithinMs = usualBodyMs }: InstanceOptions): FastifyInstance => {
  const { trustProxy } = deps.config
  const fastify: FastifyInstance = Fastify({
    bodyLimit,
    logger: false,
    frameworkErrors: refuseAddress,
    genReqId: () => deps.newId(10),
    requestIdHeader: false,
    ...(trustProxy === null ? {} : { trustProxy }),
    // how long an id may be, the contract says
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    ...(server ? { serverFactory: (_handler: Handler) => server } : {}),
  })
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    parseJson(body.toString()),
  )
  fastify.setErrorHandler(makeErrorHandler(deps.log))
  fastify.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
  })
  warnOfProxy(fastify, deps)
  limitBodies(fastify, bodyWithinMs)
  if (deps.config.accessLog) logRequests(fastify, deps.log)
  registerCompression(fastify)
  return fastify
}
