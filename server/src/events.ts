// Facts: written in the transaction that makes them true, read by everyone in one order, none skipped.
// A reader takes what no open transaction of this database can still precede, in order of (transaction, id): ids are given before
// commit, so `id > last` loses rows.
import type { DomainEvent } from '@wayfare/core/events'
import { sql } from 'kysely'
import type { Bus } from './adapters/ports.ts'
import { compareCursors, prunedMark, restoredMark, splitCursor } from './cursors.ts'
import type { Db, Deps, Tx } from './deps.ts'
import { readEventBound } from './events-bound.ts'

/** `cursor` names a place between events, as text: "<transaction>:<id>". */
export type StoredEvent = { event: DomainEvent; cursor: string }

const beginning = '0:0'

const retention = sql.raw(`interval '7 days'`)

/** Writes facts, in their order, into the transaction that makes them true. */
export const emitAll = async (tx: Tx, events: readonly DomainEvent[]): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ type, ...payload }) => ({ type, payload: JSON.stringify(payload) }))
  await tx.insertInto('event').values(rows).execute()
}

export const emitEvent = (tx: Tx, event: DomainEvent): Promise<void> => emitAll(tx, [event])

type EventRow = { transaction: string; id: string; type: string; payload: Record<string, unknown>; settled: boolean }

type Batch = { events: StoredEvent[]; held: boolean }

/** `held`: committed events wait behind a transaction that is still open. Without a `bound` behind any of the whole cluster. */
const readBelow = async (db: Db | Tx, cursor: string, limit: number, bound: bigint | null): Promise<Batch> => {
  const [transaction, id] = splitCursor(cursor)
  const { rows } = await sql<EventRow>`
    select transaction_id::text as transaction, id::text as id, type, payload,
      transaction_id < coalesce(${bound === null ? null : String(bound)}::xid8, pg_snapshot_xmin(pg_current_snapshot())) as settled
    from event where (transaction_id, id) > (${String(transaction)}::xid8, ${String(id)}::bigint)
    order by event.transaction_id, event.id limit ${limit}`.execute(db)
  const events = rows
    .filter((row) => row.settled)
    .map((row) => ({ event: { type: row.type, ...row.payload } as DomainEvent, cursor: `${row.transaction}:${row.id}` }))
  return { events, held: events.length < rows.length }
}

/** The bound costs a statement of its own, before the look: it is asked for only where it can make a difference. */
const readBatch = async (db: Db, cursor: string, limit: number, within: Db | Tx = db): Promise<Batch> => {
  const batch = await readBelow(within, cursor, limit, null)
  return batch.held ? readBelow(within, cursor, limit, await readEventBound(db)) : batch
}

/** The events after a cursor, in order; none that an open transaction could still precede. */
export const readEventsAfter = async (db: Db, cursor: string, limit: number): Promise<StoredEvent[]> =>
  (await readBatch(db, cursor, limit)).events

/** How many events there are after a cursor, counted no further than `most`. */
export const countEventsAfter = async (db: Db | Tx, cursor: string, most: number): Promise<number> => {
  const [transaction, id] = splitCursor(cursor)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from event where (transaction_id, id) > (${String(transaction)}::xid8, ${String(id)}::bigint) limit ${most}
    ) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The cursor of now: everything before it has been committed and can be seen, everything after it is still to come. */
export const readLatestCursor = async (db: Db): Promise<string> => `${await readEventBound(db)}:0`

/** Whether everything after the cursor is still kept, and the cursor is of this database at all. */
export const canResumeFrom = async (db: Db | Tx, cursor: string): Promise<boolean> => {
  const { rows } = await sql<{ xmax: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`.execute(db)
  const isFromTheFuture = splitCursor(cursor)[0] > BigInt(rows[0]?.xmax ?? '0')
  return !isFromTheFuture && compareCursors(cursor, await readCursor(db, prunedMark)) >= 0
}

export const readCursor = async (db: Db | Tx, reader: string): Promise<string> => {
  const { rows } = await sql<{ cursor: string }>`
    select transaction_id::text || ':' || event_id::text as cursor from event_cursor where reader = ${reader}`.execute(db)
  return rows[0]?.cursor ?? beginning
}

const saveCursor = async (db: Db | Tx, reader: string, cursor: string): Promise<void> => {
  const [transaction, id] = splitCursor(cursor)
  await sql`
    insert into event_cursor (reader, transaction_id, event_id) values (${reader}, ${String(transaction)}::xid8, ${String(id)}::bigint)
    on conflict (reader) do update set transaction_id = excluded.transaction_id, event_id = excluded.event_id`.execute(db)
}

const pruneSize = 10_000

const pruneSome = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ transaction: string; id: string }>`
    with old as (
      select e.transaction_id, e.id from event e
      where e.at < now() - ${retention} and not exists (
        select 1 from event_cursor c where c.reader not in (${prunedMark}, ${restoredMark}) and (c.transaction_id, c.event_id) < (e.transaction_id, e.id))
      order by e.transaction_id, e.id limit ${pruneSize}
    ), gone as (delete from event e using old where e.id = old.id returning e.transaction_id, e.id)
    select transaction_id::text as transaction, id::text as id from gone`.execute(db)
  const last = rows
    .map(({ transaction, id }) => `${transaction}:${id}`)
    .toSorted(compareCursors)
    .at(-1)
  if (last) await saveCursor(db, prunedMark, last)
  return rows.length
}

/**
 * Deletes what is older than seven days and read by every durable reader; remembers how far, so that late comers are told.
 * @internal
 */
export const pruneEvents = async (db: Db): Promise<void> => {
  while ((await pruneSome(db)) === pruneSize);
}

/** A function that tells all readers, at most once per turn of the event loop, that there may be new events. */
export const makeWakeReaders = (bus: Bus): (() => void) => {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      bus.publish('events', {})
    })
  }
}

export type EventReader = Pick<ReaderOptions, 'name' | 'durable'> & {
  /** ends after the event at hand */
  stop: () => Promise<void>
  /** where it stands: everything up to here has been handled */
  position: () => string
}

type Handle = (event: DomainEvent, cursor: string) => Promise<void>
type ReaderOptions = {
  deps: Pick<Deps, 'db' | 'bus' | 'log'>
  name: string
  durable: boolean
  /** where one that is not durable begins: now, unless told */
  from?: string
  handle: Handle
}

const batchSize = 200
/** So long (ms) a durable reader is at one batch: the database ends a transaction that is silent for much longer (db/open). */
const mostBatchMs = 5000
/** A durable reader gives an event up after so many failures, so that one bad event does not stop all others. */
const mostTries = 5
const pruneEveryMs = 3_600_000

/** Sleeps that a wake-up cuts short; a wake-up that comes while awake cuts the next one. */
const makeNap = () => {
  let isWoken = false
  let end: (() => void) | null = null
  const wake = () => {
    isWoken = true
    end?.()
  }
  const nap = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        end = null
        isWoken = false
        resolve()
      }
      const timer = setTimeout(finish, isWoken ? 0 : ms)
      end = finish
    })
  return { wake, nap }
}

type Round = 'more' | 'held' | 'empty'
type Take = () => Promise<Round>

const restAfter: Record<Round, number> = { more: 0, held: 15, empty: 1000 }

const roundOf = (count: number, held: boolean): Round => (count === batchSize ? 'more' : held ? 'held' : 'empty')

const makeLiveTake = ({ deps, handle }: ReaderOptions, at: { cursor: string }): Take => {
  return async () => {
    const { events, held } = await readBatch(deps.db, at.cursor, batchSize)
    for (const { event, cursor } of events) {
      await handle(event, cursor).catch((error: unknown) =>
        deps.log.error({ err: error, cursor, type: event.type }, 'an event was not passed on'),
      )
      at.cursor = cursor
    }
    return roundOf(events.length, held)
  }
}

const makeDurableTake = ({ deps, name, handle }: ReaderOptions, at: { cursor: string }): Take => {
  let failed = { cursor: '', tries: 0 }
  const isHandled = async ({ event, cursor }: StoredEvent): Promise<boolean> => {
    try {
      await handle(event, cursor)
      return true
    } catch (error) {
      failed = failed.cursor === cursor ? { cursor, tries: failed.tries + 1 } : { cursor, tries: 1 }
      if (failed.tries < mostTries) {
        deps.log.warn({ err: error, cursor, type: event.type, reader: name }, 'an event will be handled again')
        return false
      }
      deps.log.error({ err: error, cursor, type: event.type, reader: name }, 'an event was given up')
      return true
    }
  }
  // The lock keeps other processes off while a batch runs; the transaction around it takes no id, so it holds no reader back.
  const takeLocked = async (tx: Tx): Promise<{ round: Round; done?: string }> => {
    const turn = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`reader:${name}`}, 0)) as taken`
    const { rows } = await turn.execute(tx)
    if (!rows[0]?.taken) return { round: 'empty' }
    const start = await readCursor(tx, name)
    const { events, held } = await readBatch(deps.db, start, batchSize, tx)
    let [done, isStuck] = [start, false]
    const since = performance.now()
    for (const stored of events) {
      isStuck = !(await isHandled(stored))
      if (!isStuck) done = stored.cursor
      if (isStuck || performance.now() - since > mostBatchMs) break
    }
    if (done !== start) await saveCursor(tx, name, done)
    const isWhole = events.every(({ cursor }) => compareCursors(cursor, done) <= 0)
    return { round: isStuck ? 'held' : isWhole ? roundOf(events.length, held) : 'more', done }
  }
  return async () => {
    // another process may have read on
    at.cursor = await readCursor(deps.db, name)
    const { events, held } = await readBatch(deps.db, at.cursor, 1)
    if (events.length === 0) return held ? 'held' : 'empty'
    const { round, done } = await deps.db.transaction().execute(takeLocked)
    at.cursor = done ?? at.cursor
    return round
  }
}

/** A database put back from an export may know fewer transactions than the cursor: then all that is kept is read again. */
const mendCursor = async ({ deps, name, durable, from }: ReaderOptions, at: { cursor: string }): Promise<void> => {
  if (!durable) {
    at.cursor = from ?? (await readLatestCursor(deps.db))
    return
  }
  at.cursor = await readCursor(deps.db, name)
  const now = await readLatestCursor(deps.db)
  if (splitCursor(at.cursor)[0] <= splitCursor(now)[0]) return
  deps.log.warn({ reader: name, cursor: at.cursor }, 'the cursor is of another database: events are read from the beginning')
  at.cursor = beginning
  await saveCursor(deps.db, name, beginning)
}

/**
 * Reads on until stopped: at once after a wake-up ('events' on the bus), and once a second anyway. A durable reader keeps its
 * cursor in a row and continues there, each event at least once; the others begin at now, each event once.
 */
export const startReader = async (options: ReaderOptions): Promise<EventReader> => {
  const { deps, name, durable } = options
  const at = { cursor: beginning }
  await mendCursor(options, at)
  const take = durable ? makeDurableTake(options, at) : makeLiveTake(options, at)
  const { wake, nap } = makeNap()
  const unsubscribe = deps.bus.subscribe('events', wake)
  const life = { isStopped: false }
  let prunedAt = 0

  const prune = async () => {
    if (!durable || Date.now() - prunedAt < pruneEveryMs) return
    prunedAt = Date.now()
    await pruneEvents(deps.db)
  }
  /** one round; how long to rest after it */
  const read = async (failures: number): Promise<{ restMs: number; failures: number }> => {
    try {
      const round = await take()
      if (round === 'empty') await prune()
      return { restMs: restAfter[round], failures: 0 }
    } catch (error) {
      if (!life.isStopped) deps.log.warn({ err: error, reader: name }, 'events cannot be read now')
      return { restMs: Math.min(2000, 100 * 2 ** failures), failures: failures + 1 }
    }
  }
  const run = async () => {
    for (let state = { restMs: 0, failures: 0 }; !life.isStopped; state = await read(state.failures)) {
      if (state.restMs > 0) await nap(state.restMs)
    }
  }
  const running = run()
  return {
    name,
    durable,
    position: () => at.cursor,
    stop: async () => {
      life.isStopped = true
      unsubscribe()
      wake()
      await running
    },
  }
}
