import { sql, type Kysely } from 'kysely'

const ownPlaces = `
-- which of one's saved places is home and which is work: one of each
alter table saved_address add column mark text check (mark in ('home', 'work'));
create unique index saved_address_mark on saved_address (user_id, mark) where mark is not null;

-- places that the operator adds, and what the operator says of a place of the map instead: its name, its other names, or nothing at all
create table operator_place (
  id text primary key,
  name text not null,
  other_names jsonb not null default '[]',
  kind text not null,
  lat double precision not null,
  lng double precision not null,
  hidden boolean not null default false,
  -- the place of the map that this one stands for; null for one that the map does not have
  map_place_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index operator_place_map_place on operator_place (map_place_id) where removed_at is null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ownPlaces).execute(db)
}
