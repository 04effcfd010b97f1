// Tells subscriptions of an event: each view is looked up once per kind of reader, and each subscription hears in order.
import type { Actor } from '@wayfare/core/accounts'
import type { LiveEvent, ServerFrame, Topic } from '@wayfare/contract/live'
import type { Deps } from '../deps.ts'
import { compareCursors } from '../cursors.ts'
import { isConnectionTrouble } from '../db/open.ts'
import type { Delivery, News } from './fanout.ts'
import type { Hub, Subscription } from './hub.ts'

export const makeEventFrame = (topic: Topic, cursor: string, event: LiveEvent): ServerFrame => ({
  type: 'event',
  topic,
  cursor,
  event,
})

export const logFailure = (deps: Deps, error: unknown, topic: string): null => {
  deps.log.warn({ err: error, topic }, 'a live event could not be told')
  return null
}

export const isTarget = (delivery: Delivery, subscription: Subscription): boolean =>
  subscription.topic === delivery.topic && delivery.isFor(subscription.link.owner.actor)

export type LiveNews = News & { targets: readonly Subscription[]; turn?: Promise<void> }

export type LiveTeller = (telling: LiveNews) => Promise<void>

/** What an event means could not be looked up. */
type Unknown = { failedWith: unknown }

/**
 * Looks each view up once per kind of reader, when it is its turn; a subscription gets its events in the order of the calls,
 * however long the views and the turns take.
 */
export const makeTell = (deps: Deps, hub: Hub): LiveTeller => {
  const deliver = (subscription: Subscription, cursor: string, event: LiveEvent) => {
    if (!subscription.isOpen || compareCursors(cursor, subscription.cursor) <= 0) return
    subscription.cursor = cursor
    hub.send(subscription.link, makeEventFrame(subscription.topic, cursor, event))
    // whoever may no longer see a booking hears no more of it
    const isGone = event.name === 'sharedTripGone' || (event.name === 'bookingGone' && subscription.topic.startsWith('booking:'))
    if (isGone) hub.unsubscribe(subscription.link, subscription.topic)
  }
  /**
   * It must not be missed: the page reads for itself, or, where the database is away, comes again for all since what it heard
   * last.
   */
  const admit = (subscription: Subscription, cursor: string, { failedWith }: Unknown) => {
    const { link, topic } = subscription
    if (!subscription.isOpen || compareCursors(cursor, subscription.cursor) <= 0) return
    if (isConnectionTrouble(failedWith)) return hub.close(link, 1012, 'come again')
    subscription.cursor = cursor
    hub.send(link, { type: 'resync', topic, cursor })
  }
  return async ({ delivery, cursor, targets, turn = Promise.resolve() }: LiveNews): Promise<void> => {
    const seen = new Map<string, Promise<LiveEvent | Unknown | null>>()
    const viewFor = (actor: Actor): Promise<LiveEvent | Unknown | null> => {
      const share = delivery.share(actor)
      const fail = (error: unknown): Unknown => {
        logFailure(deps, error, delivery.topic)
        return { failedWith: error }
      }
      const view = () => turn.then(() => delivery.view(actor)).catch(fail)
      const known = seen.get(share) ?? view()
      seen.set(share, known)
      return known
    }
    const tellOne = (subscription: Subscription): Promise<void> => {
      const view = viewFor(subscription.link.owner.actor)
      subscription.tail = subscription.tail.then(async () => {
        const event = await view
        if (event && 'failedWith' in event) admit(subscription, cursor, event)
        else if (event) deliver(subscription, cursor, event)
      })
      return subscription.tail
    }
    await Promise.all(targets.map(tellOne))
  }
}
