// Promise: after a restore the readers of events go on where they were. Transactions are counted anew by each PostgreSQL, so events and
// cursors of another one get new places, in the old order, before all that comes.
import type { ClientBase } from 'pg'
import { prunedMark, restoredMark } from '../cursors.ts'

export const eventsTable = 'create temp table event_restored (like event) on commit drop'

/** All in the transaction that restores: a place there is before that of every later one, and committed when anybody reads. */
const renumber = (columns: string): string => `
insert into event (id, transaction_id${columns})
overriding system value
select $1::bigint + row_number() over (order by transaction_id, id), pg_current_xact_id()${columns} from event_restored`

const moveCursors = `
update event_cursor c set transaction_id = pg_current_xact_id(),
  event_id = $1::bigint + (select count(*) from event_restored e where (e.transaction_id, e.id) <= (c.transaction_id, c.event_id))`

/** Whoever was connected to the old database has to look at everything again; and what was told before is not told again. */
const setMarks = `
insert into event_cursor (reader, transaction_id, event_id)
select reader, pg_current_xact_id(), $1::bigint + (select count(*) from event_restored) from unnest($2::text[]) as reader
on conflict (reader) do update set transaction_id = excluded.transaction_id, event_id = excluded.event_id`

/** `goesOn`: what no reader has come to was told by nobody. */
type Counted = { lastId: bigint; goesOn: boolean }

/** Brings what was copied into `event_restored` into `event`; the ids begin after the last one that the old database gave. */
export const placeEvents = async (client: ClientBase, columns: readonly string[], { lastId, goesOn }: Counted): Promise<void> => {
  const others = columns.filter((name) => name !== 'id' && name !== 'transaction_id').map((name) => `, ${name}`)
  await client.query(renumber(others.join('')), [String(lastId)])
  await client.query(moveCursors, [String(lastId)])
  await client.query(setMarks, [String(lastId), goesOn ? [prunedMark] : [prunedMark, restoredMark]])
  await client.query(
    `
    select setval(pg_get_serial_sequence('event', 'id'), greatest($1::bigint + (select count(*) from event_restored), 1))`,
    [String(lastId)],
  )
}
