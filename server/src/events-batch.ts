// A durable reader's batch of events: those of one subject are handled in order, different subjects a few at a time.
import type { DomainEvent } from '@wayfare/core/events'
import { isBreak, isOutOfService } from './db/open.ts'
import type { Deps } from './deps.ts'
import { subjectOf, type StoredEvent } from './events.ts'
import { makeTurns } from './turns.ts'

/** Subjects handled concurrently: each may use one of the pool's ten connections, which requests need, too. */
const mostAtOnce = 4
/** The longest a batch may take (ms): the database ends transactions that are idle for much longer (db/open). */
const mostBatchMs = 5000
/** After this many failures an event is given up, so that a bad one does not stop all others. */
const mostTries = 5
/**
 * How often an event is retried after a broken connection, for about an hour: if it always breaks, the event's own statement is
 * at fault. If the database is down or its disk is full, retries are unlimited.
 */
const mostBreaks = 3600

type BatchOptions = {
  deps: Pick<Deps, 'log'>
  name: string
  handle: (event: DomainEvent, cursor: string) => Promise<void>
}

/**
 * `done`: everything up to here was handled or given up. `isStuck`: something failed and will be retried; `isAway`: because the
 * database is out of service, which does not count as a try.
 */
type Handled = { done: string | undefined; isStuck: boolean; isAway: boolean }

export const makeHandleBatch = ({ deps, name, handle }: BatchOptions): ((events: readonly StoredEvent[]) => Promise<Handled>) => {
  const failures = new Map<string, number>()
  const breaks = new Map<string, number>()
  /** Events already handled behind a failed one of another subject; they are skipped when that one is retried. */
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
    // even if all were handled, since saving the cursor may fail; includes earlier ones that this batch did not reach
    ahead = new Set(events.map(({ cursor }) => cursor).filter((cursor) => handled.has(cursor) || ahead.has(cursor)))
    return { done: firstLeft === 0 ? undefined : done?.cursor, isStuck: stuck.size > 0, isAway }
  }
}
