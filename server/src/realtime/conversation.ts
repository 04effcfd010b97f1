// Handles the frames of a socket in order, so that a subscription does not overtake the sign-in before it.
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import type { Actor, Role, UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import type { ClientFrame, Topic } from '@wayfare/contract/live'
import type { positionBatch, positionsTaken } from '@wayfare/contract/trips'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { SessionFinder } from '../http/actor.ts'
import type { Views } from './fanout.ts'
import { findSubscription, type Hub, type Link, type Proof } from './hub.ts'
import type { Relay } from './relay.ts'
import type { Seat, Seats } from './seats.ts'

/** A socket's queue of frames. */
type Line = {
  /** how many frames are being handled or waiting */
  waiting: number
  /** resolves when all frames so far are handled */
  last: Promise<void>
}

/** A connected client; plain data, like a link. */
export type Guest = Line & { readonly link: Link; readonly seat: Seat }

type RecheckOptions = {
  hub: Hub
  authenticate: SessionFinder
  /** registers work that must end before the database is closed */
  track: <Result>(work: Promise<Result>) => Promise<Result>
}

/** The dependencies of sockets. */
export type ConversationOptions = RecheckOptions & {
  deps: Deps
  relay: Relay
  views: Views
  /** passes a driver's points to the trips feature */
  takePositions: (driver: UserActor, batch: z.output<typeof positionBatch>) => Promise<z.output<typeof positionsTaken>>
}

const mostTopics = 100
/** How many frames of a socket may wait. */
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

/** The key of the refusal; null if this person may listen to this topic. */
const checkTopic = async (views: Views, actor: Actor, { topic, token }: Wish): Promise<MessageKey | null> => {
  if (publicTopics.includes(topic)) return null
  // anybody with the link may follow a shared trip
  if (topic.startsWith('shared:'))
    return token && (await views.mayFollowShared(asId(topic.slice('shared:'.length)), token)) ? null : 'share_ended'
  if (actor.kind !== 'user') return 'unauthorized'
  const roles = topicRoles[topic]
  if (roles && !roles.includes(actor.role)) return 'forbidden'
  if (topic.startsWith('chat:')) return (await views.mayFollowChat(asId(topic.slice('chat:'.length)), actor)) ? null : 'not_found'
  if (!topic.startsWith('booking:')) return null
  return (await views.booking(asId(topic.slice('booking:'.length)), actor)) ? null : 'not_found'
}

/** An idle line. */
export const idle = Promise.resolve()

type Work = () => Promise<void> | void

const begin = (work: Work, onError: (error: unknown) => void): Promise<void> | void => {
  try {
    return work()
  } catch (error) {
    return onError(error)
  }
}

/** Runs the work after everything added before, or at once if nothing waits; false if too much is waiting. */
export const addToLine = (line: Line, work: Work, onError: (error: unknown) => void): boolean => {
  if (line.waiting >= mostWaiting) return false
  const going = line.waiting === 0 ? begin(work, onError) : line.last.then(() => begin(work, onError))
  if (!going) return true
  line.waiting += 1
  line.last = going.catch(onError).finally(() => {
    line.waiting -= 1
    if (line.waiting === 0) line.last = idle
  })
  return true
}

export const headersOf = ({ authorization, cookie }: Proof): Headers => {
  const headers = new Headers()
  if (authorization !== undefined) headers.set('authorization', authorization)
  if (cookie !== undefined) headers.set('cookie', cookie)
  return headers
}

/** Checks again whether a socket's session is valid, and signs the socket out if it is not. */
export const makeRecheck = ({ hub, authenticate, track }: RecheckOptions) => {
  const recheck = async (link: Link): Promise<void> => {
    const { actor, proof } = link.owner
    if (actor.kind !== 'user') return
    const found = await authenticate(headersOf(proof))
    if (!found || found.actor.id !== actor.id || found.actor.role !== actor.role) hub.signOut(link)
  }
  return (link: Link): Promise<void> => track(recheck(link))
}

export type Recheck = ReturnType<typeof makeRecheck>

/** Handles the frames of sockets. */
export const makeConversation = (options: ConversationOptions, seats: Seats) => {
  const { deps, hub, relay, views, authenticate, track } = options
  const refuse = (link: Link, topic: string | null, key: string) => hub.send(link, { type: 'refused', topic, key })
  const hello = (link: Link) => {
    const { actor } = link.owner
    const userId = actor.kind === 'user' ? actor.id : null
    hub.send(link, { type: 'hello', serverTime: deps.now().getTime(), userId, quiet: true })
  }
  const signIn = async ({ link, seat }: Guest, token: string) => {
    if (link.owner.actor.kind === 'user') return refuse(link, null, 'conflict')
    const proof: Proof = { authorization: `Bearer ${token}`, cookie: undefined }
    const from = relay.now()
    const found = await authenticate(headersOf(proof))
    if (!found) return refuse(link, null, 'unauthorized')
    if (!seats.signIn(seat, found.actor.id)) return refuse(link, null, 'rate_limited')
    hub.signIn(link, { actor: found.actor, sessionId: found.sessionId, proof })
    hello(link)
    relay.endIfOver(link, from)
  }
  const subscribe = async (link: Link, { topic, since, token, view }: Extract<ClientFrame, { type: 'subscribe' }>) => {
    if (link.subscriptions.length >= mostTopics && !findSubscription(link, topic)) return refuse(link, topic, 'rate_limited')
    // taken before access is checked: an event that revokes it meanwhile is then handled as a later one
    const from = relay.now()
    const key = await checkTopic(views, link.owner.actor, { topic, token })
    if (key) return refuse(link, topic, key)
    await relay.subscribe(link, topic, { from, since, view })
  }
  const takePositions = async (link: Link, batch: Extract<ClientFrame, { type: 'positions' }>) => {
    const { actor } = link.owner
    try {
      if (actor.kind !== 'user') throw new Refusal('unauthorized')
      if (actor.role !== 'driver') throw new Refusal('forbidden')
      const { seq, taken, refused } = await options.takePositions(actor, batch)
      if (!batch.quiet) hub.send(link, { type: 'positionsTaken', seq, taken, refused })
    } catch (error) {
      const isRefusal = error instanceof Refusal
      if (!isRefusal) deps.log.error({ err: error }, 'positions could not be taken')
      hub.send(link, { type: 'positionsRefused', key: isRefusal ? error.key : 'server_error' })
    }
  }
  /** returns a promise if the next frame has to wait; a socket that is being closed gets no further answers */
  const answer = (guest: Guest, frame: ClientFrame): Promise<void> | void => {
    const { link } = guest
    if (link.isClosed) return
    if (frame.type === 'ping') return hub.send(link, { type: 'pong' })
    if (frame.type === 'authenticate') return track(signIn(guest, frame.token))
    if (frame.type === 'subscribe') return track(subscribe(link, frame))
    if (frame.type === 'view') return relay.changeView(link, frame.view) ? undefined : refuse(link, 'drivers', 'bad_request')
    if (frame.type === 'unsubscribe') return hub.unsubscribe(link, frame.topic)
    // the answer is sent once the points are safe; other frames need not wait for it
    void track(takePositions(link, frame))
  }
  return { hello, answer, refuse }
}
