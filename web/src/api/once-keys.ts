// Idempotency keys by deed: a try after a lost connection says the same thing again, it does not do it twice.
import { isCallError, makeOnceKey } from './call.ts'

/** Nobody knows whether it was done: the same thing may be said again. */
export const isUndecided = (cause: unknown): boolean =>
  !isCallError(cause) || cause.status === 0 || cause.status >= 500 || cause.key === 'request_in_flight'

/** What a deed is done to. What is added is there twice when it is added twice; what is replaced or taken away is not. */
type About = { thing: string; isAddition: boolean }

const makeOnceKeys = (newKey: () => string) => {
  const open = new Map<string, { key: string; about: About | null }>()
  return {
    keyFor(deed: string, about: About | null = null): string {
      const key = open.get(deed)?.key ?? newKey()
      open.set(deed, { key, about })
      return key
    },
    /**
     * The deed is done, or the server refused it for good: the next one like it is another deed. So is one whose answer never came,
     * once something else was done to the same thing: on, off and on again.
     */
    settle(deed: string, cause: unknown = null) {
      const thing = open.get(deed)?.about?.thing
      if (cause === null || !isUndecided(cause)) open.delete(deed)
      if (cause !== null || thing === undefined) return
      for (const [other, { about }] of open) if (about?.thing === thing && !about.isAddition) open.delete(other)
    },
  }
}

export const onceKeys = makeOnceKeys(makeOnceKey)
