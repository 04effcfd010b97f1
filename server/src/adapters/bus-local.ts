// The bus of a single process: a message reaches its listeners before `publish` returns.
import type { Bus } from './ports.ts'

type Listener = (message: unknown, subject: string) => void

const addTo = (listeners: Map<string, Set<Listener>>, key: string, listener: Listener): (() => void) => {
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0 && listeners.get(key) === set) listeners.delete(key)
  }
}

/** `onError` hears of a listener that threw: neither the publisher nor the other listeners do. */
export const makeLocalBus = (onError: (error: unknown, subject: string) => void): Bus => {
  const exact = new Map<string, Set<Listener>>()
  const prefixes = new Map<string, Set<Listener>>()
  const tell = (listeners: Set<Listener> | undefined, message: unknown, subject: string) => {
    if (!listeners) return
    for (const listener of listeners) {
      try {
        listener(message, subject)
      } catch (error) {
        onError(error, subject)
      }
    }
  }
  return {
    publish: (subject, message) => {
      tell(exact.get(subject), message, subject)
      for (const [prefix, listeners] of prefixes) if (subject.startsWith(prefix)) tell(listeners, message, subject)
    },
    subscribe: (subject, listener) =>
      subject.endsWith('*') ? addTo(prefixes, subject.slice(0, -1), listener) : addTo(exact, subject, listener),
    close: async () => {
      exact.clear()
      prefixes.clear()
    },
  }
}
