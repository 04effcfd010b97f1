// Feeds subscriptions: live events, missed ones on resuming, motion and notices from the bus, and the end of sessions. There is
// one event reader per process; the last few thousand events stay in memory, so that most clients resume without SQL.
import type { DomainEvent } from '@wayfare/core/events'
import { asId, type UserId } from '@wayfare/core/ids'
import { notice as noticeShape, type MapView, type Topic } from '@wayfare/contract/live'
import { z } from 'zod'
import { position as positionShape } from '@wayfare/contract/places'
import { ahead as aheadShape } from '@wayfare/contract/trips'
import type { Deps } from '../deps.ts'
import { isCursor } from '../cursors.ts'
import { subjectOf } from '../events.ts'
import { makeTurns } from '../turns.ts'
import { startDrivers } from './drivers.ts'
import { listDeliveries, type Views } from './fanout.ts'
import { findSubscription, type Hub, type Link, type Subscription } from './hub.ts'
import { makeRecent, makeResume, mostReplayed, type Recent } from './resume.ts'
import { isTarget, makeEventFrame, makeTell, type LiveNews, type LiveTeller } from './tell.ts'

/** how many events have their views read concurrently */
const mostAtOnce = 16

const positionMessage = z.object({ position: positionShape, etaS: z.number().nullable(), ahead: aheadShape })
const noticeMessage = z.object({ kind: z.literal('notice'), notice: noticeShape })

/** Events that may end sessions. */
type SessionNews = Extract<DomainEvent, { type: 'SessionEnded' | 'UserRemoved' | 'UserChanged' }>
const isSessionNews = (event: DomainEvent): event is SessionNews =>
  event.type === 'SessionEnded' || event.type === 'UserRemoved' || event.type === 'UserChanged'

/** Applies such an event to one socket of the person concerned. */
const makeEndFor =
  ({ hub, recheck }: Pick<Parts, 'hub' | 'recheck'>) =>
  async (link: Link, event: SessionNews): Promise<void> => {
    // if the check fails, close the socket to be safe: the client reconnects
    if (event.type === 'UserChanged') return recheck(link).catch(() => hub.close(link, 1012, 'come again'))
    if (event.type === 'UserRemoved' || link.owner.sessionId === event.sessionId) hub.signOut(link)
  }

type Drivers = ReturnType<typeof startDrivers>
type Recheck = (link: Link) => Promise<void>
type Parts = { deps: Deps; hub: Hub; views: Views; recent: Recent; tell: LiveTeller; drivers: Drivers; recheck: Recheck }

/** Where a subscription begins; `view` is for the desk's map. */
type Begin = { from: string; since?: string | undefined; view?: MapView | null | undefined }

/** The handler of the process's event reader, called with one event after the other. */
const makeHandle = ({ hub, views, recent, tell, drivers, recheck }: Parts) => {
  const endFor = makeEndFor({ hub, recheck })
  const turns = makeTurns(mostAtOnce)
  return async (event: DomainEvent, cursor: string): Promise<void> => {
    const deliveries = listDeliveries(event, views)
    // atomic up to the first await: a subscription is either a target now, or finds the event among the recent ones
    recent.add({ event, cursor }, deliveries)
    drivers.hear(event)
    const told: Omit<LiveNews, 'turn'>[] = []
    for (const delivery of deliveries) {
      const targets: Subscription[] = []
      for (const subscription of hub.subscriptions(delivery.topic)) {
        if (!isTarget(delivery, subscription)) continue
        const { backlog } = subscription
        if (!backlog) targets.push(subscription)
        // one beyond the limit is enough to show that it is exceeded
        else if (backlog.length <= mostReplayed) backlog.push({ delivery, cursor })
      }
      if (targets.length > 0) told.push({ delivery, cursor, targets })
    }
    await turns.take(subjectOf(event), async (turn) => {
      const telling = told.map((one) => tell({ turn, ...one }))
      const ending = isSessionNews(event) ? hub.linksOf(event.userId).map((link) => turn.then(() => endFor(link, event))) : []
      await Promise.all([...ending, ...telling])
    })
  }
}

/** Receives motion and notices from the bus. */
const listenToBus = ({ deps, hub }: Parts): (() => void) => {
  const onPosition = (message: unknown, subject: string) => {
    const id = subject.slice('booking.'.length)
    const [topic, shared]: [Topic, Topic] = [`booking:${id}`, `shared:${id}`]
    const isWatched = hub.isWatched(topic) || hub.isWatched(shared)
    const moved = isWatched ? positionMessage.safeParse(message) : null
    if (!moved?.success) return
    hub.move(topic, { type: 'position', topic, ...moved.data })
    // the remaining route would reveal the destination
    const { position, etaS, ahead } = moved.data
    hub.move(shared, { type: 'position', topic: shared, position, etaS: ahead?.isThere ? 0 : etaS, ahead: null })
  }
  const onNotice = (message: unknown, subject: string) => {
    const userId: UserId = asId(subject.slice('user.'.length))
    const links = hub.linksOf(userId)
    const told = links.length > 0 ? noticeMessage.safeParse(message) : null
    if (!told?.success) return
    for (const link of links) {
      const subscription = findSubscription(link, 'me')
      // a notice is not an event, so it carries the subscription's cursor
      if (subscription) hub.send(link, makeEventFrame('me', subscription.cursor, { name: 'notice', notice: told.data.notice }))
    }
  }
  // listen only to trips that somebody watches here
  const trips = new Map<string, () => void>()
  hub.followWatched((topic) => {
    const id = /^(?:booking|shared):(.+)$/.exec(topic)?.[1]
    if (id === undefined) return
    const isWatched = hub.isWatched(`booking:${id}`) || hub.isWatched(`shared:${id}`)
    const end = trips.get(id)
    if (isWatched && !end) trips.set(id, deps.bus.subscribe(`booking.${id}`, onPosition))
    if (isWatched || !end) return
    end()
    trips.delete(id)
  })
  const endNotices = deps.bus.subscribe('user.*', onNotice)
  return () => [endNotices, ...trips.values()].forEach((end) => end())
}

type RelayOptions = Pick<Parts, 'hub' | 'views' | 'recheck'> & { start: string }

/** `start`: the cursor at which the reader that calls `handle` begins; `recheck`: checks a socket's session again. */
export const makeRelay = (deps: Deps, { hub, views, start, recheck }: RelayOptions) => {
  const drivers = startDrivers({ deps, hub, views })
  const parts: Parts = { deps, hub, views, recent: makeRecent(start), tell: makeTell(deps, hub), drivers, recheck }
  const endFor = makeEndFor(parts)
  const goLive = makeResume(parts)
  const stopListening = listenToBus(parts)
  return {
    handle: makeHandle(parts),
    /** the cursor of the last event received */
    now: parts.recent.end,
    /**
     * For a socket that has just signed in: applies events since `from`, a cursor from before its session was read, that may have
     * ended the session. At that time they only reached sockets that were already this person's.
     */
    endIfOver: (link: Link, from: string): void => {
      const { actor } = link.owner
      for (const { event } of parts.recent.after(from))
        if (actor.kind === 'user' && isSessionNews(event) && event.userId === actor.id) void endFor(link, event)
    },
    /**
     * Subscribes from `from`, a moment ago; or, when resuming, from `since`: the events since then follow, or `resync`. The
     * caller has checked access.
     */
    subscribe: async (link: Link, topic: Topic, { from, since, view }: Begin): Promise<void> => {
      const begin = since === undefined ? from : isCursor(since) ? since : parts.recent.end()
      const subscription = hub.subscribe(link, topic, begin)
      if (topic === 'drivers' && view !== undefined) drivers.watch(subscription, view)
      hub.send(link, { type: 'subscribed', topic, cursor: begin })
      await goLive(subscription, since ?? null)
      if (topic === 'drivers' && subscription.isOpen) await drivers.greet(subscription)
    },
    /** false if the link follows no view of the desk's map */
    changeView: drivers.changeView,
    stop: (): void => {
      drivers.stop()
      stopListening()
    },
  }
}

export type Relay = ReturnType<typeof makeRelay>
