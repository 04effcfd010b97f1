// Promise: the HTTP server as all routes find it: JSON only, small bodies, a fresh id per request, problems in one shape.
import type { Server, ServerResponse, IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerCompression } from './compress.ts'
import { makeErrorHandler } from './errors.ts'
import { problemOf } from './refusals.ts'

const bodyLimit = 64 * 1024

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type InstanceOptions = {
  deps: Pick<Deps, 'config' | 'log' | 'newId'>
  /** a server that listens already; without one Fastify makes its own */
  server?: Server | undefined
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
  void reply.status(400).send(problemOf('bad_request', request.id))
}

export const makeInstance = ({ deps, server }: InstanceOptions): FastifyInstance => {
  const { trustProxy } = deps.config
  const fastify: FastifyInstance = Fastify({
    bodyLimit,
    logger: false,
    frameworkErrors: refuseAddress,
    genReqId: () => deps.newId(10),
    requestIdHeader: false,
    ...(trustProxy === null ? {} : { trustProxy }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
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
  registerCompression(fastify)
  return fastify
}
