// The bench's client: requests with a bearer token, and sockets with a listener for each frame.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { rememberStop, type Stop } from './leftovers.ts'
import { drop, pickup } from './town.ts'

type Frame = { type: string } & Record<string, unknown>

type Listener = (frame: Frame) => void

export type Socket = {
  send: (text: string) => void
  /** replaces the listener */
  listen: (listener: Listener) => void
  /** sends a frame, and waits for the first frame of this type */
  ask: (frame: Frame, type: string) => Promise<Frame>
  close: Stop
}

type SentRequest = { status: number; body: Record<string, unknown> }

/** Sends a request and returns the answer, whatever its status. */
export const trySend = async (
  url: string,
  method: string,
  { token, body }: { token?: string; body: unknown },
): Promise<SentRequest> => {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomBytes(12).toString('hex'),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Sends a request and returns the answer; throws an Error with the answer if its status is not 200. */
export const mustSend: typeof trySend = async (url, method, given) => {
  const sent = await trySend(url, method, given)
  if (sent.status !== 200) throw new Error(`${method} ${url} answered ${sent.status} ${JSON.stringify(sent.body)}`)
  return sent
}

const mapWithinMs = 60_000

/** Requests a signed estimate, which can be booked once; retries until the map is open. */
export const requestQuote = async (origin: string, carType: string, token: string) => {
  const deadline = Date.now() + mapWithinMs
  for (;;) {
    const { status, body } = await trySend(`${origin}/api/bookings/quotes`, 'POST', { token, body: { pickup, drop, carType } })
    if (status === 200) return { quote: body['quote'], estimateFare: body['estimateFare'], paymentMode: 'cash' }
    if (status !== 503 || Date.now() > deadline) throw new Error(`the estimate was answered ${status} ${JSON.stringify(body)}`)
    await pause(1000)
  }
}

const answerWithinMs = 20_000

const ignore: Listener = () => {}

/** Opens a socket; our server greets first, the bare one does not. */
export const openSocket = (origin: string, token?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const raw = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, { headers, perMessageDeflate: false })
    let listener: Listener = ignore
    raw.on('message', (data) => listener(JSON.parse(String(data)) as Frame))
    raw.on('error', reject)
    const socket: Socket = {
      send: (text) => raw.send(text),
      listen: (next) => (listener = next),
      ask: (frame, type) =>
        new Promise((answer, refuse) => {
          const late = setTimeout(() => refuse(new Error(`no ${type} came after ${frame.type}`)), answerWithinMs)
          listener = (heard) => {
            if (heard.type !== type) return
            clearTimeout(late)
            answer(heard)
          }
          raw.send(JSON.stringify(frame))
        }),
      close: rememberStop(async () => raw.terminate()),
    }
    raw.on('open', () => resolve(socket))
  })

/** The topics that each app subscribes to at its start. */
const topicsOf = { driver: ['tasks', 'bookings', 'me'], rider: ['bookings', 'me'] } as const

/** Opens a socket with the subscriptions of this role's app. */
export const openApp = async (origin: string, token: string, role: keyof typeof topicsOf): Promise<Socket> => {
  const socket = await openSocket(origin, token)
  for (const topic of topicsOf[role]) await socket.ask({ type: 'subscribe', topic }, 'subscribed')
  return socket
}

/** Collects the ids of bookings offered to a driver from now on. */
export const hearTasks = (socket: Socket): Set<string> => {
  const heard = new Set<string>()
  socket.listen((frame) => {
    const event = frame['event'] as { task?: { bookingId: string } } | undefined
    if (event?.task) heard.add(event.task.bookingId)
  })
  return heard
}

/** Opens a socket for each token, one after the other. */
export const openSockets = async (origin: string, tokens: readonly (string | undefined)[]): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (const token of tokens) sockets.push(await openSocket(origin, token))
  return sockets
}
