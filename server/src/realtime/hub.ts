// Who listens to what on this process's sockets. What is sent is collected per socket and written together (a write call costs
// 12 us, five frames in one call 2.4 us each); motion is thinned to the newest, and a socket that cannot keep up is dropped.
import type { Actor } from '@wayfare/core/accounts'
import type { UserId } from '@wayfare/core/ids'
import type { ServerFrame, Topic } from '@wayfare/contract/live'
import type { News } from './fanout.ts'

/** What the hub needs of a socket. */
export type Transport = {
  /** texts in order, in one write */
  write: (texts: readonly string[]) => void
  buffered: () => number
  close: (code: number, reason: string) => void
  terminate: () => void
}

export type Subscription = {
  readonly topic: Topic
  readonly link: Link
  /** of the last event delivered, or where the subscription began */
  cursor: string
  /** what came while missed news are still being replayed; null once live */
  backlog: News[] | null
  isOpen: boolean
  /** the delivery before the next one */
  tail: Promise<void>
}

/** What a link is opened with beside its transport. */
type Opening = {
  /** where the socket comes from, as limits count it */
  network: string
  recheck: () => Promise<void>
}

export type Link = {
  readonly network: string
  readonly actor: () => Actor
  readonly sessionId: () => string | null
  send: (frame: ServerFrame) => void
  sendText: (text: string) => void
  /** asks again whether the session lives; set by the socket */
  recheck: () => Promise<void>
  /** says so, and closes with 4001 */
  signOut: () => void
  close: (code: number, reason: string) => void
  readonly topics: ReadonlyMap<Topic, Subscription>
}

type Move = { text: string; sentAt: number; isNew: boolean }
type InnerLink = Link & {
  topics: Map<Topic, Subscription>
  identify: (actor: Actor, sessionId: string | null) => void
  buffered: () => number
  flush: () => void
  end: () => void
}

// measured from booking to the driver's socket: p50 22 ms at 16 ms, 72 ms at 50 ms, since a notice often goes out just before the task
const flushEveryMs = 16
const moveEveryMs = 1000
/** bytes that wait in the socket: above the first no motion is sent, above the second the socket is dropped */
const motionStopsAt = 64 * 1024
const dropAt = 1024 * 1024
const nobody: ReadonlySet<Subscription> = new Set()
const toldAll = Promise.resolve()

const makeLink = (
  transport: Transport,
  { network, recheck }: Opening,
  scheduleFlush: (link: InnerLink, atOnce: boolean) => void,
  now: () => number,
): InnerLink => {
  let actor: Actor = { kind: 'visitor' }
  let sessionId: string | null = null
  let texts: string[] = []
  let flushedAt = 0
  let isClosed = false
  const topics = new Map<Topic, Subscription>()

  const flush = () => {
    if (texts.length === 0 || isClosed) return
    flushedAt = now()
    const batch = texts
    texts = []
    transport.write(batch)
    if (transport.buffered() <= dropAt) return
    isClosed = true
    transport.terminate()
  }
  const link: InnerLink = {
    network,
    actor: () => actor,
    sessionId: () => sessionId,
    identify: (newActor, newSession) => {
      actor = newActor
      sessionId = newSession
    },
    send: (frame) => link.sendText(JSON.stringify(frame)),
    sendText: (text) => {
      if (isClosed) return
      texts.push(text)
      if (texts.length === 1) scheduleFlush(link, now() - flushedAt >= flushEveryMs)
    },
    recheck,
    signOut: () => {
      link.send({ type: 'signedOut' })
      link.close(4001, 'signed out')
    },
    close: (code, reason) => {
      flush()
      isClosed = true
      transport.close(code, reason)
    },
    topics,
    buffered: transport.buffered,
    flush,
    end: () => {
      isClosed = true
      texts = []
    },
  }
  return link
}

/** Motion that waits for its second, the newest of each subscription only. */
const makeMoves = (linkOf: (link: Link) => InnerLink | undefined, now: () => number) => {
  const moves = new Map<Subscription, Move>()
  const put = (subscription: Subscription, text: string) => {
    const known = moves.get(subscription)
    moves.set(subscription, { text, sentAt: known?.sentAt ?? Number.NEGATIVE_INFINITY, isNew: true })
  }
  /** true while some still waits */
  const send = (): boolean => {
    const at = now()
    let isWaiting = false
    for (const [subscription, move] of moves) {
      if (!move.isNew) continue
      const link = linkOf(subscription.link)
      if (at - move.sentAt < moveEveryMs || !link || link.buffered() > motionStopsAt) {
        isWaiting = true
        continue
      }
      move.isNew = false
      move.sentAt = at
      link.sendText(move.text)
    }
    return isWaiting
  }
  return { put, send, forget: (subscription: Subscription) => void moves.delete(subscription) }
}

/** Sets by key that vanish when they are empty. */
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

/** The links, whose they are, and when they are flushed: at once when quiet, else together every 16 ms. */
const makeLinks = (now: () => number) => {
  const links = new Map<Link, InnerLink>()
  const byUser = makeIndex<UserId, Link>()
  const moves = makeMoves((link) => links.get(link), now)
  let unflushed = new Set<InnerLink>()
  let timer: NodeJS.Timeout | null = null

  const flushAll = () => {
    const isWaiting = moves.send()
    const due = unflushed
    unflushed = new Set()
    for (const link of due) link.flush()
    timer = isWaiting ? setTimeout(flushAll, flushEveryMs) : null
  }
  const startTimer = () => {
    timer ??= setTimeout(flushAll, flushEveryMs)
  }
  const scheduleFlush = (link: InnerLink, atOnce: boolean) => {
    if (atOnce) setImmediate(link.flush)
    else {
      unflushed.add(link)
      startTimer()
    }
  }
  const forgetUser = (link: Link) => {
    const actor = link.actor()
    if (actor.kind === 'user') byUser.remove(actor.id, link)
  }
  return {
    moves,
    startTimer,
    stopTimer: () => void (timer && clearTimeout(timer)),
    get: (link: Link) => links.get(link),
    all: () => [...links.keys()],
    ofUser: (userId: UserId): readonly Link[] => [...(byUser.get(userId) ?? [])],
    open: (transport: Transport, opening: Opening): Link => {
      const link = makeLink(transport, opening, scheduleFlush, now)
      links.set(link, link)
      return link
    },
    signIn: (link: Link, actor: Actor, sessionId: string | null) => {
      forgetUser(link)
      links.get(link)?.identify(actor, sessionId)
      if (actor.kind === 'user') byUser.add(actor.id, link)
    },
    remove: (link: Link) => {
      forgetUser(link)
      links.get(link)?.end()
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

  const unsubscribe = (link: Link, topic: Topic): void => {
    const subscription = link.topics.get(topic)
    if (!subscription) return
    subscription.isOpen = false
    subscription.backlog = null
    links.get(link)?.topics.delete(topic)
    links.moves.forget(subscription)
    byTopic.remove(topic, subscription)
    if (!isWatched(topic)) onWatch?.(topic)
  }
  const moveOne = (subscription: Subscription, text: string): void => {
    if (!subscription.isOpen) return
    links.moves.put(subscription, text)
    links.startTimer()
  }
  const end = (link: Link): void => {
    for (const topic of link.topics.keys()) unsubscribe(link, topic)
    links.remove(link)
  }
  const subscriptions = (topic: Topic): ReadonlySet<Subscription> => byTopic.get(topic) ?? nobody
  return {
    open: links.open,
    /** who is at the other end, once that is known */
    signIn: links.signIn,
    /** forgets a socket that has closed */
    end,
    subscribe: (link: Link, topic: Topic, cursor: string): Subscription => {
      unsubscribe(link, topic)
      const inner = links.get(link)
      const isOpen = inner !== undefined
      const subscription: Subscription = { topic, link, cursor, backlog: [], isOpen, tail: toldAll }
      if (!inner) return subscription
      inner.topics.set(topic, subscription)
      const isFirst = !isWatched(topic)
      byTopic.add(topic, subscription)
      if (isFirst) onWatch?.(topic)
      return subscription
    },
    unsubscribe,
    subscriptions,
    isWatched,
    /** `listener` hears of a topic when the first begins to watch it, and when the last has ended */
    followWatched: (listener: (topic: Topic) => void): void => void (onWatch = listener),
    /** motion on a topic: each watcher gets the newest, at most once a second */
    move: (topic: Topic, frame: ServerFrame): void => {
      const text = JSON.stringify(frame)
      for (const subscription of subscriptions(topic)) moveOne(subscription, text)
    },
    moveOne,
    /** motion that builds on what was told before, at once; false, and nothing is written: the socket cannot take it now */
    tryMove: (subscription: Subscription, write: () => string | null): boolean => {
      const link = links.get(subscription.link)
      if (!subscription.isOpen || !link || link.buffered() > motionStopsAt) return false
      const text = write()
      if (text !== null) link.sendText(text)
      return true
    },
    linksOf: links.ofUser,
    /** how many sockets there are, and how many subscriptions they have */
    size: () => ({ links: links.all().length, subscriptions: byTopic.count() }),
    /** closes every socket with 1012 */
    close: (): void => {
      links.stopTimer()
      for (const link of links.all()) {
        link.close(1012, 'restarting')
        end(link)
      }
    },
  }
}

export type Hub = ReturnType<typeof makeHub>
