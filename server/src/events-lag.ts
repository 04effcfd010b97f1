// Measures the delay of events to the second: the age of the oldest one that a reader has not handled. When events become late,
// the log says why, once, and also when that is over.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { splitCursor } from './cursors.ts'
import type { Db, Deps } from './deps.ts'
import { readEventBound } from './events-bound.ts'
import type { EventReader } from './events-readers.ts'

const lookEveryMs = 1000
/**
 * An event's age counts from the start of its transaction, so wait this long (ms) for events of a long one that has just ended.
 */
const confirmAfterMs = 1200
/** From this delay (s) on, events are late. */
export const lateAfterS = 2
/** Below this delay (s), events are on time again; in between, the state does not change. */
const inTimeBelowS = 1

/** `lagS` is null while the database does not answer; `cause` explains late events in words, for the operator only. */
export type EventLag = { lagS: number | null; cause: string | null }

/** The oldest waiting event, and the age of its transaction. */
type WaitingEvent = { reader: string; transaction: bigint; ageS: number }

/** The oldest event that some reader has not handled; null if there is none. */
const findOldestWaiting = async (db: Db, readers: readonly EventReader[]): Promise<WaitingEvent | null> => {
  const places = readers.map(({ name, durable, position }) => {
    const [transaction, id] = splitCursor(durable ? '0:0' : position())
    return { name, durable, transaction: String(transaction), id: String(id) }
  })
  const { rows } = await sql<{ reader: string; transaction: string; ageS: number }>`
    select place.name as reader, first.transaction, first."ageS"
    from json_to_recordset(${JSON.stringify(places)}::json) as place(name text, durable boolean, transaction text, id bigint)
    left join event_cursor kept on place.durable and kept.reader = place.name
    cross join lateral (
      select transaction_id::text as transaction, extract(epoch from clock_timestamp() - at)::float8 as "ageS" from event
      where (transaction_id, event.id) > (coalesce(kept.transaction_id, place.transaction::xid8), coalesce(kept.event_id, place.id))
      order by event.transaction_id, event.id limit 1) as first
    order by first."ageS" desc limit 1`.execute(db)
  return rows[0] ? { ...rows[0], transaction: BigInt(rows[0].transaction) } : null
}

type LagOptions = { deps: Pick<Deps, 'db' | 'log'>; readers: readonly EventReader[] }

/** The oldest waiting event, unless it is just about to be handled. */
const findLate = async ({ deps, readers }: LagOptions, signal: AbortSignal): Promise<WaitingEvent | null> => {
  const first = await findOldestWaiting(deps.db, readers)
  if (!first || first.ageS <= lateAfterS) return first
  await pause(confirmAfterMs, undefined, { signal })
  return findOldestWaiting(deps.db, readers)
}

type Holder = { kind: 'transaction' | 'prepared'; name: string; pid: number | null; state: string | null; openS: number | null }

/** The oldest open transaction that holds events back; without its query, which may contain personal data. */
const findHolder = async (db: Db): Promise<Holder | null> => {
  const { rows } = await sql<Holder>`
    select kind, name, pid, state, "openS" from (
      select 'transaction' as kind, application_name as name, pid, state, backend_xid as held,
        extract(epoch from clock_timestamp() - xact_start)::float8 as "openS"
      from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
      union all
      select 'prepared', gid, null, null, transaction, extract(epoch from clock_timestamp() - prepared)::float8
      from pg_prepared_xacts where database = current_database()
    ) as open order by age(held) desc limit 1`.execute(db)
  return rows[0] ?? null
}

const describeHolder = ({ kind, name, pid, state, openS }: Holder): string => {
  const since = openS === null ? '' : `, open for ${Math.round(openS)} s`
  if (kind === 'prepared') return `the prepared transaction ${name}${since}: commit it or roll it back`
  return `a transaction that has written, of process ${pid} (${name || 'no name'}, ${state ?? 'state unknown'})${since}`
}

/** Why an event is late: an open transaction holds it back, or its reader is too slow. */
const findCause = async (db: Db, { reader, transaction }: WaitingEvent): Promise<string> => {
  const isHeld = transaction >= (await readEventBound(db))
  const holder = isHeld ? await findHolder(db) : null
  return holder ? describeHolder(holder) : `the reader ${reader} does not keep up`
}

/** Measures once a second until stopped; `readers` may grow. */
export const startLagWatch = (options: LagOptions) => {
  const { db, log } = options.deps
  const ending = new AbortController()
  let now: EventLag = { lagS: 0, cause: null }
  let lateSince: number | null = null
  const begin = async (first: WaitingEvent): Promise<void> => {
    const cause = await findCause(db, first)
    lateSince = performance.now() - first.ageS * 1000
    now = { lagS: first.ageS, cause }
    log.warn({ lagS: Math.round(first.ageS * 10) / 10, cause }, 'live news is late')
  }
  const end = (): void => {
    if (lateSince !== null) log.info({ lateS: Math.round((performance.now() - lateSince) / 1000) }, 'live news is in time again')
    lateSince = null
  }
  const look = async (): Promise<void> => {
    try {
      const first = await findLate(options, ending.signal)
      const lagS = first?.ageS ?? 0
      if (first && lateSince === null && lagS > lateAfterS) return await begin(first)
      if (lagS < inTimeBelowS) end()
      now = { lagS, cause: lateSince === null ? null : now.cause }
    } catch {
      // the readers log the error themselves
      now = { ...now, lagS: null }
    }
  }
  const run = async (): Promise<void> => {
    while (await pause(lookEveryMs, true, { signal: ending.signal }).catch(() => false)) await look()
  }
  const running = run()
  return {
    current: (): EventLag => now,
    stop: async (): Promise<void> => {
      ending.abort()
      await running
    },
  }
}
