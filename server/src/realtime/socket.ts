// The WebSocket /api/live: authentication, and limits on frames.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { MessageKey } from '@wayfare/core/errors'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { isConnectionTrouble } from '../db/open.ts'
import { findAsker } from '../http/actor.ts'
import { makeAddressReader } from '../http/address.ts'
import { getNetwork } from '../http/limits.ts'
import { makeBuckets } from '../http/buckets.ts'
import {
  addToLine,
  headersOf,
  idle,
  makeConversation,
  type ConversationOptions,
  type Guest,
  type Recheck,
} from './conversation.ts'
import { parseFrame } from './frames.ts'
import type { Owner, Proof } from './hub.ts'
import { startPulse, type Pulsing } from './pulse.ts'
import { makeSeats, type Seat, type Seats } from './seats.ts'

export type SocketOptions = ConversationOptions & { server: Server; recheck: Recheck }

const path = '/api/live'
const mostBytes = 64 * 1024
/** A session is checked again every five minutes, which is every twelfth ping, and at once when its user changes. */
const pingsPerRecheck = 12
/** How many frames a socket may send: in a burst, and per second. */
const burst = 60
const framesPerSecond = 20
/** How many refused frames close the socket; one is forgiven every ten seconds. */
const mostFaults = 10

/** Browsers always send Origin in the handshake; other clients send neither Origin nor our cookie. */
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

type Connection = Guest & Pulsing & { readonly socket: WebSocket }

/** `from`: the cursor of the last event before the session was read. */
type Arrival = { socket: WebSocket; stream: TcpSocket; owner: Owner; from: string; seat: Seat }

/** What is the same for all sockets. */
const makeServe = (options: SocketOptions, seats: Seats) => {
  const { deps, hub, relay, recheck } = options
  const conversation = makeConversation(options, seats)
  const frames = makeBuckets<Connection>({ size: burst, perSecond: framesPerSecond })
  const faults = makeBuckets<Connection>({ size: mostFaults, perSecond: 0.1 })
  const warn = ({ link }: Connection, error: unknown) => {
    if (!isConnectionTrouble(error)) return deps.log.error({ err: error }, 'a frame could not be answered')
    // the client asks again for all it follows, once the database is back
    deps.log.warn({ err: error }, 'the database did not serve a frame')
    hub.close(link, 1012, 'come again')
  }
  const pulse = startPulse<Connection>((connection) => {
    if (connection.pings % pingsPerRecheck === 0) void recheck(connection.link).catch((error: unknown) => warn(connection, error))
  })
  const fault = (connection: Connection, key: MessageKey) => {
    conversation.refuse(connection.link, null, key)
    if (faults.take(connection) > 0) hub.close(connection.link, 1008, key)
  }
  const hear = (connection: Connection, data: RawData, isBinary: boolean) => {
    if (frames.take(connection) > 0) return fault(connection, 'rate_limited')
    const frame = isBinary ? null : parseFrame(String(data))
    if (!frame) return fault(connection, 'bad_request')
    const isTaken = addToLine(
      connection,
      () => conversation.answer(connection, frame),
      (error) => warn(connection, error),
    )
    if (!isTaken) fault(connection, 'rate_limited')
  }
  const end = (connection: Connection) => {
    pulse.forget(connection)
    hub.end(connection.link)
    seats.leave(connection.seat)
  }
  const warnOfSocket = (error: unknown) => deps.log.debug({ err: error }, 'a socket failed')
  // apart from what each begins with, which none of its functions has to keep
  const listen = (connection: Connection) => {
    const { socket } = connection
    socket.on('message', (data, isBinary) => hear(connection, data, isBinary))
    socket.on('error', warnOfSocket)
    socket.on('close', () => end(connection))
  }
  const serve = ({ socket, stream, owner, from, seat }: Arrival) => {
    const link = hub.open(socket, stream, seat.network)
    hub.signIn(link, owner)
    const connection: Connection = { waiting: 0, last: idle, link, seat, socket, stream, pingedAt: 0, pings: 0, bytesBefore: -1 }
    listen(connection)
    pulse.add(connection)
    conversation.hello(link)
    relay.endIfOver(link, from)
  }
  return { serve, stop: pulse.stop }
}

/** Who the handshake's headers say it is: a stale cookie makes a visitor, a bad bearer token is refused. */
const findOwner = async ({ authenticate }: SocketOptions, { headers }: IncomingMessage): Promise<Owner | null> => {
  const { authorization, cookie } = headers
  const proof: Proof = { authorization, cookie }
  const { actor, sessionId } = await findAsker(authenticate, headersOf(proof))
  return actor.kind === 'visitor' && authorization !== undefined ? null : { actor, sessionId, proof }
}

const full = '429 Too Many Requests'
const fullForS = 30

/** Answers handshakes on the server's own port until closed. */
export const startSocket = (options: SocketOptions): { close: () => void } => {
  const { deps, server } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes, perMessageDeflate: false, clientTracking: false })
  const seats = makeSeats(deps.config.socketsPerNetwork)
  const { serve, stop } = makeServe(options, seats)
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
    const owner = await findOwner(options, request)
    if (!owner) return refuseUpgrade(stream, '401 Unauthorized')
    const seat = stream.destroyed ? null : seats.take(network, owner.actor.kind === 'user' ? owner.actor.id : null)
    if (!seat) return refuseUpgrade(stream, full, fullForS)
    stream.off('error', onError)
    const leave = () => seats.leave(seat)
    stream.once('close', leave)
    // the answer to the handshake and the first frame, which goes out before the next turn ends, are one write
    stream.cork()
    sockets.handleUpgrade(request, stream, head, (socket) => {
      stream.off('close', leave)
      serve({ socket, stream: request.socket, owner, from, seat })
    })
    setImmediate(() => stream.uncork())
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
      stop()
      sockets.close()
      options.hub.closeAll()
    },
  }
}
