// Promise: how long the event that waits first has been waiting for its reader is known at any time, to the second.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { splitCursor } from './cursors.ts'
import type { Db, Deps } from './deps.ts'
import type { EventReader } from './events.ts'

const lookEveryMs = 1000
/** An event counts from the beginning of its transaction: one that was long and has just ended is told by then. */
const confirmAfterMs = 250
/** From here on news is late (s). */
export const lateAfterS = 2

/** `lagS` is null while the database does not say. */
export type EventLag = { lagS: number | null }

/** The event that waits first, and how long ago its transaction began. */
type WaitingEvent = { reader: string; transaction: bigint; ageS: number }

/** Of the readers the one whose next event is the oldest; null when there is nothing that any of them has not handled. */
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

/** What waits, and is not just about to be handled. */
const findLate = async ({ deps, readers }: LagOptions): Promise<WaitingEvent | null> => {
  const first = await findOldestWaiting(deps.db, readers)
  if (!first || first.ageS <= lateAfterS) return first
  await pause(confirmAfterMs)
  return findOldestWaiting(deps.db, readers)
}

/** Looks once a second until stopped; `readers` may grow. */
export const startLagWatch = (options: LagOptions) => {
  const ending = new AbortController()
  let now: EventLag = { lagS: 0 }
  const look = async (): Promise<void> => {
    try {
      now = { lagS: (await findLate(options))?.ageS ?? 0 }
    } catch {
      // whoever reads events says what is wrong
      now = { lagS: null }
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
