import { sql, type Kysely } from 'kysely'

const spans = `
-- The stretches of time that a moment lies in, of ten minutes to 228 days, each eight times as long as the one before: what any
-- stretch of time holds is found by a few of their numbers. As bookings/queries-spans numbers them.
create function time_spans(at timestamptz) returns bigint[] language sql immutable parallel safe as $$
  select array[s / 600 * 8, s / 4800 * 8 + 1, s / 38400 * 8 + 2, s / 307200 * 8 + 3, s / 2457600 * 8 + 4, s / 19660800 * 8 + 5]
  from (select extract(epoch from at at time zone 'UTC')::bigint as s) moment
$$;
`

// Beside the words, so that one look finds what a stretch of time and a fleet hold of them, and reads no other line.
const words = `
drop index booking_search_words;
create index booking_search_words on booking_search using gin (text gin_trgm_ops, customer_phone gin_trgm_ops, driver_phone gin_trgm_ops,
  time_spans(created_at), time_spans(trip_date), (array[fleet_admin_id]));
analyze booking_search;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [spans, words]) await sql.raw(part).execute(db)
}
