// The one WebSocket, /api/live: who is at the other end, what may be asked, and in what measure.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { MessageKey } from '@wayfare/core/errors'
import { WebSocketServer, type WebSocket } from 'ws'
import { isConnectionTrouble } from '../db/open.ts'
import { findAsker } from '../http/actor.ts'
import { makeAddressReader } from '../http/address.ts'
import { getNetwork } from '../http/limits.ts'
import { makeBuckets } from '../http/buckets.ts'
import { makeConversation, makeLine, type ConversationOptions, type SocketOwner } from './conversation.ts'
import { parseFrame } from './frames.ts'
import type { Link, Transport } from './hub.ts'
import { makeSeats, type Seat } from './seats.ts'

export type SocketOptions = ConversationOptions & { server: Server }

const path = '/api/live'
const mostBytes = 64 * 1024
const heartbeatMs = 25_000
/** A session is asked for again this often, and at once when its user changed. */
const recheckMs = 5 * 60_000
/** Frames a socket may send: so many at once, then so many a second. */
const burst = 60
const framesPerSecond = 20
/** Refused frames that end the socket; one is forgiven every ten seconds. */
const mostFaults = 10

/** Browsers always send Origin with a handshake; other clients send none and no cookie of ours. */
const isOwnOrigin = (publicOrigin: string | null, request: IncomingMessage): boolean => {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (publicOrigin !== null) return origin === publicOrigin
  return URL.canParse(origin) && new URL(origin).host === host
}

const refuseUpgrade = (socket: Duplex, status: string, retryAfterS?: number) => {
  const retry = retryAfterS === undefined ? '' : `Retry-After: ${retryAfterS}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`)
}

const transportOf = (socket: WebSocket, stream: Duplex, onClose: () => void): Transport => ({
  write: (texts) => {
    stream.cork()
    for (const text of texts) socket.send(text)
    stream.uncork()
  },
  buffered: () => socket.bufferedAmount,
  close: (code, reason) => {
    onClose()
    socket.close(code, reason)
  },
  terminate: () => socket.terminate(),
})

const checkPulse = (socket: WebSocket, recheck: () => void) => {
  let isAlive = true
  let recheckedAt = performance.now()
  socket.on('pong', () => (isAlive = true))
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
    if (performance.now() - recheckedAt < recheckMs) return
    recheckedAt = performance.now()
    recheck()
  }, heartbeatMs)
  return () => clearInterval(timer)
}

/** Of all sockets: one that sends nothing takes no room in them. */
const makeMeasures = () => {
  let count = 0
  return {
    frames: makeBuckets({ size: burst, perSecond: framesPerSecond }),
    faults: makeBuckets({ size: mostFaults, perSecond: 0.1 }),
    /** as whom a socket is measured */
    takeName: (): string => String((count += 1)),
  }
}

/** `from`: the last event heard of before the session was looked for. */
type Guest = { socket: WebSocket; stream: Duplex; asker: SocketOwner; from: string; seat: Seat }

type Serving = SocketOptions & { measures: ReturnType<typeof makeMeasures> }

const serveSocket = (options: Serving, { socket, stream, asker, from, seat }: Guest) => {
  const { deps, hub, relay, measures } = options
  const name = measures.takeName()
  const warn = (error: unknown) => {
    if (!isConnectionTrouble(error)) return deps.log.error({ err: error }, 'a frame could not be answered')
    // the client asks again for all it follows, once the database is back
    deps.log.warn({ err: error }, 'the database did not serve a frame')
    link.close(1012, 'come again')
  }
  // whoever is told to go is answered no more, while the socket says its goodbye
  const transport = transportOf(socket, stream, () => line.end())
  const link: Link = hub.open(transport, { network: seat.network, recheck: () => conversation.recheck() })
  const conversation = makeConversation(options, link, { asker, seat })
  hub.signIn(link, asker.actor, asker.sessionId)
  const stopPulse = checkPulse(socket, () => void link.recheck().catch(warn))
  const fault = (key: MessageKey) => {
    conversation.refuse(null, key)
    if (measures.faults.take(name) > 0) link.close(1008, key)
  }
  const line = makeLine(warn)
  socket.on('message', (data, isBinary) => {
    if (measures.frames.take(name) > 0) return fault('rate_limited')
    const frame = isBinary ? null : parseFrame(String(data))
    if (!frame) return fault('bad_request')
    if (!line.add(() => conversation.answer(frame))) fault('rate_limited')
  })
  socket.on('error', (error) => deps.log.debug({ err: error }, 'a socket failed'))
  socket.on('close', () => {
    stopPulse()
    line.end()
    hub.end(link)
    seat.leave()
  })
  conversation.hello()
  relay.endIfOver(link, from)
}

/** Who the handshake's headers say it is: a stale cookie makes a visitor, a bad bearer token is refused. */
const findOwner = async ({ authenticate }: SocketOptions, { headers }: IncomingMessage): Promise<SocketOwner | null> => {
  const { authorization, cookie } = headers
  const proof = { ...(authorization === undefined ? {} : { authorization }), ...(cookie === undefined ? {} : { cookie }) }
  const asker = await findAsker(authenticate, new Headers(proof))
  return asker.actor.kind === 'visitor' && authorization !== undefined ? null : { ...asker, proof }
}

const full = '429 Too Many Requests'
const fullForS = 30

/** Answers handshakes on the server's own port until closed. */
export const startSocket = (options: SocketOptions): { close: () => void } => {
  const { deps, server } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes, perMessageDeflate: false, clientTracking: false })
  const seats = makeSeats(deps.config.socketsPerNetwork)
  const serving = { ...options, measures: makeMeasures() }
  const addressOf = makeAddressReader(deps.config.trustProxy)
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const onError = () => stream.destroy()
    stream.on('error', onError)
    if (!isOwnOrigin(deps.config.publicOrigin, request)) return refuseUpgrade(stream, '403 Forbidden')
    const ip = addressOf(request)
    const network = getNetwork(ip)
    // before the session is looked for: whoever has too many sockets costs nothing more
    if (seats.isFull(network)) return refuseUpgrade(stream, full, fullForS)
    const from = options.relay.now()
    const asker = await findOwner(options, request)
    if (!asker) return refuseUpgrade(stream, '401 Unauthorized')
    const seat = stream.destroyed ? null : seats.take(network, asker.actor.kind === 'user' ? asker.actor.id : null)
    if (!seat) return refuseUpgrade(stream, full, fullForS)
    stream.off('error', onError)
    stream.once('close', seat.leave)
    sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(serving, { socket, stream, asker, from, seat }))
  }
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // the address is whatever was sent: '//' is one that no URL can be made of
    if (request.url?.split('?')[0] !== path) return refuseUpgrade(stream, '404 Not Found')
    options.track(upgrade(request, stream, head)).catch((error: unknown) => {
      const say = isConnectionTrouble(error) ? deps.log.warn : deps.log.error
      say({ err: error }, 'a handshake failed')
      refuseUpgrade(stream, '503 Service Unavailable', 5)
    })
  }
  server.on('upgrade', onUpgrade)
  return {
    close: () => {
      server.off('upgrade', onUpgrade)
      sockets.close()
      options.hub.close()
    },
  }
}
