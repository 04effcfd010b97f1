// Event readers: durable ones, each with its own cursor in a row, and the live ones of a process, which share one query.
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
  /** stops after the current event */
  stop: () => Promise<void>
  /** its cursor: everything up to here has been handled */
  position: () => string
}

type Handle = (event: DomainEvent, cursor: string) => Promise<void>
type ReaderDeps = Pick<Deps, 'db' | 'bus' | 'log'>
type ReaderOptions = {
  deps: ReaderDeps
  name: string
  durable: boolean
  /** where a live reader starts; now by default */
  from?: string
  handle: Handle
}

const batchSize = 200
const pruneEveryMs = 3_600_000
const retryMs = 500
/** Retries for about an hour: if it always breaks, the event itself is at fault. */
const mostRetries = 7200

/** Sleeps that a wake-up ends early, and which return whether it did; a wake-up while awake ends the next sleep. */
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
 * Each process has a durable reader, but only one of them reads at a time. A wake-up from a process with a durable reader is
 * meant for that one; the others poll once a second, in case it is gone.
 */
const durableOf = new WeakMap<Bus, string>()
const wakeShape = z.object({ reader: z.string().nullable() })

/** Returns a function that wakes all readers, at most once per turn of the event loop. */
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

/**
 * Whether a wake-up is meant for this process's durable reader: it comes from this process, or from one without such a reader.
 */
const isForDurable = (bus: Bus, message: unknown): boolean => {
  const told = wakeShape.safeParse(message).data
  return !told || told.reader === null || told.reader === durableOf.get(bus)
}

/** `busy`: another process is reading; `away`: the database accepts no writes. */
type Round = 'more' | 'held' | 'busy' | 'empty' | 'away'
/** `hasNews`: there are most likely events to read. */
type Take = (hasNews: boolean) => Promise<Round>

const restAfter: Record<Round, number> = { more: 0, held: 15, busy: 100, empty: 1000, away: 1000 }

const roundOf = (count: number, held: boolean): Round => (count === batchSize ? 'more' : held ? 'held' : 'empty')

/** Runs rounds until stopped: at once after a wake-up ('events' on the bus), and at least once a second. */
const startRounds = (
  { bus, log }: ReaderDeps,
  name: string,
  take: Take,
  isForThis: (message: unknown) => boolean = () => true,
) => {
  const { wake, nap } = makeNap()
  const unsubscribe = bus.subscribe('events', (message) => void (isForThis(message) && wake()))
  const life = { isStopped: false }
  /** runs one round and returns how long to rest after it */
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

/** The queue of one live reader, which handles events one by one; `onRoom` is called when a full queue has room again. */
const makeQueue = ({ deps, name, handle }: ReaderOptions, from: string, onRoom: () => void) => {
  const waiting: StoredEvent[] = []
  let [handledTo, queuedTo] = [from, from]
  let working: Promise<void> | null = null
  const life = { isStopped: false }
  /** Handles an event, retrying while the database is down, since live events are read only once. */
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

/** The live readers of a process: one query serves all that have room, and a slow one holds up no other. */
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

/** One tail per process, since a process has one bus. */
const tails = new WeakMap<Bus, ReturnType<typeof makeTail>>()

const startLiveReader = async (options: ReaderOptions): Promise<EventReader> => {
  const { deps } = options
  const from = options.from ?? (await readLatestCursor(deps.db))
  const tail = tails.get(deps.bus) ?? makeTail(deps)
  tails.set(deps.bus, tail)
  return tail.join(options, from)
}

/** Reads and handles one batch after the stored cursor, unless another process is doing so. */
const makeDurableTake = (options: ReaderOptions, at: { cursor: string }): Take => {
  const { deps, name } = options
  const handleBatch = makeHandleBatch(options)
  // the lock keeps other processes away during a batch; its transaction has no id, so it holds back no reader
  const takeLocked = async (tx: Tx): Promise<{ round: Round; done?: string }> => {
    const turn = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`reader:${name}`}, 0)) as taken`
    const { rows } = await turn.execute(tx)
    // the reader at work may have queried before the event that woke this one
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
      // checked without a transaction; if another process has read on, the query under the lock will show it
      const { events, held } = await readBatch(deps.db, at.cursor, 1)
      if (events.length === 0) return held ? 'held' : 'empty'
    }
    const { round, done } = await deps.db.transaction().execute(takeLocked)
    at.cursor = done ?? at.cursor
    return round
  }
}

/** A restored database may have fewer transactions than the cursor says: then all stored events are read again. */
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
 * Starts a reader, which runs until stopped. A durable one stores its cursor, continues there, and gets each event at least once;
 * a live one starts now and gets each event once.
 */
export const startReader = (options: ReaderOptions): Promise<EventReader> =>
  options.durable ? startDurableReader(options) : startLiveReader(options)
