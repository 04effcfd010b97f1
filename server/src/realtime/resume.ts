// Resuming a topic: missed events come from memory or from the table, or the client is told to reload (`resync`). That answer
// costs nothing and is always allowed, so clients that ask for too much get it. A closed socket gets nothing.
import { compareCursors, isCursor } from '../cursors.ts'
import { canResumeFrom, countEventsAfter, readEventsAfter, type StoredEvent } from '../events.ts'
import type { Topic } from '@wayfare/contract/live'
import type { Deps } from '../deps.ts'
import { makeBuckets } from '../http/buckets.ts'
import { listDeliveries, type Delivery, type News, type Views } from './fanout.ts'
import type { Hub, Link, Subscription } from './hub.ts'
import { isTarget, type LiveTeller } from './tell.ts'

/** If more events than this were missed on one topic, the client is told to reload. */
export const mostReplayed = 500
/** how many events of all topics are searched for them, and how many at a time */
const mostScanned = 5000
const scannedAtOnce = 500
const keptInMemory = 2000

/** The budget of one person, or of one network of visitors: a burst, and what is added per second. */
const resumes = { size: 60, perSecond: 1 }
/** The cost of resuming: little from memory, more from the table, and some for each replayed event. */
const tokens = { fromMemory: 0.2, fromTable: 1, perEvent: 0.02 }
/** How many resumes this process handles concurrently; the others wait, to leave the database to other work. */
const mostTogether = 2

/** The things after a cursor, given in order of their cursors. */
const listAfter = <Thing extends { cursor: string }>(things: readonly Thing[], cursor: string): Thing[] => {
  let [first, end] = [0, things.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if (compareCursors(things[middle]?.cursor ?? cursor, cursor) > 0) end = middle
    else first = middle + 1
  }
  return things.slice(first)
}

/** Recent events, oldest first, and their deliveries by topic; `start` is the cursor before the first of them. */
export const makeRecent = (start: string) => {
  let events: StoredEvent[] = []
  const byTopic = new Map<Topic, News[]>()
  const forget = (): void => {
    start = events.at(-keptInMemory - 1)?.cursor ?? start
    events = events.slice(-keptInMemory)
    for (const [topic, news] of byTopic) {
      const kept = listAfter(news, start)
      if (kept.length > 0) byTopic.set(topic, kept)
      else byTopic.delete(topic)
    }
  }
  return {
    start: () => start,
    end: () => events.at(-1)?.cursor ?? start,
    add: (stored: StoredEvent, deliveries: readonly Delivery[]) => {
      events.push(stored)
      for (const delivery of deliveries) {
        const known = byTopic.get(delivery.topic)
        const news = { delivery, cursor: stored.cursor }
        if (known) known.push(news)
        else byTopic.set(delivery.topic, [news])
      }
      if (events.length >= keptInMemory * 2) forget()
    },
    after: (cursor: string): StoredEvent[] => listAfter(events, cursor),
    newsAfter: (topic: Topic, cursor: string): News[] => listAfter(byTopic.get(topic) ?? [], cursor),
  }
}

export type Recent = ReturnType<typeof makeRecent>

/** Lets a limited number work concurrently; the others follow in order. */
const makeGate = (most: number) => {
  let inside = 0
  const waiting: (() => void)[] = []
  return async (work: () => Promise<void>): Promise<void> => {
    if (inside >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else inside += 1
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}

/** Topics that clients reload as a whole, so that missed events are not worth a query. */
const publicTopics: ReadonlySet<Topic> = new Set(['settings', 'carTypes', 'languages', 'cancelReasons'])

const whoOf = ({ owner: { actor }, network }: Link): string => (actor.kind === 'user' ? `user ${actor.id}` : `network ${network}`)

type Parts = { deps: Deps; hub: Hub; views: Views; recent: Recent; tell: LiveTeller }

const listTargeted = (news: readonly News[], subscription: Subscription): News[] =>
  news.filter(({ delivery }) => isTarget(delivery, subscription))

/** Finds what was missed on one topic. */
const makeFindMissed = ({ deps, views, recent }: Parts) => {
  const readNews = ({ event, cursor }: StoredEvent, subscription: Subscription): News[] =>
    listTargeted(
      listDeliveries(event, views).map((delivery) => ({ delivery, cursor })),
      subscription,
    )
  /** Searches the table up to `end`; null if there are too many events. */
  const scan = async (subscription: Subscription, since: string, end: string): Promise<News[] | null> => {
    if ((await countEventsAfter(deps.db, since, mostScanned + 1)) > mostScanned) return null
    const found: News[] = []
    for (let at = since; subscription.isOpen && found.length <= mostReplayed;) {
      const batch = await readEventsAfter(deps.db, at, scannedAtOnce)
      const older = batch.filter((stored) => compareCursors(stored.cursor, end) <= 0)
      found.push(...older.flatMap((stored) => readNews(stored, subscription)))
      at = older.at(-1)?.cursor ?? at
      if (older.length < scannedAtOnce) break
    }
    return found
  }
  /** The missed events; null if there are too many, or they are no longer stored. */
  return async (subscription: Subscription, since: string): Promise<News[] | null> => {
    const inMemory = listTargeted(recent.newsAfter(subscription.topic, since), subscription)
    const start = recent.start()
    const isKept = compareCursors(since, start) >= 0
    const isAhead = compareCursors(since, recent.end()) > 0
    if ((!isKept || isAhead) && !(await canResumeFrom(deps.db, since))) return null
    const older = isKept ? [] : await scan(subscription, since, start)
    return older && [...older, ...inMemory]
  }
}

/** Feeds a subscription until it is live. `since` is the cursor of a resuming client; null for a new subscription. */
export const makeResume = (parts: Parts) => {
  const { hub, recent, tell } = parts
  const bucket = makeBuckets(resumes)
  const inTurn = makeGate(mostTogether)
  const findMissed = makeFindMissed(parts)

  const replay = async (subscription: Subscription, missed: readonly News[]) => {
    for (const news of listTargeted(missed, subscription)) {
      if (!subscription.isOpen) return
      await tell({ targets: [subscription], ...news })
    }
  }
  const startAfresh = (subscription: Subscription) => {
    subscription.cursor = recent.end()
    subscription.backlog?.splice(0)
    hub.send(subscription.link, { type: 'resync', topic: subscription.topic, cursor: subscription.cursor })
  }
  const mayReplay = ({ link }: Subscription, missed: readonly News[]): boolean =>
    missed.length <= mostReplayed && bucket.take(whoOf(link), missed.length * tokens.perEvent) === 0

  const catchUp = async (subscription: Subscription, since: string) => {
    if (!subscription.isOpen) return
    const missed = await findMissed(subscription, since)
    if (!subscription.isOpen) return
    if (missed && mayReplay(subscription, missed)) return replay(subscription, missed)
    startAfresh(subscription)
  }
  const comeBack = async (subscription: Subscription, since: string) => {
    if (!isCursor(since)) return startAfresh(subscription)
    const isKept = compareCursors(since, recent.start()) >= 0
    if (!isKept && publicTopics.has(subscription.topic)) return startAfresh(subscription)
    const cost = isKept ? tokens.fromMemory : tokens.fromTable
    if (bucket.take(whoOf(subscription.link), cost) > 0) return startAfresh(subscription)
    await inTurn(() => catchUp(subscription, since))
  }
  /** Replays what was missed, then what arrived meanwhile until nothing is left, and goes live in the same step. */
  return async (subscription: Subscription, since: string | null): Promise<void> => {
    if (since === null) await replay(subscription, recent.newsAfter(subscription.topic, subscription.cursor))
    else if (since !== recent.end()) await comeBack(subscription, since)
    while (subscription.isOpen && subscription.backlog && subscription.backlog.length > 0) {
      if (subscription.backlog.length > mostReplayed) startAfresh(subscription)
      else await replay(subscription, subscription.backlog.splice(0))
    }
    subscription.backlog = null
  }
}
