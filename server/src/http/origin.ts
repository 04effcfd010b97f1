// Promise: a write that rides on the session cookie comes from our own page.
import { Refusal } from '@wayfare/core/errors'
import type { FastifyRequest } from 'fastify'

/** The origin under which this request reached us. */
export const readOwnOrigin = (publicOrigin: string | null, request: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  publicOrigin ?? `${request.protocol}://${request.host}`

/** Browsers send Origin with every write and Sec-Fetch-Site with every request; other clients send no cookie. */
export const checkOrigin = (
  publicOrigin: string | null,
  request: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
): void => {
  if (request.headers.cookie === undefined) return
  const { origin } = request.headers
  if (origin !== undefined) {
    if (origin !== readOwnOrigin(publicOrigin, request)) throw new Refusal('foreign_origin')
    return
  }
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('foreign_origin')
}
