// What the frames of one socket do, one after the other: in order, so that a subscription does not overtake the sign-in before it.
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import type { Actor, Role, UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import type { ClientFrame, Topic } from '@wayfare/contract/live'
import type { positionBatch, positionsTaken } from '@wayfare/contract/trips'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { SessionFinder } from '../http/actor.ts'
import type { Views } from './fanout.ts'
import type { Hub, Link } from './hub.ts'
import type { Relay } from './relay.ts'
import type { Seat } from './seats.ts'

/** What sockets are served with. */
export type ConversationOptions = {
  deps: Deps
  hub: Hub
  relay: Relay
  views: Views
  authenticate: SessionFinder
  /** what the trips feature does with a driver's points */
  takePositions: (driver: UserActor, batch: z.output<typeof positionBatch>) => Promise<z.output<typeof positionsTaken>>
  /** knows what is to end before the database goes */
  track: <Result>(work: Promise<Result>) => Promise<Result>
}

const mostTopics = 100
/** Frames that may wait for the ones before them. */
const mostWaiting = 100

const topicRoles: Partial<Record<Topic, readonly Role[]>> = {
  tasks: ['driver'],
  drivers: ['admin', 'fleetadmin'],
  driverAccounts: ['admin', 'fleetadmin'],
  people: ['admin', 'fleetadmin'],
  promos: ['admin'],
  notifications: ['admin'],
  payments: ['admin'],
  withdraws: ['admin'],
  panics: ['admin', 'fleetadmin'],
}
const publicTopics: readonly Topic[] = ['settings', 'carTypes', 'languages']

type Wish = Pick<Extract<ClientFrame, { type: 'subscribe' }>, 'topic' | 'token'>

/** The key of the refusal, or null when this person may listen to this topic. */
const checkTopic = async (views: Views, actor: Actor, { topic, token }: Wish): Promise<MessageKey | null> => {
  if (publicTopics.includes(topic)) return null
  // whoever has its link may follow a shared trip
  if (topic.startsWith('shared:'))
    return token && (await views.mayFollowShared(asId(topic.slice('shared:'.length)), token)) ? null : 'share_ended'
  if (actor.kind !== 'user') return 'unauthorized'
  const roles = topicRoles[topic]
  if (roles && !roles.includes(actor.role)) return 'forbidden'
  if (topic.startsWith('chat:')) return (await views.mayFollowChat(asId(topic.slice('chat:'.length)), actor)) ? null : 'not_found'
  if (!topic.startsWith('booking:')) return null
  return (await views.booking(asId(topic.slice('booking:'.length)), actor)) ? null : 'not_found'
}

/** The headers that a session is found by, and no others: each socket keeps them. */
type Proof = { authorization?: string; cookie?: string }

export type SocketOwner = { actor: Actor; sessionId: string | null; proof: Proof }

/** What one socket's frames do. */
export const makeConversation = (
  options: ConversationOptions,
  link: Link,
  { asker, seat }: { asker: SocketOwner; seat: Seat },
) => {
  const { deps, hub, relay, views, authenticate, track } = options
  let { proof } = asker
  const refuse = (topic: string | null, key: string) => link.send({ type: 'refused', topic, key })
  const hello = () => {
    const actor = link.actor()
    link.send({ type: 'hello', serverTime: deps.now().getTime(), userId: actor.kind === 'user' ? actor.id : null })
  }
  const signIn = async (token: string) => {
    if (link.actor().kind === 'user') return refuse(null, 'conflict')
    const given: Proof = { authorization: `Bearer ${token}` }
    const from = relay.now()
    const found = await authenticate(new Headers(given))
    if (!found) return refuse(null, 'unauthorized')
    if (!seat.signIn(found.actor.id)) return refuse(null, 'rate_limited')
    proof = given
    hub.signIn(link, found.actor, found.sessionId)
    hello()
    relay.endIfOver(link, from)
  }
  const subscribe = async ({ topic, since, token, view }: Extract<ClientFrame, { type: 'subscribe' }>) => {
    if (link.topics.size >= mostTopics && !link.topics.has(topic)) return refuse(topic, 'rate_limited')
    // from before the look at the access: what takes it away meanwhile is told as if it came later
    const from = relay.now()
    const key = await checkTopic(views, link.actor(), { topic, token })
    if (key) return refuse(topic, key)
    await relay.subscribe(link, topic, { from, since, view })
  }
  const takePositions = async ({ type: _type, ...batch }: Extract<ClientFrame, { type: 'positions' }>) => {
    const actor = link.actor()
    try {
      if (actor.kind !== 'user') throw new Refusal('unauthorized')
      if (actor.role !== 'driver') throw new Refusal('forbidden')
      link.send({ type: 'positionsTaken', ...(await options.takePositions(actor, batch)) })
    } catch (error) {
      const isRefusal = error instanceof Refusal
      if (!isRefusal) deps.log.error({ err: error }, 'positions could not be taken')
      link.send({ type: 'positionsRefused', key: isRefusal ? error.key : 'server_error' })
    }
  }
  /** a promise where the next frame has to wait */
  const answer = (frame: ClientFrame): Promise<void> | void => {
    if (frame.type === 'ping') return link.send({ type: 'pong' })
    if (frame.type === 'authenticate') return track(signIn(frame.token))
    if (frame.type === 'subscribe') return track(subscribe(frame))
    if (frame.type === 'view') return relay.changeView(link, frame.view) ? undefined : refuse('drivers', 'bad_request')
    if (frame.type === 'unsubscribe') return hub.unsubscribe(link, frame.topic)
    // the answer comes when the points are safe; other frames need not wait for it
    void track(takePositions(frame))
  }
  const recheck = async () => {
    const actor = link.actor()
    if (actor.kind !== 'user') return
    const found = await authenticate(new Headers(proof))
    if (!found || found.actor.id !== actor.id || found.actor.role !== actor.role) return link.signOut()
  }
  return { hello, answer, refuse, recheck: () => track(recheck()) }
}

/** Nothing goes on. */
const idle = Promise.resolve()

/** Work in order, at once when nothing waits. What still waits when the line ends is never begun. */
export const makeLine = (onError: (error: unknown) => void) => {
  let waiting = 0
  let isOpen = true
  let last = idle
  const begin = (work: () => Promise<void> | void): Promise<void> | void => {
    try {
      return isOpen ? work() : undefined
    } catch (error) {
      return onError(error)
    }
  }
  return {
    /** false when too much waits already */
    add: (work: () => Promise<void> | void): boolean => {
      if (waiting >= mostWaiting) return false
      const going = waiting === 0 ? begin(work) : last.then(() => begin(work))
      if (!going) return true
      waiting += 1
      last = going.catch(onError).finally(() => (waiting -= 1))
      return true
    },
    end: () => {
      isOpen = false
    },
  }
}
