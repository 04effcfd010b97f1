// Messages on their way: one after the other, in the order they were written, each under one key however often it is tried.
// What was not sent when the page was left comes back with it.
import type { ChatMessage } from '@wayfare/contract/chat'
import { callError, isCallError } from '../api/call.ts'
import { parseKept } from '../api/unsent.ts'
import { makeListeners } from '../ui/listeners.ts'

export type OutgoingMessage = {
  clientKey: string
  text: string
  /** by the server's clock (ms) */
  at: number
  /** stuck: it could not be delivered, and those after it wait; failed: the server refused it for the reason `cause` */
  state: 'waiting' | 'sending' | 'stuck' | 'failed'
  cause: unknown
}

type OutboxDeps = {
  read: () => readonly OutgoingMessage[]
  write: (unsent: readonly OutgoingMessage[]) => void
  send: (message: { message: string; clientKey: string }) => Promise<ChatMessage>
  onSent: (message: ChatMessage) => void
  isOnline: () => boolean
  now: () => number
  newKey: () => string
  later: (run: () => void, ms: number) => void
}

/** The page was left before there was an answer. */
const leftBehind = callError({ key: 'fetch_call_error', message: '', status: 0 })

const tries = 4
const firstRestMs = 1000

/** Whether it may have been delivered, or may be later: then it is tried again under the same key. */
const isUndecided = (cause: unknown): boolean =>
  !isCallError(cause) ||
  cause.status === 0 ||
  cause.status >= 500 ||
  cause.key === 'rate_limited' ||
  cause.key === 'request_in_flight'

export const makeOutbox = ({ read, write, send, onSent, isOnline, now, newKey, later }: OutboxDeps) => {
  let items = read()
  let isBusy = false
  let failures = 0
  const listeners = makeListeners()
  const set = (next: readonly OutgoingMessage[]) => {
    items = next
    write(items)
    listeners.notify()
  }
  const change = (clientKey: string, part: Partial<OutgoingMessage>) =>
    set(items.map((item) => (item.clientKey === clientKey ? { ...item, ...part } : item)))
  const drop = (clientKey: string) => set(items.filter((item) => item.clientKey !== clientKey))

  const rest = (clientKey: string, cause: unknown) => {
    failures += 1
    const isGivenUp = failures >= tries
    change(clientKey, { state: isGivenUp ? 'stuck' : 'waiting', cause })
    if (!isGivenUp) later(() => void pump(), firstRestMs * 2 ** (failures - 1))
  }
  const pump = async (): Promise<void> => {
    const next = items.find(({ state }) => state !== 'failed')
    if (isBusy || !next || next.state === 'stuck' || !isOnline()) return
    isBusy = true
    change(next.clientKey, { state: 'sending' })
    try {
      const sent = await send({ message: next.text, clientKey: next.clientKey })
      failures = 0
      onSent(sent)
      drop(next.clientKey)
    } catch (cause) {
      if (isUndecided(cause)) return rest(next.clientKey, cause)
      change(next.clientKey, { state: 'failed', cause })
    } finally {
      isBusy = false
    }
    await pump()
  }
  /** Tries again now, as when the network is back. */
  const wake = () => {
    failures = 0
    if (items.some(({ state }) => state === 'stuck'))
      set(items.map((item) => (item.state === 'stuck' ? { ...item, state: 'waiting' } : item)))
    void pump()
  }
  return {
    list: () => items,
    subscribe: listeners.add,
    add: (text: string) => {
      set([...items, { clientKey: newKey(), text, at: now(), state: 'waiting', cause: null }])
      void pump()
    },
    retry: (clientKey: string) => {
      change(clientKey, { state: 'waiting', cause: null })
      wake()
    },
    drop: (clientKey: string) => {
      drop(clientKey)
      void pump()
    },
    wake,
    /** Lets go of all that waits. */
    clear: () => set([]),
  }
}

export type Outbox = ReturnType<typeof makeOutbox>

/** So many unsent messages of a chat, and for so long (ms), a device keeps. */
const mostKept = 50
const longestKeptMs = 48 * 3_600_000

/** A refusal is kept by its key; every other cause is that it could not be delivered. */
export const serializeUnsent = (items: readonly OutgoingMessage[]): string | null => {
  const kept = items.slice(0, mostKept).map(({ clientKey, text, at, state, cause }) => {
    const isRefused = state === 'failed' && isCallError(cause)
    return { clientKey, text, at, refusal: isRefused ? { key: cause.key, status: cause.status } : null }
  })
  return kept.length === 0 ? null : JSON.stringify(kept)
}

type Kept = { clientKey: string; text: string; at: number; refusal: { key: string; status: number } | null }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'clientKey' in value && 'text' in value && 'at' in value && 'refusal' in value

/** What was on its way waits again; it may be tried by hand at once. */
export const parseUnsent = (text: string | null, now: number): OutgoingMessage[] =>
  parseKept(text, isKept)
    .filter(({ at }) => at > now - longestKeptMs)
    .map(({ refusal, ...kept }) => ({
      ...kept,
      state: refusal ? 'failed' : 'waiting',
      cause: refusal ? callError({ ...refusal, message: '' }) : leftBehind,
    }))
