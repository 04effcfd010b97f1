import { sql, type Kysely } from 'kysely'

const returns = `
-- the number that a code by SMS proved: worth something while it is the person's number
alter table app_user add column proven_mobile text;

-- what became of a withdrawal that was not paid out, or that the bank sent back: the money is in the wallet again
alter table withdraw add column ended_as text check (ended_as in ('declined','returned')),
  add column ended_at timestamptz, add column ended_by text, add column end_reason text not null default '',
  add constraint withdraw_end check ((ended_as is null) = (ended_at is null)),
  add constraint withdraw_declined check (ended_as is distinct from 'declined' or not processed),
  add constraint withdraw_returned check (ended_as is distinct from 'returned' or processed);
drop index withdraw_waiting;
create index withdraw_waiting on withdraw (created_at) where not processed and ended_as is null;

-- what payment providers keep for themselves
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet','hold','fees','trips','promotions','cards','cashbox','withdrawals','bank','refunds','providerFees'));

-- what the operator saw arrive: paid out by a provider, or taken from the cash box to the bank
create table bank_deposit (
  id text primary key,
  source text not null check (source in ('provider','cashbox')),
  provider text,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0 and fee_minor < amount_minor),
  currency text not null,
  note text not null default '',
  created_by text not null,
  created_at timestamptz not null default now(),
  check ((source = 'provider') = (provider is not null)),
  check (source = 'provider' or fee_minor = 0)
);
create index bank_deposit_created on bank_deposit (created_at desc, id desc);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(returns).execute(db)
}
