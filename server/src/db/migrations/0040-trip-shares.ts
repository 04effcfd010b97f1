import { sql, type Kysely } from 'kysely'

const shares = `
-- Links by which somebody without an account follows a trip while it runs. Of the token a keyed hash is kept; the rows go with the trip.
create table trip_share (
  token_hash text primary key,
  booking_id text not null references booking(id),
  created_at timestamptz not null default now(),
  -- by mail or SMS, by us
  sent boolean not null default false,
  withdrawn_at timestamptz
);
create index trip_share_booking on trip_share (booking_id);
`

const panics = `
-- A rider in need is an alert of its own beside that of the driver.
alter table panic add column raised_by text not null default 'driver' check (raised_by in ('driver', 'rider'));
drop index panic_open;
create unique index panic_open on panic (booking_id, raised_by) where answered_at is null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(shares).execute(db)
  await sql.raw(panics).execute(db)
}
