import { sql, type Kysely } from 'kysely'

const history = `
-- how much of the demo's past is written: a start that was cut short goes on with it
create table demo_history (
  id boolean primary key default true check (id),
  seed integer not null,
  -- the moment at which the past ends and the town begins
  ends_at timestamptz not null,
  days_written integer not null default 0,
  done_at timestamptz
);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(history).execute(db)
}
