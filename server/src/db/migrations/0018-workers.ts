import { sql, type Kysely } from 'kysely'

const workers = `
-- what each migration sent to this database: one whose SQL was edited afterwards is refused at the start
create table migration_checksum (
  name text primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default now()
);

-- who takes jobs, and when each was last heard: what a dead one had locked is given to others
create table job_worker (
  id text primary key,
  seen_at timestamptz not null default now()
);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(workers).execute(db)
}
