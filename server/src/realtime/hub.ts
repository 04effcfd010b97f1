// The subscriptions of this process's sockets. Frames are collected per socket and written together (a write call costs 12 us,
// five frames in one call 2.4 us each); motion is reduced to the newest, and a socket that cannot keep up is dropped.
import { visitor, type Actor } from '@wayfare/core/accounts'
import type { UserId } from '@wayfare/core/ids'
import type { ServerFrame, Topic } from '@wayfare/contract/live'
import type { News } from './fanout.ts'

/** What the hub needs of a `ws` socket, which passes frames to the stream below at once. */
type Socket = {
  send: (text: string) => void
  readonly bufferedAmount: number
  close: (code: number, reason: string) => void
  terminate: () => void
}

/** The stream below a socket; between `cork` and `uncork` it collects everything into one write. */
type Stream = { cork: () => void; uncork: () => void }

export type Subscription = {
  readonly topic: Topic
  readonly link: Link
  /** the cursor of the last delivered event, or of the start of the subscription */
  cursor: string
  /** events that arrive while missed ones are being replayed; null once live */
  backlog: News[] | null
  isOpen: boolean
  /** resolves when the last delivery is done */
  tail: Promise<void>
}

/** The headers that identify a session; only these are kept per socket. */
export type Proof = { readonly authorization: string | undefined; readonly cookie: string | undefined }

/** The person at the other end. */
export type Owner = { readonly actor: Actor; readonly sessionId: string | null; readonly proof: Proof }

/**
 * Plain data, written only by the hub: there are thousands of links, and closures would cost some kilobytes each. They are
 * written out in full, since spreading would give each its own hidden class (434 bytes in Node 20).
 */
type InnerLink = {
  readonly socket: Socket
  readonly stream: Stream
  /** the socket's network, as limits count it */
  readonly network: string
  owner: Owner
  subscriptions: readonly Subscription[]
  /** frames waiting to be written */
  texts: string[]
  /** the time of the last write, in ms of the hub's clock */
  flushedAt: number
  /** nothing more is written, and further frames are not answered */
  isClosed: boolean
}

/** A socket and everything known about it. */
export type Link = Readonly<InnerLink>

type Move = { text: string; sentAt: number; isNew: boolean }

// measured from booking to the driver's socket: p50 is 22 ms at 16 ms and 72 ms at 50 ms, since a notice often precedes the task
const flushEveryMs = 16
const moveEveryMs = 1000
/** bytes buffered in the socket: above the first no motion is sent, above the second the socket is dropped */
const motionStopsAt = 64 * 1024
const dropAt = 1024 * 1024
const nobody: ReadonlySet<Subscription> = new Set()
const noLinks: readonly Link[] = []
const none: readonly Subscription[] = []
const toldAll = Promise.resolve()
const stranger: Owner = { actor: visitor, sessionId: null, proof: { authorization: undefined, cookie: undefined } }

export const findSubscription = ({ subscriptions }: Link, topic: Topic): Subscription | undefined =>
  subscriptions.find((one) => one.topic === topic)

const flush = (link: InnerLink, now: number): void => {
  if (link.texts.length === 0 || link.isClosed) return
  link.flushedAt = now
  const { socket, stream, texts } = link
  link.texts = []
  stream.cork()
  for (const text of texts) socket.send(text)
  stream.uncork()
  if (socket.bufferedAmount <= dropAt) return
  link.isClosed = true
  socket.terminate()
}

/** Motion waiting to be sent once a second, only the newest of each subscription. */
const makeMoves = (sendText: (link: Link, text: string) => void, now: () => number) => {
  const moves = new Map<Subscription, Move>()
  const put = (subscription: Subscription, text: string) => {
    const known = moves.get(subscription)
    moves.set(subscription, { text, sentAt: known?.sentAt ?? Number.NEGATIVE_INFINITY, isNew: true })
  }
  /** sends what is due; true while some is still waiting */
  const send = (): boolean => {
    const at = now()
    let isWaiting = false
    for (const [subscription, move] of moves) {
      if (!move.isNew) continue
      const { link } = subscription
      if (at - move.sentAt < moveEveryMs || link.socket.bufferedAmount > motionStopsAt) {
        isWaiting = true
        continue
      }
      move.isNew = false
      move.sentAt = at
      sendText(link, move.text)
    }
    return isWaiting
  }
  return { put, send, forget: (subscription: Subscription) => void moves.delete(subscription) }
}

/** Sets by key, removed when empty. */
const makeIndex = <K, V>() => {
  const sets = new Map<K, Set<V>>()
  const add = (key: K, value: V) => void sets.set(key, (sets.get(key) ?? new Set()).add(value))
  const remove = (key: K, value: V) => {
    const set = sets.get(key)
    set?.delete(value)
    if (set?.size === 0) sets.delete(key)
  }
  const count = (): number => [...sets.values()].reduce((sum, set) => sum + set.size, 0)
  return { add, remove, count, get: (key: K): ReadonlySet<V> | undefined => sets.get(key) }
}

/** The links and their owners. A quiet link is flushed at once, busy ones together every 16 ms. */
const makeLinks = (now: () => number) => {
  const links = new Set<InnerLink>()
  const byUser = new Map<UserId, readonly Link[]>()
  let unflushed = new Set<InnerLink>()
  let timer: NodeJS.Timeout | null = null

  const flushAll = () => {
    const isWaiting = moves.send()
    const due = unflushed
    unflushed = new Set()
    for (const link of due) flush(link, now())
    timer = isWaiting ? setTimeout(flushAll, flushEveryMs) : null
  }
  const startTimer = () => {
    timer ??= setTimeout(flushAll, flushEveryMs)
  }
  const flushSoon = (link: InnerLink) => flush(link, now())
  const scheduleFlush = (link: InnerLink) => {
    if (now() - link.flushedAt >= flushEveryMs) setImmediate(flushSoon, link)
    else {
      unflushed.add(link)
      startTimer()
    }
  }
  const sendText = (link: InnerLink, text: string): void => {
    if (link.isClosed) return
    link.texts.push(text)
    if (link.texts.length === 1) scheduleFlush(link)
  }
  const moves = makeMoves(sendText, now)
  const ofUser = (userId: UserId): readonly Link[] => byUser.get(userId) ?? noLinks
  const forgetUser = (link: Link) => {
    const { actor } = link.owner
    if (actor.kind !== 'user') return
    const others = ofUser(actor.id).filter((one) => one !== link)
    if (others.length > 0) byUser.set(actor.id, others)
    else byUser.delete(actor.id)
  }
  return {
    moves,
    startTimer,
    sendText,
    stopTimer: () => void (timer && clearTimeout(timer)),
    all: (): ReadonlySet<InnerLink> => links,
    ofUser,
    open: (socket: Socket, stream: Stream, network: string): Link => {
      const link: InnerLink = {
        socket,
        stream,
        network,
        owner: stranger,
        subscriptions: none,
        texts: [],
        flushedAt: 0,
        isClosed: false,
      }
      links.add(link)
      return link
    },
    signIn: (link: InnerLink, owner: Owner) => {
      forgetUser(link)
      link.owner = owner
      const { actor } = owner
      if (actor.kind === 'user') byUser.set(actor.id, ofUser(actor.id).concat(link))
    },
    close: (link: InnerLink, code: number, reason: string) => {
      flush(link, now())
      link.isClosed = true
      link.socket.close(code, reason)
    },
    remove: (link: InnerLink) => {
      forgetUser(link)
      link.isClosed = true
      link.texts = []
      links.delete(link)
    },
  }
}

/** `now`: a steady clock in ms. */
export const makeHub = ({ now = () => performance.now() }: { now?: () => number } = {}) => {
  const links = makeLinks(now)
  const byTopic = makeIndex<Topic, Subscription>()
  const isWatched = (topic: string): boolean => byTopic.get(topic as Topic) !== undefined
  let onWatch: ((topic: Topic) => void) | null = null

  const unsubscribe = (link: InnerLink, topic: Topic): void => {
    const subscription = findSubscription(link, topic)
    if (!subscription) return
    subscription.isOpen = false
    subscription.backlog = null
    link.subscriptions = link.subscriptions.filter((one) => one !== subscription)
    links.moves.forget(subscription)
    byTopic.remove(topic, subscription)
    if (!isWatched(topic)) onWatch?.(topic)
  }
  const moveOne = (subscription: Subscription, text: string): void => {
    if (!subscription.isOpen) return
    links.moves.put(subscription, text)
    links.startTimer()
  }
  const end = (link: InnerLink): void => {
    for (const { topic } of link.subscriptions) unsubscribe(link, topic)
    links.remove(link)
  }
  const send = (link: Link, frame: ServerFrame): void => links.sendText(link, JSON.stringify(frame))
  const subscriptions = (topic: Topic): ReadonlySet<Subscription> => byTopic.get(topic) ?? nobody
  return {
    open: links.open,
    /** sets the link's owner */
    signIn: links.signIn,
    /** removes a closed socket */
    end,
    send,
    sendText: links.sendText,
    close: links.close,
    /** sends `signedOut` and closes with 4001 */
    signOut: (link: Link): void => {
      send(link, { type: 'signedOut' })
      links.close(link, 4001, 'signed out')
    },
    subscribe: (link: InnerLink, topic: Topic, cursor: string): Subscription => {
      unsubscribe(link, topic)
      const isOpen = links.all().has(link)
      const subscription: Subscription = { topic, link, cursor, backlog: [], isOpen, tail: toldAll }
      if (!isOpen) return subscription
      link.subscriptions = link.subscriptions.concat(subscription)
      const isFirst = !isWatched(topic)
      byTopic.add(topic, subscription)
      if (isFirst) onWatch?.(topic)
      return subscription
    },
    unsubscribe,
    subscriptions,
    isWatched,
    /** calls `listener` when a topic gets its first watcher or loses its last */
    followWatched: (listener: (topic: Topic) => void): void => void (onWatch = listener),
    /** sends motion on a topic: each watcher gets the newest, at most once a second */
    move: (topic: Topic, frame: ServerFrame): void => {
      const text = JSON.stringify(frame)
      for (const subscription of subscriptions(topic)) moveOne(subscription, text)
    },
    moveOne,
    /** sends motion that builds on earlier frames at once; false, without writing it, if the socket cannot take it now */
    tryMove: ({ link, isOpen }: Subscription, write: () => string | null): boolean => {
      if (!isOpen || link.socket.bufferedAmount > motionStopsAt) return false
      const text = write()
      if (text !== null) links.sendText(link, text)
      return true
    },
    linksOf: links.ofUser,
    /** the numbers of sockets and subscriptions */
    size: () => ({ links: links.all().size, subscriptions: byTopic.count() }),
    /** closes all sockets with 1012 */
    closeAll: (): void => {
      links.stopTimer()
      for (const link of links.all()) {
        links.close(link, 1012, 'restarting')
        end(link)
      }
    },
  }
}

export type Hub = ReturnType<typeof makeHub>
