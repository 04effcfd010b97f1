// Idempotency keys by deed: a try after a lost connection says the same thing again, it does not do it twice.
import { isCallError, makeOnceKey } from './call.ts'

/** Nobody knows whether it was done: the same thing may be said again. */
export const isUndecided = (cause: unknown): boolean =>
  !isCallError(cause) || cause.status === 0 || cause.status >= 500 || cause.key === 'request_in_flight'

const makeOnceKeys = (newKey: () => string) => {
  const open = new Map<string, string>()
  return {
    keyFor(deed: string): string {
      const key = open.get(deed) ?? newKey()
      open.set(deed, key)
      return key
    },
    /** The deed is done, or the server refused it for good: the next one like it is another deed. */
    settle(deed: string, cause: unknown = null) {
      if (cause === null || !isUndecided(cause)) open.delete(deed)
    },
  }
}

export const onceKeys = makeOnceKeys(makeOnceKey)
