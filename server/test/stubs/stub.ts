// What the stubs of providers share: a real HTTP server on a free port that can also break, hang and talk nonsense.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Asked = {
  method: string
  /** the host that was meant: graph.facebook.com, appleid.apple.com */
  host: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  bearer: string | null
  headers: IncomingMessage['headers']
  body: Buffer
}

/** One of json, html, text (with a type of its own) or where to go on to. */
export type Answer = {
  status?: number
  json?: unknown
  html?: string
  text?: string
  type?: string
  goTo?: string
  headers?: Record<string, string>
}

/** ok, or how it fails: with status 500, without an answer, or with one that is no JSON. */
export type Mood = 'ok' | 'broken' | 'hanging' | 'nonsense'

const askedOf = async (request: IncomingMessage): Promise<Asked> => {
  const url = new URL(request.url ?? '/', 'http://stub')
  const body = await buffer(request)
  return {
    method: request.method ?? 'GET',
    host: request.headers.host ?? '',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body.toString()),
    bearer: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
    headers: request.headers,
    body,
  }
}

const send = (response: ServerResponse, { status = 200, json, html, text, type, goTo, headers }: Answer): void => {
  if (goTo !== undefined) return void response.writeHead(303, { location: goTo }).end()
  const usual = html === undefined ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type ?? usual, ...headers }).end(html ?? text ?? JSON.stringify(json))
}

export type Stub = {
  port: number
  /** every request so far, as `host path` */
  log: string[]
  /** what stood behind the question marks of them */
  queries: URLSearchParams[]
  /** how it answers from now on; pages for people are always fine */
  feel: (mood: Mood) => void
  /** what a browser is shown at this address of the provider */
  visit: (url: string) => Promise<{ status: number; html: string }>
  close: () => Promise<void>
}

export const startStub = async (answer: (asked: Asked) => Answer | Promise<Answer>): Promise<Stub> => {
  let mood: Mood = 'ok'
  const log: string[] = []
  const queries: URLSearchParams[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await askedOf(request)
    log.push(`${asked.host} ${asked.path}`)
    queries.push(asked.query)
    if (mood === 'hanging') return
    if (mood === 'broken') return send(response, { status: 500, json: { error: 'out of order' } })
    if (mood === 'nonsense') return send(response, { html: '<h1>Down for maintenance</h1>' })
    send(response, await answer(asked))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    log,
    queries,
    feel: (next) => void (mood = next),
    visit: async (url) => {
      const { pathname, search } = new URL(url)
      const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
      return { status: response.status, html: await response.text() }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const escapeHtml = (given: string): string =>
  given.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`
