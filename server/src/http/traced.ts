// Promise: each request is one span, named by its route as it is written, and what it causes lies below it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Span, SpanFacts, Traces } from '../deps.ts'
import { makeTrustCheck } from './address.ts'

/**
 * Who asks through a trusted proxy may be part of a trace that began there. Of others `traceparent` is not read: a stranger would
 * decide what is sampled, and could hang requests into traces that are not his.
 */
export const traceRequests = (fastify: FastifyInstance, traces: Traces, { trustProxy }: Pick<Config, 'trustProxy'>): void => {
  const isTrusted = makeTrustCheck(trustProxy)
  const begin = ({ method, protocol, headers, socket, routeOptions: { url: route } }: FastifyRequest): Span => {
    const { traceparent } = headers
    const isBelieved = typeof traceparent === 'string' && isTrusted(socket.remoteAddress ?? '')
    const facts = { 'http.request.method': method, 'url.scheme': protocol === 'https' ? 'https' : 'http' }
    return traces.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      facts: route === undefined ? facts : { ...facts, 'http.route': route },
      caller: isBelieved ? traceparent : null,
    })
  }

  fastify.addHook('onRequest', (request, reply, done) => {
    const span = begin(request)
    // also of an answer that was cut off: it has no status until its head was sent
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw
      const facts: SpanFacts = headersSent ? { 'http.response.status_code': statusCode } : {}
      span.end(statusCode >= 500 ? { facts, failure: String(statusCode) } : { facts })
    })
    // Fastify keeps the scope while it reads a body
    span.within(done)
  })
}
