// Events: written in the transaction that makes them true, and read by everyone in the same order without gaps. Readers only take
// events that no open transaction can still precede, in order of (transaction, id): ids are assigned before the commit, so `id >
// last` would lose rows.
import type { DomainEvent } from '@wayfare/core/events'
import { sql } from 'kysely'
import { compareCursors, prunedMark, restoredMark, splitCursor } from './cursors.ts'
import type { Db, Tx } from './deps.ts'
import { putRows, type Parts } from './db/outbox.ts'
import { readEventBound } from './events-bound.ts'

/** `cursor` is a position between events, as text: "<transaction>:<id>". */
export type StoredEvent = { event: DomainEvent; cursor: string }

export const beginning = '0:0'

const retention = sql.raw(`interval '7 days'`)

/** The subject of an event: events about the same booking or person are published and handled in order. */
export const subjectOf = (event: DomainEvent): string => {
  if ('bookingId' in event) return event.bookingId
  return 'userId' in event ? event.userId : event.type
}

const insertEvents = (events: readonly DomainEvent[]): Parts => {
  const types = events.map(({ type }) => type)
  const payloads = events.map(({ type: _type, ...payload }) => JSON.stringify(payload))
  const insert = sql`insert into event (type, payload)
    select type, payload::jsonb from unnest(${types}::text[], ${payloads}::text[]) with ordinality as told (type, payload, place) order by place`
  return { tables: [insert], isNews: true }
}

/** Writes events, in order, at the end of the transaction that makes them true. */
export const emitAll = (tx: Tx, events: readonly DomainEvent[]): Promise<void> => putRows(tx, insertEvents, events)

export const emitEvent = (tx: Tx, event: DomainEvent): Promise<void> => emitAll(tx, [event])

type EventRow = { transaction: string; id: string; type: string; payload: Record<string, unknown>; settled: boolean }

type Batch = { events: StoredEvent[]; held: boolean }

/** `held`: committed events wait for an open transaction; without a `bound`, for any in the whole cluster. */
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

/**
 * The events after a cursor that no open transaction can precede. The bound takes a query of its own, made only if it may matter.
 */
export const readBatch = async (db: Db, cursor: string, limit: number, within: Db | Tx = db): Promise<Batch> => {
  const batch = await readBelow(within, cursor, limit, null)
  return batch.held ? readBelow(within, cursor, limit, await readEventBound(db)) : batch
}

/** The events after a cursor, in order, that no open transaction can precede. */
export const readEventsAfter = async (db: Db, cursor: string, limit: number): Promise<StoredEvent[]> =>
  (await readBatch(db, cursor, limit)).events

/** The number of events after a cursor, counted up to `most`. */
export const countEventsAfter = async (db: Db | Tx, cursor: string, most: number): Promise<number> => {
  const [transaction, id] = splitCursor(cursor)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from event where (transaction_id, id) > (${String(transaction)}::xid8, ${String(id)}::bigint) limit ${most}
    ) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The cursor of now: everything before it is committed and visible, everything after it is still to come. */
export const readLatestCursor = async (db: Db): Promise<string> => `${await readEventBound(db)}:0`

/** Whether everything after the cursor is still stored, and the cursor belongs to this database. */
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

export const saveCursor = async (db: Db | Tx, reader: string, cursor: string): Promise<void> => {
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

/** Deletes events older than seven days that every durable reader has read. Stores how far, so that late clients can be told. */
export const pruneEvents = async (db: Db): Promise<void> => {
  while ((await pruneSome(db)) === pruneSize);
}
