import { sql, type Kysely } from 'kysely'

const parts = `
-- A row that every paid trip adds to is kept in parts, one for each of sixteen connections: whoever adds holds a part until the
-- commit, and nobody waits for it but the connections that share it. What is in the account, or came of a day, is the sum of its parts.
create function connection_part() returns smallint language sql stable as $$ select (pg_backend_pid() % 16)::smallint $$;

-- The operator's own accounts may be below zero, and nothing that moves them looks at what is there; people's are one row each.
alter table ledger_account
  add column part smallint not null default 0,
  drop constraint ledger_account_kind_owner_id_currency_key,
  add constraint ledger_account_one unique nulls not distinct (kind, owner_id, currency, part),
  add constraint ledger_account_part check (part = 0 or (part > 0 and owner_id is null));

alter table earning_day
  add column part smallint not null default 0,
  drop constraint earning_day_day_currency_fleet_admin_id_key,
  add constraint earning_day_one unique nulls not distinct (day, currency, fleet_admin_id, part);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(parts).execute(db)
}
