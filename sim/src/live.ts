// A driver's socket to /api/live: reconnects by itself, and reloads everything after each reconnect.
import { robotAgent } from '@wayfare/contract/demo'
import { serverFrame, type ClientFrame, type LiveEvent, type ServerFrame, type Topic } from '@wayfare/contract/live'
import { WebSocket } from 'ws'

/** A connection without frames for this long (ms) counts as dead: two pings, which the server answers. */
const SILENCE_MS = 60_000
const PING_MS = 25_000
const LONGEST_WAIT_MS = 20_000

type LiveHandlers = {
  onEvent: (event: LiveEvent) => void
  /** reconnected, or too much was missed: reload the current state */
  onResync: () => void
  onTaken: (seq: number) => void
  /** positions were refused: another device shares them now, or they came too fast */
  onRefused: (key: string) => void
  onSignedOut: () => void
}

export type Live = { send: (frame: ClientFrame) => boolean; close: () => void }

const parse = (text: string): ServerFrame | null => {
  try {
    const parsed = serverFrame.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** True if this frame says that the session is over. */
const isGoodbye = (frame: ServerFrame): boolean =>
  frame.type === 'signedOut' || (frame.type === 'refused' && frame.topic === null && frame.key === 'unauthorized')

const deliver = (frame: ServerFrame, handlers: LiveHandlers): void => {
  if (frame.type === 'event') handlers.onEvent(frame.event)
  else if (frame.type === 'resync') handlers.onResync()
  else if (frame.type === 'positionsTaken') handlers.onTaken(frame.seq)
  else if (frame.type === 'positionsRefused') handlers.onRefused(frame.key)
}

type Line = { origin: string; topics: readonly Topic[]; getToken: () => Promise<string | null> }

export const makeLive = (line: Line, handlers: LiveHandlers): Live => {
  const address = `${line.origin.replace(/^http/, 'ws')}/api/live`
  let socket: WebSocket | null = null
  let failures = 0
  let heardAt = 0
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const send = (frame: ClientFrame): boolean => {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  const comeBack = (): void => {
    if (isClosed) return
    const longest = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures++, 10))
    retry = setTimeout(() => void connect(), longest * (0.5 + Math.random() / 2))
  }

  const greet = (token: string): void => {
    heardAt = Date.now()
    send({ type: 'authenticate', token })
    for (const topic of line.topics) send({ type: 'subscribe', topic })
  }

  const hear = (text: string): void => {
    heardAt = Date.now()
    const frame = parse(text)
    if (!frame) return
    if (frame.type === 'subscribed' && frame.topic === line.topics.at(-1)) {
      failures = 0
      handlers.onResync()
    }
    if (!isGoodbye(frame)) return deliver(frame, handlers)
    handlers.onSignedOut()
    socket?.terminate()
  }

  const connect = async (): Promise<void> => {
    const token = await line.getToken()
    if (isClosed) return
    if (!token) return comeBack()
    const opened = new WebSocket(address, { headers: { 'user-agent': robotAgent } })
    socket = opened
    opened.on('open', () => greet(token))
    opened.on('message', (data) => hear(String(data)))
    opened.on('error', () => opened.terminate())
    opened.on('close', comeBack)
  }

  const heartbeat = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return
    if (Date.now() - heardAt > SILENCE_MS) socket.terminate()
    else send({ type: 'ping' })
  }, PING_MS)

  void connect()
  return {
    send,
    close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      socket?.terminate()
    },
  }
}
