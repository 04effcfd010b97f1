// Live news for the page: hooks and listeners around the one socket, /api/live.
import type { Me } from '@wayfare/contract/accounts'
import type { LiveEvent, MapView, ServerFrame, Topic } from '@wayfare/contract/live'
import type { positionBatch } from '@wayfare/contract/trips'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { recordContact } from './contact.ts'
import { applyEvent, refreshTopic } from './live-cache.ts'
import { makeLiveSocket, type FrameOf, type LiveState, type SocketLike, type SocketNews } from './live-socket.ts'
import { queryClient, queryKeys } from './query-client.ts'
import { makeListeners } from '../ui/listeners.ts'

type PositionBatch = z.input<typeof positionBatch>

type Listener<T> = (value: T) => void

const states = makeListeners()
const events = makeListeners<[topic: Topic, event: LiveEvent]>()
const frames = makeListeners<[ServerFrame]>()
const otherPersons = makeListeners()

let state: LiveState = typeof navigator !== 'undefined' && !navigator.onLine ? 'offline' : 'connecting'
let clockOffset = 0

const publicTopics: readonly string[] = ['settings', 'carTypes', 'languages', 'cancelReasons']

const openSocket = (news: SocketNews): SocketLike => {
  const url = new URL('/api/live', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  socket.addEventListener('message', (event) => {
    recordContact()
    news.message(event.data)
  })
  socket.addEventListener('close', () => news.close())
  return socket
}

const live = makeLiveSocket({
  open: openSocket,
  now: () => Date.now(),
  random: () => Math.random(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  onState: (next) => {
    state = next
    states.notify()
  },
  onEvent: (topic, event) => {
    applyEvent(queryClient, event)
    events.notify(topic, event)
  },
  // what anyone may read hardly changes between reading and subscribing; the rest is read again
  onStale: (topic, why) => {
    if (why === 'resync' || !publicTopics.includes(topic)) refreshTopic(queryClient, topic)
  },
  onFrame: (frame) => {
    if (frame.type === 'hello') clockOffset = frame.serverTime - Date.now()
    // the session may have ended while the socket was away: ask who one is
    if (frame.type === 'refused' && frame.key === 'unauthorized')
      void queryClient.invalidateQueries({ queryKey: queryKeys.session })
    frames.notify(frame)
  },
})

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => live.restart('same'))
  window.addEventListener('offline', () => {
    state = 'offline'
    states.notify()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && live.wake())
}

/** Follows a topic while the component is shown; null follows nothing. The cache is written before the handler runs. */
export const useTopic = (topic: Topic | null, handler?: (event: LiveEvent) => void, token?: string): void => {
  const hear = useEffectEvent((event: LiveEvent) => handler?.(event))
  useEffect(() => {
    if (topic === null) return undefined
    const stopEvents = events.add((about, event) => {
      if (about === topic) hear(event)
    })
    const unsubscribe = live.subscribe(topic, { token })
    return () => {
      stopEvents()
      unsubscribe()
    }
  }, [topic, token])
}

const onFrameOf = <Type extends ServerFrame['type']>(type: Type, listener: Listener<FrameOf<Type>>) =>
  frames.add((frame) => {
    if (frame.type === type) listener(frame as FrameOf<Type>)
  })

/** Positions of a `booking:ID` or `shared:ID` topic; the topic must be followed with useTopic. */
export const onPosition = (topic: Topic, listener: (frame: FrameOf<'position'>) => void): (() => void) =>
  onFrameOf('position', (frame) => {
    if (frame.topic === topic) listener(frame)
  })

/** Follows the drivers within a view while the component is shown; null: only how many there are. */
export const useDriversIn = (view: MapView | null): void => {
  useEffect(() => live.subscribe('drivers', { view: null }), [])
  useEffect(() => live.look(view), [view])
}

/** What changed in the view. */
export const onDriversMoved = (listener: (frame: FrameOf<'driversMoved'>) => void): (() => void) =>
  onFrameOf('driversMoved', listener)

/** False when the socket is not open: keep the batch and send it later. */
export const sendPositions = (batch: PositionBatch): boolean => live.send({ type: 'positions', ...batch })

export const onPositionsTaken = (listener: (frame: FrameOf<'positionsTaken'>) => void): (() => void) =>
  onFrameOf('positionsTaken', listener)

export const onSignedOut = (listener: () => void): (() => void) => onFrameOf('signedOut', listener)

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    states.add,
    () => state,
    () => 'connecting',
  )

/** The server's clock: countdowns run by it, whatever the device thinks. */
export const readServerNow = (): number => Date.now() + clockOffset

/** After signing in or out the socket must be another person's. */
export const restartLive = (_me: Me | null): void => {
  otherPersons.notify()
  live.restart('other')
}

/** Hears when somebody else signs in, or nobody is signed in any more. */
export const onOtherPerson = otherPersons.add
