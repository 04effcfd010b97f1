// Tells subscriptions of an event: each view is looked up once per kind of reader, and each subscription hears in order.
import type { Actor } from '@wayfare/core/accounts'
import type { LiveEvent, ServerFrame, Topic } from '@wayfare/contract/live'
import type { Deps } from '../deps.ts'
import { compareCursors } from '../cursors.ts'
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
  return async ({ delivery, cursor, targets, turn = Promise.resolve() }: LiveNews): Promise<void> => {
    const seen = new Map<string, Promise<LiveEvent | null>>()
    const viewFor = (actor: Actor): Promise<LiveEvent | null> => {
      const share = delivery.share(actor)
      const view = () => turn.then(() => delivery.view(actor)).catch((error: unknown) => logFailure(deps, error, delivery.topic))
      const known = seen.get(share) ?? view()
      seen.set(share, known)
      return known
    }
    const tellOne = (subscription: Subscription): Promise<void> => {
      const view = viewFor(subscription.link.owner.actor)
      subscription.tail = subscription.tail.then(async () => {
        const event = await view
        if (event) deliver(subscription, cursor, event)
      })
      return subscription.tail
    }
    await Promise.all(targets.map(tellOne))
  }
}
