// Promise: the contract describes itself: OpenAPI 3.1 at /api/openapi.json, a page to read it at /api/docs.
import { randomBytes } from 'node:crypto'
import { describeApi } from '@wayfare/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { renderDocsPage } from './docs-page.ts'
import { getStatus } from './refusals.ts'
import { readVersion } from './release.ts'

const makeDocument = () => describeApi({ title: 'Wayfare', version: readVersion(), statusOf: getStatus })

export const registerDocs = (api: FastifyInstance): void => {
  let document: ReturnType<typeof makeDocument> | null = null
  api.get('/openapi.json', (_request, reply) => {
    document ??= makeDocument()
    return reply.header('cache-control', 'no-cache').send(document)
  })
  api.get('/docs', (_request, reply) => {
    document ??= makeDocument()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(renderDocsPage(document, nonce))
  })
}
