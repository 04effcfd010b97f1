import { sql, type Kysely } from 'kysely'

const secretCheck = `
-- By what the server's secret is known again: with another one nothing that is sealed could be opened.
create table secret_check (
  id boolean primary key default true check (id),
  hash text not null,
  kept_at timestamptz not null default now()
);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(secretCheck).execute(db)
}
