import { sql, type Kysely } from 'kysely'

const servedCity = `
-- Which city all processes on this database serve. Each switch counts the version up: by it a process knows whether it has followed.
create table served_city (
  id boolean primary key default true check (id),
  dataset text not null,
  version integer not null default 1,
  served_at timestamptz not null default now()
);

-- The city stays as it is until the transaction ends; null where none was recorded. Volatile, so that the row is read as it is once
-- the lock is there.
create function hold_city() returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('city', 0));
  return (select version from served_city);
end $$;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(servedCity).execute(db)
}
