// The one socket: topics are counted, each remembers the cursor of its last event and asks for what came after a break.
import type { ClientFrame, LiveEvent, MapView, ServerFrame, Topic } from '@wayfare/contract/live'

export type LiveState = 'open' | 'connecting' | 'offline'

/** The part of a WebSocket that is used, so that a test can stand in for one. */
export type SocketLike = { send: (text: string) => void; close: () => void }

export type SocketNews = { message: (data: unknown) => void; close: () => void }

export type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

type LiveDeps = {
  open: (news: SocketNews) => SocketLike
  now: () => number
  random: () => number
  later: (run: () => void, ms: number) => () => void
  onState: (state: LiveState) => void
  onEvent: (topic: Topic, event: LiveEvent) => void
  /** the topic's snapshot must be read again: first subscription, or too much was missed */
  onStale: (topic: Topic, why: 'first' | 'resync') => void
  /** every other frame */
  onFrame: (frame: ServerFrame) => void
}

/** `token`: of the link, for a shared trip; `view`: of the desk's map */
type Wish = { token?: string | undefined; view?: MapView | null | undefined }
type Held = { count: number; cursor: string | null; dropping: (() => void) | null; wish: Wish }

const pingEveryMs = 25_000
const silentMs = 60_000
/** So long (ms) a socket that has said nothing for a while has for an answer, and a new one for its first word. */
const answerMs = 8000
const helloMs = 30_000
const graceMs = 2000

/** Half to all of a doubling wait, at most 20 s, so that a restarted server is not met by everyone at once. */
const computeBackoffMs = (failures: number, random: number): number => Math.min(20_000, 500 * 2 ** failures) * (0.5 + random / 2)

const frameOf = (data: unknown): ServerFrame | null => {
  if (typeof data !== 'string') return null
  try {
    return JSON.parse(data) as ServerFrame
  } catch {
    return null
  }
}

export const makeLiveSocket = (deps: LiveDeps) => {
  const topics = new Map<Topic, Held>()
  let socket: SocketLike | null = null
  let ready = false
  let takesQuiet = false
  let failures = 0
  let heardAt = 0
  let isAsked = false
  let cancelRetry: (() => void) | null = null
  let cancelPing: (() => void) | null = null

  const send = (frame: ClientFrame): boolean => {
    if (!socket || !ready) return false
    // a process of an earlier release, which has not been replaced yet, would refuse quiet positions
    const said = frame.type === 'positions' && !takesQuiet ? { ...frame, quiet: undefined } : frame
    socket.send(JSON.stringify(said))
    return true
  }

  // what is undefined is not sent
  const ask = (topic: Topic, { cursor, wish }: Held): boolean =>
    send({ type: 'subscribe', topic, since: cursor ?? undefined, ...wish })

  const drop = () => {
    const old = socket
    socket = null
    ready = false
    cancelPing?.()
    old?.close()
  }

  const retry = () => {
    drop()
    deps.onState(failures > 1 ? 'offline' : 'connecting')
    cancelRetry?.()
    cancelRetry = deps.later(connect, computeBackoffMs(failures, deps.random()))
    failures += 1
  }

  const ping = (then: () => void, ms: number) => {
    send({ type: 'ping' })
    cancelPing?.()
    cancelPing = deps.later(then, ms)
  }

  // the clock may have been set
  const isSilentFor = (ms: number) => Math.abs(deps.now() - heardAt) > ms

  /** Out of sight, or asleep, timers come late: a socket that seems dead is asked before it is given up. */
  const question = () => {
    isAsked = true
    ping(() => (isAsked ? retry() : beat()), answerMs)
  }

  const beat = () => (isSilentFor(silentMs) ? question() : ping(beat, pingEveryMs))

  const greet = () => {
    ready = true
    failures = 0
    deps.onState('open')
    cancelPing?.()
    cancelPing = deps.later(beat, pingEveryMs)
    for (const [topic, held] of topics) ask(topic, held)
  }

  const learn = (frame: FrameOf<'subscribed'> | FrameOf<'event'> | FrameOf<'resync'>) => {
    const held = topics.get(frame.topic)
    if (!held) return
    const first = held.cursor === null
    held.cursor = frame.cursor
    if (frame.type === 'event') deps.onEvent(frame.topic, frame.event)
    else if (frame.type === 'resync' || first) deps.onStale(frame.topic, frame.type === 'resync' ? 'resync' : 'first')
  }

  const hear = (data: unknown) => {
    const frame = frameOf(data)
    if (!frame) return
    heardAt = deps.now()
    isAsked = false
    if (frame.type === 'subscribed' || frame.type === 'event' || frame.type === 'resync') return learn(frame)
    if (frame.type === 'hello') {
      takesQuiet = frame.quiet === true
      greet()
    }
    deps.onFrame(frame)
  }

  const connect = () => {
    cancelRetry?.()
    cancelRetry = null
    if (socket || topics.size === 0) return
    deps.onState(failures > 1 ? 'offline' : 'connecting')
    heardAt = deps.now()
    // what a socket that was given up still says is not heard
    const mine: SocketLike = deps.open({
      message: (data) => {
        if (socket === mine) hear(data)
      },
      close: () => {
        if (socket === mine) retry()
      },
    })
    socket = mine
    cancelPing = deps.later(retry, helloMs)
  }

  /** The page is looked at again: meanwhile the socket may have died without a word. */
  const wake = () => {
    connect()
    if (ready && !isAsked && isSilentFor(answerMs)) question()
  }

  const release = (topic: Topic, held: Held) => {
    held.count -= 1
    if (held.count > 0) return
    held.dropping = deps.later(() => {
      topics.delete(topic)
      send({ type: 'unsubscribe', topic })
      if (topics.size === 0) drop()
    }, graceMs)
  }

  /** Counts one more reader of the topic; the answer takes it back. */
  const subscribe = (topic: Topic, wish: Wish = {}): (() => void) => {
    const held = topics.get(topic) ?? { count: 0, cursor: null, dropping: null, wish }
    held.dropping?.()
    held.dropping = null
    held.count += 1
    if (!topics.has(topic)) {
      topics.set(topic, held)
      ask(topic, held)
    }
    connect()
    let released = false
    return () => {
      if (!released) release(topic, held)
      released = true
    }
  }

  /** The part of the desk's map that is looked at, also after a break. */
  const look = (view: MapView | null) => {
    const held = topics.get('drivers')
    if (!held) return
    held.wish = { view }
    send({ type: 'view', view })
  }

  /** Connects anew: as someone else (cursors are forgotten), or at once because the network is back. */
  const restart = (as: 'same' | 'other') => {
    if (as === 'other') for (const held of topics.values()) held.cursor = null
    failures = 0
    drop()
    connect()
  }

  return { send, subscribe, look, restart, wake }
}
