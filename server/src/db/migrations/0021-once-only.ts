import { sql, type Kysely } from 'kysely'

const onceOnly = `
-- the estimate a booking was made at: one signed estimate books once, whatever key the request carries
alter table booking add column quote_id text;
create unique index booking_quote on booking (quote_id) where quote_id is not null;

-- what the desk took back of what it had added: at most all of it, once, with who did it and why
alter table wallet_credit
  add column taken_back_minor bigint,
  add column taken_back_at timestamptz,
  add column taken_back_by text references app_user(id),
  add column taken_back_reason text,
  add constraint wallet_credit_taken_back check (
    num_nulls(taken_back_minor, taken_back_at, taken_back_by, taken_back_reason) in (0, 4)
    and (taken_back_minor is null or taken_back_minor between 1 and amount_minor)
  );
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(onceOnly).execute(db)
}
