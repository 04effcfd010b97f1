// Promise: whatever goes wrong, the caller reads a problem with a stable key; only our own faults are logged as errors, once.
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../adapters/ports.ts'
import { isConnectionTrouble, isReadOnly, isShortOfRoom } from '../db/open.ts'
import type { Log } from '../deps.ts'
import { getErrorCode } from '../process.ts'
import { getStatus, makeProblem } from './refusals.ts'

/** The framework's own refusals: of bodies it could not read. */
const frameworkKey = (error: unknown): { key: MessageKey; status: number } | null => {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (!(status >= 400 && status < 500)) return null
  if (status === 408) return { key: 'too_slow', status }
  if (status === 413 || status === 414) return { key: 'too_large', status: 413 }
  return { key: 'bad_request', status: status === 415 || status === 416 ? status : 400 }
}

/** The database is away, or others hold what this request needs: nothing was changed and a later try may do. */
const isPassing = (error: unknown): boolean =>
  isConnectionTrouble(error) || ['57014', '55P03', '40001', '40P01', '25P03'].includes(getErrorCode(error))

/** What nobody but the operator can mend, and nothing was changed meanwhile: in words for the log. */
const findStandstill = (error: unknown): string | null => {
  if (isShortOfRoom(error)) return 'there is no room left: make some on the disk of the database and the files'
  return isReadOnly(error)
    ? 'the database takes no writes: it is a replica, or was made read-only, as where its disk is full'
    : null
}

/** So much (bytes) of a body that is too large is still taken, and dropped: many read an answer only when they are done sending. */
const lingerBytes = 16 * 1024 * 1024

/** The framework closes the connection on a body it did not read; a proxy in the midst of sending it answers 502 in our place. */
const letFinish = (request: FastifyRequest, reply: FastifyReply): void => {
  if (Number(request.headers['content-length']) <= lingerBytes) void reply.removeHeader('connection')
}

const sendRefusal = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const status = getStatus(refusal.key)
  // what is still to come of a body is not waited for
  if (status === 408) void reply.header('connection', 'close')
  const wait = refusal.details?.['retryAfterS']
  if (typeof wait === 'number') void reply.header('retry-after', String(wait))
  else if (status === 503) void reply.header('retry-after', '5')
  return reply.status(status).send(makeProblem(refusal.key, request.id, refusal.details))
}

export const makeErrorHandler =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Refusal) return sendRefusal(error, request, reply)
    const refused = frameworkKey(error)
    if (refused?.status === 408) void reply.header('connection', 'close')
    if (refused?.status === 413) letFinish(request, reply)
    if (refused) return reply.status(refused.status).send(makeProblem(refused.key, request.id))
    const facts = { requestId: request.id, method: request.method, path: request.routeOptions.url ?? '', err: error }
    const unavailable = (afterS: number) =>
      reply.status(503).header('retry-after', String(afterS)).send(makeProblem('server_error', request.id))
    if (isOutage(error) && error.isTold) return unavailable(20)
    if (isPassing(error)) {
      log.warn(facts, 'the database did not serve this request')
      return unavailable(5)
    }
    const standstill = findStandstill(error)
    if (standstill !== null) {
      log.error(facts, standstill)
      return unavailable(60)
    }
    log.error(facts, 'a request failed')
    return reply.status(500).send(makeProblem('server_error', request.id))
  }

export const refuseUnknownPath = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.status(404).send(makeProblem('not_found', request.id))
