import { sql, type Kysely } from 'kysely'

const fees = `
-- What the provider charged for a dispute, in its own currency, what of it is in the books, and how often that was moved.
alter table payment_reversal
  add column fee_minor bigint not null default 0 check (fee_minor >= 0),
  add column fee_currency text,
  add column fee_taken_minor bigint not null default 0 check (fee_taken_minor >= 0),
  add column fee_steps integer not null default 0,
  add constraint payment_reversal_fee check (fee_minor = 0 or fee_currency is not null);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(fees).execute(db)
}
