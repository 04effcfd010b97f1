// The one WebSocket, /api/live: who is at the other end, what may be asked, and in what measure.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { visitor } from '@wayfare/core/accounts'
import type { Actor, Role, UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { MessageKey } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import { clientFrame } from '@wayfare/contract/live'
import type { ClientFrame, Topic } from '@wayfare/contract/live'
import type { z } from 'zod'
import { WebSocketServer } from 'ws'
import type { RawData, WebSocket } from 'ws'
import type { positionBatch, positionsTaken } from '@wayfare/contract/trips'
import type { Deps } from '../deps.ts'
import type { Authenticate } from '../http/actor.ts'
import type { Views } from './fanout.ts'
import type { Hub, Link, Transport } from './hub.ts'
import type { Relay } from './relay.ts'

export type PositionBatch = z.output<typeof positionBatch>
export type PositionsTaken = z.output<typeof positionsTaken>

export type SocketOptions = {
  deps: Deps
  server: Server
  hub: Hub
  relay: Relay
  views: Views
  authenticate: Authenticate
  /** what the trips feature does with a driver's points */
  takePositions: (driver: UserActor, batch: PositionBatch) => Promise<PositionsTaken>
}

const path = '/api/live'
const mostBytes = 64 * 1024
const heartbeatMs = 25_000
/** A session is asked for again this often, and at once when its user changed. */
const recheckMs = 5 * 60_000
const mostTopics = 100
/** Frames a socket may send: so many at once, then so many a second. */
const burst = 60
const framesPerSecond = 20
/** Refused frames that end the socket; one is forgiven every ten seconds. */
const mostFaults = 10

const topicRoles: Partial<Record<Topic, readonly Role[]>> = {
  tasks: ['driver'],
  drivers: ['admin', 'fleetadmin'],
  driverAccounts: ['admin', 'fleetadmin'],
  people: ['admin', 'fleetadmin'],
  promos: ['admin'],
  notifications: ['admin'],
  payments: ['admin'],
  withdraws: ['admin'],
  panics: ['admin', 'fleetadmin'],
}
const publicTopics: readonly Topic[] = ['settings', 'carTypes', 'languages']

/** The key of the refusal, or null when this person may listen to this topic. */
const checkTopic = async (views: Views, actor: Actor, topic: Topic): Promise<MessageKey | null> => {
  if (publicTopics.includes(topic)) return null
  if (actor.kind !== 'user') return 'unauthorized'
  const roles = topicRoles[topic]
  if (roles && !roles.includes(actor.role)) return 'forbidden'
  if (topic.startsWith('chat:')) return (await views.mayFollowChat(asId(topic.slice('chat:'.length)), actor)) ? null : 'not_found'
  if (!topic.startsWith('booking:')) return null
  return (await views.booking(asId(topic.slice('booking:'.length)), actor)) ? null : 'not_found'
}

/** Tokens that come back with time; false when there are none left. */
const makeBucket = (size: number, perSecond: number) => {
  let tokens = size
  let at = performance.now()
  return (): boolean => {
    const now = performance.now()
    tokens = Math.min(size, tokens + ((now - at) / 1000) * perSecond)
    at = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

const parseFrame = (data: RawData, isBinary: boolean): ClientFrame | null => {
  if (isBinary) return null
  try {
    const parsed = clientFrame.safeParse(JSON.parse(String(data)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const headersOf = (request: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

/** Browsers always send Origin with a handshake; other clients send none and no cookie of ours. */
const isOwnOrigin = (publicOrigin: string | null, request: IncomingMessage): boolean => {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (publicOrigin !== null) return origin === publicOrigin
  return URL.canParse(origin) && new URL(origin).host === host
}

const refuseUpgrade = (socket: Duplex, status: string) => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const transportOf = (socket: WebSocket, stream: Duplex): Transport => ({
  write: (texts) => {
    stream.cork()
    for (const text of texts) socket.send(text)
    stream.uncork()
  },
  buffered: () => socket.bufferedAmount,
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
})

type Asker = { actor: Actor; sessionId: string | null; headers: Headers }

const keyOf = (error: unknown): MessageKey | null => (error instanceof Refusal ? error.key : null)

/** What one socket's frames do. `proof` are the headers that its session was found by. */
const makeConversation = (options: SocketOptions, link: Link, asker: Asker) => {
  const { deps, hub, relay, views, authenticate } = options
  let proof = asker.headers
  const refuse = (topic: string | null, key: string) => link.send({ type: 'refused', topic, key })
  const hello = () => {
    const actor = link.actor()
    link.send({ type: 'hello', serverTime: deps.now().getTime(), userId: actor.kind === 'user' ? actor.id : null })
  }
  const signIn = async (token: string) => {
    if (link.actor().kind === 'user') return refuse(null, 'conflict')
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const found = await authenticate(headers)
    if (!found) return refuse(null, 'unauthorized')
    proof = headers
    hub.signIn(link, found.actor, found.sessionId)
    hello()
    await recheck()
  }
  const subscribe = async ({ topic, since }: Extract<ClientFrame, { type: 'subscribe' }>) => {
    if (link.topics.size >= mostTopics && !link.topics.has(topic)) return refuse(topic, 'rate_limited')
    // from before the look at the access: what takes it away meanwhile is told as if it came later
    const from = since ?? relay.now()
    const key = await checkTopic(views, link.actor(), topic)
    if (key) return refuse(topic, key)
    await relay.subscribe(link, topic, from)
  }
  const takePositions = async ({ type: _type, ...batch }: Extract<ClientFrame, { type: 'positions' }>) => {
    const actor = link.actor()
    try {
      if (actor.kind !== 'user') throw new Refusal('unauthorized')
      if (actor.role !== 'driver') throw new Refusal('forbidden')
      link.send({ type: 'positionsTaken', ...(await options.takePositions(actor, batch)) })
    } catch (error) {
      const key = keyOf(error)
      if (!key) deps.log.error({ err: error }, 'positions could not be taken')
      link.send({ type: 'positionsRefused', key: key ?? 'server_error' })
    }
  }
  const answer = async (frame: ClientFrame): Promise<void> => {
    if (frame.type === 'ping') return link.send({ type: 'pong' })
    if (frame.type === 'authenticate') return signIn(frame.token)
    if (frame.type === 'subscribe') return subscribe(frame)
    if (frame.type === 'unsubscribe') return hub.unsubscribe(link, frame.topic)
    // the answer comes when the points are safe; other frames need not wait for it
    void takePositions(frame)
  }
  const recheck = async () => {
    const actor = link.actor()
    if (actor.kind !== 'user') return
    const found = await authenticate(proof)
    if (!found || found.actor.id !== actor.id || found.actor.role !== actor.role) return link.signOut()
  }
  return { hello, answer, refuse, recheck }
}

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

const serveSocket = (options: SocketOptions, { socket, stream, asker }: { socket: WebSocket; stream: Duplex; asker: Asker }) => {
  const { deps, hub } = options
  const warn = (error: unknown) => deps.log.error({ err: error }, 'a frame could not be answered')
  const link: Link = hub.open(transportOf(socket, stream), () => conversation.recheck())
  const conversation = makeConversation(options, link, asker)
  hub.signIn(link, asker.actor, asker.sessionId)
  // the session may have ended between the look at it and this line, when the news could not find this socket yet
  void link.recheck().catch(warn)
  const stopPulse = checkPulse(socket, () => void link.recheck().catch(warn))
  const mayPass = makeBucket(burst, framesPerSecond)
  const isForgiven = makeBucket(mostFaults, 0.1)
  const fault = (key: MessageKey) => {
    conversation.refuse(null, key)
    if (!isForgiven()) link.close(1008, key)
  }
  let last = Promise.resolve()
  socket.on('message', (data, isBinary) => {
    if (!mayPass()) return fault('rate_limited')
    const frame = parseFrame(data, isBinary)
    if (!frame) return fault('bad_request')
    // in order: a subscription must not overtake the sign-in before it
    last = last.then(() => conversation.answer(frame)).catch(warn)
  })
  socket.on('error', (error) => deps.log.debug({ err: error }, 'a socket failed'))
  socket.on('close', () => {
    stopPulse()
    hub.end(link)
  })
  conversation.hello()
}

/** Who the handshake's headers say it is: a stale cookie makes a visitor, a bad bearer token is refused. */
const findAsker = async ({ authenticate }: SocketOptions, request: IncomingMessage): Promise<Asker | null> => {
  const headers = headersOf(request)
  const found = headers.has('cookie') || headers.has('authorization') ? await authenticate(headers) : null
  if (!found && headers.has('authorization')) return null
  return { actor: found?.actor ?? visitor, sessionId: found?.sessionId ?? null, headers }
}

/** Answers handshakes on the server's own port until closed. */
export const startSocket = (options: SocketOptions): { close: () => void } => {
  const { deps, server } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes, perMessageDeflate: false, clientTracking: false })
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const onError = () => stream.destroy()
    stream.on('error', onError)
    if (!isOwnOrigin(deps.config.publicOrigin, request)) return refuseUpgrade(stream, '403 Forbidden')
    const asker = await findAsker(options, request)
    if (!asker) return refuseUpgrade(stream, '401 Unauthorized')
    stream.off('error', onError)
    sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(options, { socket, stream, asker }))
  }
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // the address is whatever was sent: '//' is one that no URL can be made of
    if (request.url?.split('?')[0] !== path) return refuseUpgrade(stream, '404 Not Found')
    upgrade(request, stream, head).catch((error: unknown) => {
      deps.log.error({ err: error }, 'a handshake failed')
      refuseUpgrade(stream, '500 Internal Server Error')
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
