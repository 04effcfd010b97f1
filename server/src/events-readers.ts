// Whoever reads events: durable readers, each with a cursor of its own in a row, and the live ones of a process, which share one look.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DomainEvent } from '@wayfare/core/events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Bus } from './adapters/ports.ts'
import { compareCursors, splitCursor } from './cursors.ts'
import { isBreak, isOutOfService } from './db/open.ts'
import type { Deps, Tx } from './deps.ts'
import { makeHandleBatch } from './events-batch.ts'
import { beginning, pruneEvents, readBatch, readCursor, readLatestCursor, saveCursor, type StoredEvent } from './events.ts'

export type EventReader = Pick<ReaderOptions, 'name' | 'durable'> & {
  /** ends after the event at hand */
  stop: () => Promise<void>
  /** where it stands: everything up to here has been handled */
  position: () => string
}

type Handle = (event: DomainEvent, cursor: string) => Promise<void>
type ReaderDeps = Pick<Deps, 'db' | 'bus' | 'log'>
type ReaderOptions = {
  deps: ReaderDeps
  name: string
  durable: boolean
  /** where one that is not durable begins: now, unless told */
  from?: string
  handle: Handle
}

const batchSize = 200
const pruneEveryMs = 3_600_000
const retryMs = 500
/** So often, for about an hour: what always breaks off is the event's own fault. */
const mostRetries = 7200

/** Sleeps that a wake-up cuts short, which they tell; a wake-up that comes while awake cuts the next one. */
const makeNap = () => {
  let isWoken = false
  let end: (() => void) | null = null
  const wake = () => {
    isWoken = true
    end?.()
  }
  const nap = (ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        end = null
        resolve(isWoken)
        isWoken = false
      }
      const timer = setTimeout(finish, isWoken ? 0 : ms)
      end = finish
    })
  return { wake, nap }
}

/**
 * Of several processes each has its durable reader, and one of them reads at a time. News of a process that has one is for that one:
 * the others look once a second, in case it is gone.
 */
const durableOf = new WeakMap<Bus, string>()
const wakeShape = z.object({ reader: z.string().nullable() })

/** A function that tells all readers, at most once per turn of the event loop, that there may be new events. */
export const makeWakeReaders = (bus: Bus): (() => void) => {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      bus.publish('events', { reader: durableOf.get(bus) ?? null } satisfies z.infer<typeof wakeShape>)
    })
  }
}

/** Whether news are for this process's durable reader to begin with: its own, or those of a process without one. */
const isForDurable = (bus: Bus, message: unknown): boolean => {
  const told = wakeShape.safeParse(message).data
  return !told || told.reader === null || told.reader === durableOf.get(bus)
}

/** `busy`: another process reads; `away`: the database does not take what reactions write. */
type Round = 'more' | 'held' | 'busy' | 'empty' | 'away'
/** `hasNews`: there is most likely something to read. */
type Take = (hasNews: boolean) => Promise<Round>

const restAfter: Record<Round, number> = { more: 0, held: 15, busy: 100, empty: 1000, away: 1000 }

const roundOf = (count: number, held: boolean): Round => (count === batchSize ? 'more' : held ? 'held' : 'empty')

/** One round after the other until stopped: at once after a wake-up ('events' on the bus), and once a second anyway. */
const startRounds = (
  { bus, log }: ReaderDeps,
  name: string,
  take: Take,
  isForThis: (message: unknown) => boolean = () => true,
) => {
  const { wake, nap } = makeNap()
  const unsubscribe = bus.subscribe('events', (message) => void (isForThis(message) && wake()))
  const life = { isStopped: false }
  /** one round; how long to rest after it */
  const read = async (failures: number, hasNews: boolean): Promise<{ restMs: number; failures: number }> => {
    try {
      return { restMs: restAfter[await take(hasNews)], failures: 0 }
    } catch (error) {
      if (!life.isStopped) log.warn({ err: error, reader: name }, 'events cannot be read now')
      return { restMs: Math.min(2000, 100 * 2 ** failures), failures: failures + 1 }
    }
  }
  const run = async (): Promise<void> => {
    for (let state = { restMs: 0, failures: 0 }; !life.isStopped;) {
      const hasNews = state.restMs === 0 || (await nap(state.restMs))
      state = await read(state.failures, hasNews)
    }
  }
  const running = run()
  return {
    wake,
    stop: async (): Promise<void> => {
      life.isStopped = true
      unsubscribe()
      wake()
      await running
    },
  }
}

/** Events that wait for one live reader, handled one after the other; `onRoom` hears when a full queue takes more again. */
const makeQueue = ({ deps, name, handle }: ReaderOptions, from: string, onRoom: () => void) => {
  const waiting: StoredEvent[] = []
  let [handledTo, queuedTo] = [from, from]
  let working: Promise<void> | null = null
  const life = { isStopped: false }
  /** Nobody reads it a second time: what the database was not there for is handled once it is back. */
  const handleOnce = async ({ event, cursor }: StoredEvent): Promise<void> => {
    let retries = 0
    for (let isDone = false; !isDone && !life.isStopped;) {
      try {
        await handle(event, cursor)
        isDone = true
      } catch (error) {
        const facts = { err: error, cursor, type: event.type, reader: name }
        isDone = !isOutOfService(error) || (isBreak(error) && ++retries > mostRetries)
        if (isDone) deps.log.error(facts, 'an event was not passed on')
        else {
          deps.log.warn(facts, 'an event waits for the database')
          await pause(retryMs)
        }
      }
    }
  }
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !life.isStopped; next = waiting.shift()) {
      await handleOnce(next)
      handledTo = next.cursor
      if (waiting.length === batchSize - 1) onRoom()
    }
    working = null
  }
  return {
    hasRoom: (): boolean => waiting.length < batchSize,
    queuedTo: (): string => queuedTo,
    handledTo: (): string => handledTo,
    add: (events: readonly StoredEvent[]): void => {
      const fresh = events.filter(({ cursor }) => compareCursors(cursor, queuedTo) > 0)
      queuedTo = fresh.at(-1)?.cursor ?? queuedTo
      waiting.push(...fresh)
      if (fresh.length > 0) working ??= work()
    },
    stop: async (): Promise<void> => {
      life.isStopped = true
      await working
    },
  }
}

type Queue = ReturnType<typeof makeQueue>

/** The live readers of a process: one look at the table for all that can take more; one that is slow holds up no other. */
const makeTail = (deps: ReaderDeps) => {
  const queues = new Set<Queue>()
  const take: Take = async () => {
    const ready = [...queues].filter((queue) => queue.hasRoom())
    const [from] = ready.map((queue) => queue.queuedTo()).toSorted(compareCursors)
    if (from === undefined) return 'empty'
    const { events, held } = await readBatch(deps.db, from, batchSize)
    for (const queue of ready) queue.add(events)
    return roundOf(events.length, held)
  }
  let rounds: ReturnType<typeof startRounds> | null = null
  const join = (options: ReaderOptions, from: string): EventReader => {
    const queue = makeQueue(options, from, () => rounds?.wake())
    queues.add(queue)
    if (rounds) rounds.wake()
    else rounds = startRounds(deps, 'live', take)
    return {
      name: options.name,
      durable: false,
      position: queue.handledTo,
      stop: async () => {
        queues.delete(queue)
        const last = queues.size === 0 ? rounds : null
        if (last) rounds = null
        await Promise.all([queue.stop(), last?.stop()])
      },
    }
  }
  return { join }
}

/** A process has one bus, and so one tail. */
const tails = new WeakMap<Bus, ReturnType<typeof makeTail>>()

const startLiveReader = async (options: ReaderOptions): Promise<EventReader> => {
  const { deps } = options
  const from = options.from ?? (await readLatestCursor(deps.db))
  const tail = tails.get(deps.bus) ?? makeTail(deps)
  tails.set(deps.bus, tail)
  return tail.join(options, from)
}

/** Reads and handles one batch after the cursor in the row, while no other process does. */
const makeDurableTake = (options: ReaderOptions, at: { cursor: string }): Take => {
  const { deps, name } = options
  const handleBatch = makeHandleBatch(options)
  // The lock keeps other processes off while a batch runs; the transaction around it takes no id, so it holds no reader back.
  const takeLocked = async (tx: Tx): Promise<{ round: Round; done?: string }> => {
    const turn = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`reader:${name}`}, 0)) as taken`
    const { rows } = await turn.execute(tx)
    // whoever reads now may have looked before the news that woke this one
    if (!rows[0]?.taken) return { round: 'busy' }
    const start = await readCursor(tx, name)
    const { events, held } = await readBatch(deps.db, start, batchSize, tx)
    const { done = start, isStuck, isAway } = await handleBatch(events)
    if (done !== start) await saveCursor(tx, name, done)
    if (isAway) return { round: 'away', done }
    const isWhole = events.every(({ cursor }) => compareCursors(cursor, done) <= 0)
    return { round: isStuck ? 'held' : isWhole ? roundOf(events.length, held) : 'more', done }
  }
  return async (hasNews) => {
    if (!hasNews) {
      // without a transaction; where another process has read on, the look under the lock finds out
      const { events, held } = await readBatch(deps.db, at.cursor, 1)
      if (events.length === 0) return held ? 'held' : 'empty'
    }
    const { round, done } = await deps.db.transaction().execute(takeLocked)
    at.cursor = done ?? at.cursor
    return round
  }
}

/** A database put back from an export may know fewer transactions than the cursor: then all that is kept is read again. */
const mendCursor = async ({ deps, name }: ReaderOptions, at: { cursor: string }): Promise<void> => {
  at.cursor = await readCursor(deps.db, name)
  const now = await readLatestCursor(deps.db)
  if (splitCursor(at.cursor)[0] <= splitCursor(now)[0]) return
  deps.log.warn({ reader: name, cursor: at.cursor }, 'the cursor is of another database: events are read from the beginning')
  at.cursor = beginning
  await saveCursor(deps.db, name, beginning)
}

const startDurableReader = async (options: ReaderOptions): Promise<EventReader> => {
  const { deps, name } = options
  const at = { cursor: beginning }
  await mendCursor(options, at)
  const take = makeDurableTake(options, at)
  let prunedAt = 0
  const takeOrPrune: Take = async (hasNews) => {
    const round = await take(hasNews)
    if (round === 'empty' && Date.now() - prunedAt >= pruneEveryMs) {
      prunedAt = Date.now()
      await pruneEvents(deps.db)
    }
    return round
  }
  const id = durableOf.get(deps.bus) ?? randomUUID()
  durableOf.set(deps.bus, id)
  const rounds = startRounds(deps, name, takeOrPrune, (message) => isForDurable(deps.bus, message))
  const stop = (): Promise<void> => {
    durableOf.delete(deps.bus)
    return rounds.stop()
  }
  return { name, durable: true, position: () => at.cursor, stop }
}

/**
 * Reads on until stopped. A durable reader keeps its cursor in a row and continues there, each event at least once; the others begin
 * at now, each event once.
 */
export const startReader = (options: ReaderOptions): Promise<EventReader> =>
  options.durable ? startDurableReader(options) : startLiveReader(options)
