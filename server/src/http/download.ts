// Promise: a file goes out as what it is and nothing else: typed, never sniffed, unable to run anything, in the cache it may be in.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Endpoint } from '@wayfare/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { Log } from '../deps.ts'

export type FileAnswer = {
  type: string
  stream: Readable
  /** null where nobody counted them before */
  bytes: number | null
  /** under which it is saved: letters, digits, dots and dashes */
  name: string
  /** images may stand in a page, all else is saved */
  place: 'inline' | 'attachment'
  /** Cache-Control */
  cache: string
}

/** A file to be saved, which no cache keeps. */
export const makeAttachment = (type: string, name: string, content: Buffer | Readable): FileAnswer => ({
  type,
  name,
  stream: Buffer.isBuffer(content) ? Readable.from([content]) : content,
  bytes: Buffer.isBuffer(content) ? content.length : null,
  place: 'attachment',
  cache: 'no-store',
})

export const sendFile = async (endpoint: Endpoint, file: FileAnswer, reply: FastifyReply, log: Log): Promise<FastifyReply> => {
  if (!endpoint.download?.types.includes(file.type))
    throw new Error(`${endpoint.verb} answers with ${file.type}, which its contract does not name`)
  // one that breaks before its first byte is a request that failed, and told as such
  await once(file.stream, 'readable')
  file.stream.on('error', (error) => log.error({ err: error, verb: endpoint.verb }, 'a file could not be sent whole'))
  if (file.bytes !== null) void reply.header('content-length', file.bytes)
  return reply
    .headers({
      'content-type': file.type,
      'content-disposition': `${file.place}; filename="${file.name.replaceAll(/[^A-Za-z0-9.-]/g, '-')}"`,
      'cache-control': file.cache,
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(file.stream)
}
