import { sql, type Kysely } from 'kysely'

const books = `
-- What each proof of the ledger found; the newest says whether the books hold.
create table ledger_proof (
  id text primary key,
  created_at timestamptz not null default now(),
  took_ms integer not null,
  -- null: the nightly one
  created_by text references app_user(id),
  holds boolean not null,
  accounts integer not null,
  transactions bigint not null,
  entries bigint not null,
  -- by currency, in minor units as text
  sums jsonb not null,
  wrong_accounts integer not null,
  wrong_transactions integer not null,
  -- some of what is wrong
  faults jsonb not null
);
create index ledger_proof_newest on ledger_proof (created_at desc);

-- Statements of all drivers read one month of postings.
create index ledger_transaction_created on ledger_transaction (created_at);
-- The books list wallets from the lowest balance up.
create index ledger_account_balance on ledger_account (currency, balance_minor, id) where kind = 'wallet';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(books).execute(db)
}
