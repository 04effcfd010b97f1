// Promise: the page, its files and the map's tiles, under a policy that lets nothing foreign run.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserHosts } from '../adapters/ports-payments.ts'
import type { Deps } from '../deps.ts'
import { refuseUnknownPath } from './errors.ts'
import { addFirstLoadLinks, readFirstLoad } from './first-load.ts'
import { addFront, normalizePath, type Finders } from './front.ts'
import { mapLicence } from './licence.ts'
import { serveManifest } from './manifest.ts'

type Foreign = Omit<BrowserHosts, 'forms'>

/** What our page of a payment may load of its provider; null for what is no such page. */
export type PolicyFinder = (provider: string, paymentId: string) => Promise<Foreign | null>

type PagesOptions = Finders & {
  deps: Pick<Deps, 'config' | 'log' | 'maps'>
  findPolicy: PolicyFinder
  webDir?: string | undefined
}

const builtPage = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Where the page finds the tiles of the embedded map. */
export const tilesUrl = '/maps/city.pmtiles'

const dayS = 86_400
const yearS = 365 * dayS

/** Inline style attributes are set by the page's components (positions, sizes); scripts and style elements need the nonce. */
const policyFor = (nonce: string, liveOrigin: string, foreign: Foreign): string => {
  const { scripts = [], frames = [], connects = [], styles = [], images = [] } = foreign
  return [
    `default-src 'self'`,
    `script-src ${["'self'", `'nonce-${nonce}'`, ...scripts].join(' ')}`,
    `style-src ${["'self'", `'nonce-${nonce}'`, ...styles].join(' ')}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src ${["'self' data: blob:", ...scripts, ...frames, ...images].join(' ')}`,
    `connect-src ${["'self'", liveOrigin, ...scripts, ...frames, ...connects].join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/** The service worker shows notices with our picture and may tell the server of a new address; nothing else. */
const workerPolicy = `default-src 'none'; connect-src 'self'; img-src 'self'`

/** Older browsers do not count ws: as part of 'self'. A host that is no host is left out rather than written into a header. */
const liveOriginOf = (request: FastifyRequest): string => {
  if (!/^[A-Za-z0-9.:[\]-]+$/.test(request.host)) return ''
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${request.host}`
}

const pageHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Files with a hash in their name never change; tiles and the service worker are asked for again, as they may be new. */
const cachingOf = (path: string): string => {
  if (path.endsWith('.pmtiles') || path.endsWith('/sw.js')) return 'no-cache'
  return dirname(path).endsWith('/assets') ? `public, max-age=${yearS}, immutable` : `public, max-age=${dayS}`
}

/** The page with this answer's nonce in its placeholder and in every script and style element. */
const fillNonce = (html: string, nonce: string): string =>
  html
    .replace('<meta name="csp-nonce" content=""', `<meta name="csp-nonce" content="${nonce}"`)
    .replaceAll(/<(script|style)(?=[\s>])/g, `<$1 nonce="${nonce}"`)

const notBuilt = '<!doctype html><title>Wayfare</title><p>The page is not built yet: run <code>npm run build</code>.'

/** The built page for an address; it is read once, but in development it may be built anew while the server runs. */
const makeReadPage = (webDir: string, isProduction: boolean): ((request: FastifyRequest) => string | null) => {
  const path = join(webDir, 'index.html')
  const read = () => (existsSync(path) ? { html: readFileSync(path, 'utf8'), firstLoad: readFirstLoad(webDir) } : null)
  let kept: ReturnType<typeof read> = null
  return (request) => {
    if (kept === null || !isProduction) kept = read()
    return kept && addFirstLoadLinks(kept.html, request, kept.firstLoad)
  }
}

type PageAnswer = { html: string | null; foreign: Foreign }

/** A shared trip is for whoever was given the link: no search engine lists it, and no other site hears of it. */
const ownHeaders: Readonly<Record<string, Record<string, string>>> = {
  '/follow': { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
}

const sendPage = (request: FastifyRequest, reply: FastifyReply, { html, foreign }: PageAnswer): FastifyReply => {
  void reply.headers({ ...pageHeaders, ...ownHeaders[normalizePath(request.url)] }).type('text/html; charset=utf-8')
  if (html === null) return reply.status(503).header('content-security-policy', `default-src 'none'`).send(notBuilt)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({ 'content-security-policy': policyFor(nonce, liveOriginOf(request), foreign), 'cache-control': 'no-cache' })
    .send(fillNonce(html, nonce))
}

/** Also a database that does not answer must not keep the page away: it can say so better. */
const withFront = async (html: string, request: FastifyRequest, options: PagesOptions): Promise<string> => {
  try {
    return await addFront(html, request, options)
  } catch (error) {
    options.deps.log.warn({ err: error }, 'the page went out without its first words')
    return html
  }
}

/** The page with a provider's card fields, and no other, may load what is the provider's. */
const findForeign = async (url: string, { findPolicy }: PagesOptions): Promise<Foreign | null> => {
  const [, provider, paymentId] = /^\/pay\/([a-z]{1,40})\/([0-9A-Za-z]{1,40})$/.exec(normalizePath(url)) ?? []
  return provider === undefined || paymentId === undefined ? null : findPolicy(provider, paymentId)
}

/** Every page but those of payments may load the operator's own map from its one origin. */
const mapHostsOf = ({ config }: Pick<Deps, 'config'>): Foreign => {
  const { basemap } = config.maps
  return basemap ? { connects: [new URL(basemap.light).origin] } : {}
}

/** A path that names a file: when it is missing, a page in its place would only confuse. */
const isFile = (url: string): boolean => /^\/(assets|images|maps)\/|\.[A-Za-z0-9]{2,8}$/.test(url.split('?')[0] ?? '')

const isApi = (url: string): boolean => /^\/api(?=[/?]|$)/.test(url)

const serveTiles = (fastify: FastifyInstance, { maps }: Pick<Deps, 'maps'>): void => {
  fastify.get(tilesUrl, (_request, reply) => {
    const path = maps.basemap.tilesFile()
    if (path === null) return reply.callNotFound()
    // byte ranges and ETag come with it
    return reply.type('application/octet-stream').sendFile(basename(path), dirname(path))
  })
  fastify.get('/maps/licence.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(mapLicence))
}

export const registerPages = async (fastify: FastifyInstance, options: PagesOptions): Promise<void> => {
  const { deps, webDir = builtPage } = options
  const readPage = makeReadPage(webDir, deps.config.isProduction)
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const html = readPage(request)
    const foreign = (await findForeign(request.url, options)) ?? mapHostsOf(deps)
    return sendPage(request, reply, { html: html && (await withFront(html, request, options)), foreign })
  }
  fastify.addHook('onSend', async (_request, reply) => {
    if (deps.config.isHttps) reply.header('strict-transport-security', `max-age=${yearS}`)
  })
  await fastify.register(fastifyStatic, {
    root: existsSync(webDir) ? webDir : dirname(fileURLToPath(import.meta.url)),
    serve: existsSync(webDir),
    index: false,
    cacheControl: false,
    // what the build notes for the server and for the count of sizes
    dotfiles: 'ignore',
    // the build lays .br and .gz beside what is worth it
    preCompressed: true,
    // index.html itself goes out with its nonce only
    allowedPath: (path) => path !== '/index.html',
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cachingOf(path))
      response.setHeader('vary', 'accept-encoding')
      if (path.endsWith('/sw.js')) response.setHeader('content-security-policy', workerPolicy)
    },
  })
  serveTiles(fastify, deps)
  serveManifest(fastify, options.findFront)
  for (const url of ['/', '/index.html']) fastify.get(url, answer)
  fastify.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(request.url)
    return isPage && !isApi(request.url) ? answer(request, reply) : refuseUnknownPath(request, reply)
  })
}
