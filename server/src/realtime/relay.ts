// Keeps subscriptions fed: live events as they come, missed ones on resuming, motion and notices from the bus, and the end of
// sessions. One reader of events per process; the last few thousand events stay in memory, so that most resume without SQL.
import type { Actor } from '@wayfare/core/accounts'
import type { DomainEvent } from '@wayfare/core/events'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { notice as noticeShape } from '@wayfare/contract/live'
import type { LiveEvent, ServerFrame, Topic } from '@wayfare/contract/live'
import { z } from 'zod'
import { position as positionShape } from '@wayfare/contract/places'
import type { Deps } from '../deps.ts'
import { canResumeFrom, compareCursors, isCursor, readEventsAfter } from '../events.ts'
import type { StoredEvent } from '../events.ts'
import { deliveriesOf } from './fanout.ts'
import type { Delivery, Views } from './fanout.ts'
import type { Hub, Link, Subscription } from './hub.ts'

export type Relay = {
  /** what the process's reader of events calls, one event after the other */
  handle: (event: DomainEvent, cursor: string) => Promise<void>
  /** the cursor of the last event that was heard of */
  now: () => string
  /** subscribes; the events since then follow, or `resync`. Access has been checked. */
  subscribe: (link: Link, topic: Topic, since: string) => Promise<void>
  stop: () => void
}

/** More missed events than this on one topic, and the client is told to read afresh. */
const mostReplayed = 500
/** how many events of all topics are looked through for them */
const mostScanned = 5000
const keptInMemory = 2000
const driversEveryMs = 1000

/** events whose views are looked up at the same time */
const mostAtOnce = 16

const positionMessage = z.object({ position: positionShape, etaS: z.number().nullable() })
const noticeMessage = z.object({ kind: z.literal('notice'), notice: noticeShape })

const eventFrame = (topic: Topic, cursor: string, event: LiveEvent): ServerFrame => ({ type: 'event', topic, cursor, event })

/** The recent events, oldest first; `start` is the cursor before the first of them. */
const makeRecent = (start: string) => {
  let events: StoredEvent[] = []
  return {
    start: () => start,
    end: () => events.at(-1)?.cursor ?? start,
    add: (stored: StoredEvent) => {
      events.push(stored)
      if (events.length < keptInMemory * 2) return
      const [dropped, kept] = [events.slice(0, -keptInMemory), events.slice(-keptInMemory)]
      start = dropped.at(-1)?.cursor ?? start
      events = kept
    },
    after: (cursor: string) => events.filter((stored) => compareCursors(stored.cursor, cursor) > 0),
  }
}

const subjectOf = (event: DomainEvent): string => {
  if ('bookingId' in event) return event.bookingId
  return 'userId' in event ? event.userId : event.type
}

/**
 * Work on the same subject in order, on different ones at the same time; the call waits while too much is going on. The work is
 * begun at once, to take its place among what is told, and is given the end of the subject's work before it.
 */
const makeQueue = (most: number) => {
  const last = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  return async (subject: string, work: (turn: Promise<void>) => Promise<void>): Promise<void> => {
    const job = work(last.get(subject) ?? Promise.resolve()).finally(() => {
      running.delete(job)
      if (last.get(subject) === job) last.delete(subject)
    })
    last.set(subject, job)
    running.add(job)
    if (running.size >= most) await Promise.race(running)
  }
}

const failed = (deps: Deps, error: unknown, topic: string): null => {
  deps.log.warn({ err: error, topic }, 'a live event could not be told')
  return null
}

const isTarget = (delivery: Delivery, subscription: Subscription): boolean =>
  subscription.topic === delivery.topic && delivery.isFor(subscription.link.actor())

type Telling = { delivery: Delivery; cursor: string; targets: readonly Subscription[]; turn?: Promise<void> }

/**
 * Looks each view up once per kind of reader, when it is its turn; a subscription gets its events in the order of the calls,
 * however long the views and the turns take.
 */
const makeTell = (deps: Deps, hub: Hub) => {
  const deliver = (subscription: Subscription, cursor: string, event: LiveEvent) => {
    if (!subscription.isOpen || compareCursors(cursor, subscription.cursor) <= 0) return
    subscription.cursor = cursor
    subscription.link.send(eventFrame(subscription.topic, cursor, event))
    // whoever may no longer see a booking hears no more of it
    if (event.name === 'bookingGone' && subscription.topic.startsWith('booking:'))
      hub.unsubscribe(subscription.link, subscription.topic)
  }
  return async ({ delivery, cursor, targets, turn = Promise.resolve() }: Telling): Promise<void> => {
    const seen = new Map<string, Promise<LiveEvent | null>>()
    const viewFor = (actor: Actor): Promise<LiveEvent | null> => {
      const share = delivery.share(actor)
      const view = () => turn.then(() => delivery.view(actor)).catch((error: unknown) => failed(deps, error, delivery.topic))
      const known = seen.get(share) ?? view()
      seen.set(share, known)
      return known
    }
    const tellOne = (subscription: Subscription): Promise<void> => {
      const view = viewFor(subscription.link.actor())
      subscription.tail = subscription.tail.then(async () => {
        const event = await view
        if (event) deliver(subscription, cursor, event)
      })
      return subscription.tail
    }
    await Promise.all(targets.map(tellOne))
  }
}

/** Who cannot be asked about now must come again: closing is the safe side. */
const recheck = (link: Link): Promise<void> => link.recheck().catch(() => link.close(1012, 'come again'))

const endSessions = async (hub: Hub, event: DomainEvent): Promise<void> => {
  if (event.type === 'SessionEnded') {
    for (const link of hub.linksOf(event.userId)) if (link.sessionId() === event.sessionId) link.signOut()
  } else if (event.type === 'UserRemoved') for (const link of hub.linksOf(event.userId)) link.signOut()
  else if (event.type === 'UserChanged') await Promise.all(hub.linksOf(event.userId).map(recheck))
}

type Parts = { deps: Deps; hub: Hub; views: Views; recent: ReturnType<typeof makeRecent>; tell: ReturnType<typeof makeTell> }

const makeHandle = ({ hub, views, recent, tell }: Parts): Relay['handle'] => {
  const queue = makeQueue(mostAtOnce)
  return async (event, cursor) => {
    const stored = { event, cursor }
    // Up to the first await this is one step: a subscription either is a target now or finds the event among the recent ones.
    recent.add(stored)
    const told: Omit<Telling, 'turn'>[] = []
    for (const delivery of deliveriesOf(event, views)) {
      const targets: Subscription[] = []
      for (const subscription of hub.subscriptions(delivery.topic)) {
        if (!isTarget(delivery, subscription)) continue
        if (subscription.backlog) subscription.backlog.push(stored)
        else targets.push(subscription)
      }
      if (targets.length > 0) told.push({ delivery, cursor, targets })
    }
    await queue(subjectOf(event), async (turn) => {
      const telling = told.map((one) => tell({ ...one, turn }))
      await Promise.all([turn.then(() => endSessions(hub, event)), ...telling])
    })
  }
}

const makeResume = ({ deps, views, recent, tell }: Parts) => {
  const concerns = (stored: StoredEvent, subscription: Subscription): Delivery[] =>
    deliveriesOf(stored.event, views).filter((delivery) => isTarget(delivery, subscription))

  /** What was missed since; null when it is too much, or no longer known. */
  const findMissed = async (subscription: Subscription, since: string): Promise<StoredEvent[] | null> => {
    const inMemory = recent.after(since)
    const start = recent.start()
    const isKept = compareCursors(since, start) >= 0
    const isAhead = compareCursors(since, recent.end()) > 0
    if ((!isKept || isAhead) && !(await canResumeFrom(deps.db, since))) return null
    const scanned = isKept ? [] : await readEventsAfter(deps.db, since, mostScanned + 1)
    if (scanned.length > mostScanned) return null
    const older = scanned.filter((stored) => compareCursors(stored.cursor, start) <= 0)
    return [...older, ...inMemory].filter((stored) => concerns(stored, subscription).length > 0)
  }
  const replay = async (subscription: Subscription, missed: readonly StoredEvent[]) => {
    for (const stored of missed) {
      for (const delivery of concerns(stored, subscription))
        await tell({ delivery, cursor: stored.cursor, targets: [subscription] })
    }
  }
  const catchUp = async (subscription: Subscription, since: string) => {
    const missed = isCursor(since) ? await findMissed(subscription, since) : null
    if (missed && missed.length <= mostReplayed) return replay(subscription, missed)
    subscription.cursor = recent.end()
    subscription.link.send({ type: 'resync', topic: subscription.topic, cursor: subscription.cursor })
  }
  /** Plays what was missed, then what came meanwhile until there is nothing left, and goes live in the same step. */
  return async (subscription: Subscription, since: string): Promise<void> => {
    await catchUp(subscription, since)
    while (subscription.backlog && subscription.backlog.length > 0) await replay(subscription, subscription.backlog.splice(0))
    subscription.backlog = null
  }
}

/** Snapshots of drivers for the desk, once a second while somebody looks and something moved. */
const startDrivers = ({ deps, hub, views }: Parts) => {
  const lastSent = new WeakMap<Subscription, string>()
  const send = async (subscriptions: Iterable<Subscription>): Promise<void> => {
    const seen = new Map<string, Promise<string | null>>()
    const textFor = (actor: Actor): Promise<string | null> => {
      if (actor.kind !== 'user') return Promise.resolve(null)
      const share = actor.role === 'admin' ? 'admin' : actor.id
      const frame = async () => JSON.stringify({ type: 'drivers', drivers: await views.drivers(actor) } satisfies ServerFrame)
      const known = seen.get(share) ?? frame().catch((error: unknown) => failed(deps, error, 'drivers'))
      seen.set(share, known)
      return known
    }
    for (const subscription of subscriptions) {
      const text = await textFor(subscription.link.actor())
      if (text === null || lastSent.get(subscription) === text) continue
      lastSent.set(subscription, text)
      hub.moveOne(subscription, text)
    }
  }
  let isSending = false
  const timer = setInterval(() => {
    if (isSending || !hub.isWatched('drivers')) return
    isSending = true
    void send([...hub.subscriptions('drivers')]).finally(() => (isSending = false))
  }, driversEveryMs)
  return { send, stop: () => clearInterval(timer) }
}

/** Motion and notices come by the bus. */
const listenToBus = ({ deps, hub }: Parts): (() => void) => {
  const onPosition = (message: unknown, subject: string) => {
    const topic: Topic = `booking:${subject.slice('booking.'.length)}`
    const moved = hub.isWatched(topic) ? positionMessage.safeParse(message) : null
    if (moved?.success) hub.move(topic, { type: 'position', topic, ...moved.data })
  }
  const onNotice = (message: unknown, subject: string) => {
    const userId: UserId = asId(subject.slice('user.'.length))
    const links = hub.linksOf(userId)
    const told = links.length > 0 ? noticeMessage.safeParse(message) : null
    if (!told?.success) return
    for (const link of links) {
      const subscription = link.topics.get('me')
      // a notice is not kept: it carries the cursor that the subscription has
      if (subscription) link.send(eventFrame('me', subscription.cursor, { name: 'notice', notice: told.data.notice }))
    }
  }
  const endings = [deps.bus.subscribe('booking.*', onPosition), deps.bus.subscribe('user.*', onNotice)]
  return () => endings.forEach((end) => end())
}

/** `start`: where the reader that calls `handle` begins. */
export const makeRelay = (deps: Deps, { hub, views, start }: { hub: Hub; views: Views; start: string }): Relay => {
  const parts: Parts = { deps, hub, views, recent: makeRecent(start), tell: makeTell(deps, hub) }
  const goLive = makeResume(parts)
  const drivers = startDrivers(parts)
  const stopListening = listenToBus(parts)
  const subscribe: Relay['subscribe'] = async (link, topic, since) => {
    const start = isCursor(since) ? since : parts.recent.end()
    const subscription = hub.subscribe(link, topic, start)
    link.send({ type: 'subscribed', topic, cursor: start })
    await goLive(subscription, since)
    if (topic === 'drivers') await drivers.send([subscription])
  }
  const stop = () => {
    drivers.stop()
    stopListening()
  }
  return { handle: makeHandle(parts), now: parts.recent.end, subscribe, stop }
}
