// Promise: the port answers from the first moment: GET /api/health is 503 with the reason until the server is ready, then what the
// database says; below it, /live says that the process lives and /ready asks all that it needs. Probes of other products meet 404.
// At the end nothing new is taken, what is under way is finished.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { makeStartError } from '../process.ts'
import { closePort } from './close-port.ts'
import type { Health, HealthAnswer } from './health.ts'
import { makeProblem } from './refusals.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** `isLeaving`: the port is closed, and connections that are open are served until they end. */
type Open = { status: 'ok'; handler: Handler; health: Health; isLeaving: boolean }
type State = { status: 'starting' | 'stopping'; reason: string } | Open

const meanings: Record<string, (place: { port: number; host: string }) => string> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken by another program: stop that one, or set PORT to another port.`,
  EACCES: ({ port }) => `Port ${port} may not be used by this user: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `The address ${host} is not one of this machine: set HOST to one that is, such as 0.0.0.0.`,
  ENOTFOUND: ({ host }) => `The address ${host} is not one of this machine: set HOST to one that is, such as 0.0.0.0.`,
}

export const openPort = (server: Server, place: { port: number; host: string }): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = meanings[error.code ?? '']?.(place)
      reject(message ? makeStartError(message, error) : error)
    })
    server.listen(place.port, place.host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : place.port)
    })
  })

const answer = (response: ServerResponse, status: number, { type, body }: { type: string; body: string }): void => {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  response.writeHead(status, status === 503 ? { ...headers, 'retry-after': '2' } : headers)
  response.end(body)
}

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })

/** What a person sees who opens the page too early; it looks again by itself. */
const waitingPage = (reason: string) => ({
  type: 'text/html',
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="2"><title>Wayfare is starting</title>
<body style="font: 1.1rem system-ui; display: grid; place-content: center; min-height: 90vh; text-align: center">
<h1>Wayfare is starting</h1><p>${reason}</p></body></html>`,
})

const refuseUpgrade = (socket: Duplex): void => {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n')
}

const healthPaths = new Set(['/api/health', '/api/health/live', '/api/health/ready'])
/** Where others have their probes: the page in their place would say that all is well. Metrics have a port of their own. */
const foreignProbe = /^\/(api\/health|health|healthz|livez|readyz|metrics)(\/|$)/

const answerAway = (state: Exclude<State, { status: 'ok' }>, request: IncomingMessage, response: ServerResponse): void => {
  const { status, reason } = state
  if (healthPaths.has(pathOf(request))) return answer(response, 503, json({ status, reason }))
  if (request.headers.accept?.includes('text/html')) return answer(response, 503, waitingPage(reason))
  return answer(response, 503, json({ error: { key: 'not_ready', message: reason, requestId: '' } }))
}

const leaving = { status: 'stopping', reason: 'The server is stopping.' } as const

const pathOf = ({ url = '/' }: IncomingMessage): string => (url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')

const answerHealth = async (asked: Promise<HealthAnswer>, response: ServerResponse): Promise<void> => {
  const { isServing, body } = await asked
  answer(response, isServing ? 200 : 503, json(body))
}

/** False for all other addresses. */
const answerProbe = (state: State, request: IncomingMessage, response: ServerResponse): boolean => {
  const path = pathOf(request)
  if (path === '/api/health/live') answer(response, 200, json({ status: state.status }))
  else if (foreignProbe.test(path) && !healthPaths.has(path)) answer(response, 404, json(makeProblem('not_found', '')))
  else if (state.status !== 'ok') return false
  else if (state.isLeaving && healthPaths.has(path)) answer(response, 503, json(leaving))
  else if (path === '/api/health') void answerHealth(state.health.database(), response)
  else if (path === '/api/health/ready') void answerHealth(state.health.all(), response)
  else return false
  return true
}

const lingerMs = 2000

/** How long the head of a request may take, and all of it with its body (ms); the longest body is an upload's. */
const waits = { headersTimeout: 20_000, requestTimeout: 150_000, connectionsCheckingInterval: 5000 }

/**
 * Listens at once, so that people are told to wait; one of several processes (`isEarly`: false) only when it serves, so that a proxy
 * asks the others meanwhile. Any port (0) is had at once: nobody knows it before. Throws one clear sentence when the port cannot be had.
 */
export const listenEarly = async ({ isEarly = true, ...place }: { port: number; host: string; isEarly?: boolean }) => {
  let state: State = { status: 'starting', reason: 'The server is starting.' }
  let underWay = 0
  let onIdle: (() => void) | null = null
  const server = createServer(waits, (request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      if (underWay === 0) onIdle?.()
    })
    if (state.status === 'stopping' || (state.status === 'ok' && state.isLeaving)) response.setHeader('connection', 'close')
    if (answerProbe(state, request, response)) return
    if (state.status !== 'ok') return answerAway(state, request, response)
    state.handler(request, response)
  })
  const refuseEarly = (_request: IncomingMessage, socket: Duplex): void => {
    if (state.status !== 'ok') refuseUpgrade(socket)
  }
  server.on('upgrade', refuseEarly)
  const isLate = !isEarly && place.port !== 0
  const port = isLate ? place.port : await openPort(server, place)

  return {
    server,
    /** the port in use, also when any was asked for */
    port,
    /** why requests are not served yet */
    say: (reason: string): void => {
      if (state.status === 'starting') state = { status: 'starting', reason }
    },
    /** from now on this handler serves; `health` says within moments whether what it needs is there */
    open: async (handler: Handler, health: Health): Promise<void> => {
      if (state.status !== 'starting') return
      state = { status: 'ok', handler, health, isLeaving: false }
      server.off('upgrade', refuseEarly)
      if (isLate) await openPort(server, place)
    },
    /**
     * Takes nothing new and waits until what is under way is answered. One of several goes on serving the connections that a proxy
     * holds, for two seconds, and ends each with its next answer: a request that is on its way while they are closed would be lost.
     */
    drain: async (withinMs: number): Promise<void> => {
      if (!isEarly && state.status === 'ok') {
        state = { ...state, isLeaving: true }
        await closePort(server)
        await pause(lingerMs)
      }
      state = leaving
      server.close()
      server.closeIdleConnections()
      const idle = new Promise<void>((resolve) => (onIdle = resolve))
      if (underWay > 0) await Promise.race([idle, pause(withinMs, undefined, { ref: false })])
    },
    /** closes what is still open */
    close: () => server.closeAllConnections(),
  }
}

export type HttpFront = Awaited<ReturnType<typeof listenEarly>>
