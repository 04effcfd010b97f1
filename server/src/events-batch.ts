// A batch of events that a durable reader handles: those of one subject in order, of different subjects a few at a time.
import type { DomainEvent } from '@wayfare/core/events'
import { isBreak, isOutOfService } from './db/open.ts'
import type { Deps } from './deps.ts'
import { subjectOf, type StoredEvent } from './events.ts'
import { makeTurns } from './turns.ts'

/** Each takes a connection of the pool's ten now and then, which requests need as well. */
const mostAtOnce = 4
/** So long (ms) a durable reader is at one batch: the database ends a transaction that is silent for much longer (db/open). */
const mostBatchMs = 5000
/** A durable reader gives an event up after so many failures, so that one bad event does not stop all others. */
const mostTries = 5
/**
 * So often, for about an hour, an event waits for a connection that does not break off: where it always does, that is its own statement's
 * fault. For a database to be there, and for room on its disk, it waits as long as it takes.
 */
const mostBreaks = 3600

type BatchOptions = {
  deps: Pick<Deps, 'log'>
  name: string
  handle: (event: DomainEvent, cursor: string) => Promise<void>
}

/**
 * `done`: everything up to here was handled, or given up. `isStuck`: something failed and is to be tried again; `isAway`: because the
 * database takes nothing just now, of which no event ever used up its tries.
 */
type Handled = { done: string | undefined; isStuck: boolean; isAway: boolean }

export const makeHandleBatch = ({ deps, name, handle }: BatchOptions): ((events: readonly StoredEvent[]) => Promise<Handled>) => {
  const failures = new Map<string, number>()
  const breaks = new Map<string, number>()
  /** What of the last batch was handled, of other subjects behind an event that failed: it is not handled again when that one is. */
  let ahead = new Set<string>()
  let isAway = false

  const mayWait = (error: unknown, cursor: string): boolean => {
    if (!isBreak(error)) return isOutOfService(error)
    const count = (breaks.get(cursor) ?? 0) + 1
    breaks.set(cursor, count)
    return count <= mostBreaks
  }

  const isHandled = async ({ event, cursor }: StoredEvent): Promise<boolean> => {
    try {
      await handle(event, cursor)
    } catch (error) {
      if (mayWait(error, cursor)) {
        isAway = true
        deps.log.warn({ err: error, cursor, type: event.type, reader: name }, 'an event waits for the database')
        return false
      }
      const tries = (failures.get(cursor) ?? 0) + 1
      failures.set(cursor, tries)
      if (tries < mostTries) {
        deps.log.warn({ err: error, cursor, type: event.type, reader: name }, 'an event will be handled again')
        return false
      }
      deps.log.error({ err: error, cursor, type: event.type, reader: name }, 'an event was given up')
    }
    failures.delete(cursor)
    breaks.delete(cursor)
    return true
  }
  return async (events) => {
    const since = performance.now()
    const turns = makeTurns(mostAtOnce)
    const handled = new Set<string>()
    const stuck = new Set<string>()
    isAway = false
    for (const stored of events) {
      if (isAway || performance.now() - since > mostBatchMs) break
      const subject = subjectOf(stored.event)
      await turns.take(subject, async (turn) => {
        await turn
        if (stuck.has(subject)) return
        if (ahead.has(stored.cursor) || (await isHandled(stored))) handled.add(stored.cursor)
        else stuck.add(subject)
      })
    }
    await turns.end()
    const firstLeft = events.findIndex(({ cursor }) => !handled.has(cursor))
    const done = events.at(firstLeft === -1 ? -1 : firstLeft - 1)
    // also where all were: the cursor may not be saved; and what this batch did not come to
    ahead = new Set(events.map(({ cursor }) => cursor).filter((cursor) => handled.has(cursor) || ahead.has(cursor)))
    return { done: firstLeft === 0 ? undefined : done?.cursor, isStuck: stuck.size > 0, isAway }
  }
}
