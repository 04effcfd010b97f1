// Supervises the map's engine: its state, one restart after a crash, and the pending questions.
import { makeCityError } from './city-error.ts'
import { type Link, openLink } from './city-link.ts'
import type { Manifest } from './dataset.ts'
import type { CityPlace, Message, Operation, Operations } from './engine.ts'
import { makePending } from './pending.ts'

/** The progress of the preparation; `fraction` (0..1) is the part of the whole that is done. */
export type CityState = { state: 'preparing' | 'ready' | 'failed'; stage: string; fraction: number; error?: string }

export type CityOptions = CityPlace & { onProgress?: (state: CityState) => void; log?: (line: string) => void }

/** One restart only: a second crash has a cause that would also affect a third attempt. */
const MAX_RESTARTS = 1

type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void }

const makeDeferred = <T>(): Deferred<T> => {
  const settle: Partial<Deferred<T>> = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  // A caller that only reads the state need not handle the promise.
  promise.catch(() => {})
  return { promise, resolve: (value) => settle.resolve?.(value), reject: (error) => settle.reject?.(error) }
}

/** Starts the engine and supervises it. `open` is replaced in tests. */
export const superviseEngine = ({ onProgress, log = () => {}, ...place }: CityOptions, open = openLink) => {
  const pending = makePending()
  const ready = makeDeferred<Manifest>()
  let state: CityState = { state: 'preparing', stage: 'starting', fraction: 0 }
  let opened: { manifest: Manifest; tilesPath: string } | null = null
  let restarts = 0
  let isClosed = false

  const enter = (next: CityState): void => {
    state = next
    onProgress?.(next)
  }
  const fail = (error: string): void => {
    enter({ ...state, state: 'failed', error })
    pending.refuseAll(error)
  }
  const hear = (message: Message): void => {
    if (message.type === 'log') log(message.line)
    else if (message.type === 'progress') enter({ state: 'preparing', stage: message.stage, fraction: message.fraction })
    else if (message.type === 'ready') {
      opened = message
      enter({ state: 'ready', stage: 'ready', fraction: 1 })
      ready.resolve(message.manifest)
    } else if (message.type === 'failed') {
      fail(message.error)
      ready.reject(makeCityError('UNAVAILABLE', message.error))
    } else pending.settle(message)
  }
  const crash = (error: string): void => {
    log(`The map's thread crashed: ${error}`)
    fail(error)
    if (restarts >= MAX_RESTARTS) return ready.reject(makeCityError('UNAVAILABLE', error))
    restarts++
    enter({ state: 'preparing', stage: 'restarting', fraction: 0 })
    link = open(place, { hear, crash })
  }
  let link: Link = open(place, { hear, crash })
  return {
    ready: ready.promise,
    state: () => state,
    opened: () => opened,
    ask: <O extends Operation>(op: O, question: Operations[O]['question']): Promise<Operations[O]['answer']> => {
      if (!isClosed && state.state === 'ready') return pending.ask(op, question, link.ask)
      return Promise.reject(
        makeCityError('UNAVAILABLE', state.error ?? (isClosed ? 'the map was closed' : 'the map is being prepared')),
      )
    },
    drain: pending.drain,
    close: async () => {
      isClosed = true
      pending.refuseAll('the map was closed')
      ready.reject(makeCityError('UNAVAILABLE', 'the map was closed'))
      await link.close()
    },
  }
}
