import { sql, type Kysely } from 'kysely'

const reversals = `
-- What a provider took back of a payment without us: refunds on its own page and disputes, by its own names for them.
create table payment_reversal (
  id text primary key,
  payment_id text not null references payment(id),
  kind text not null check (kind in ('refund','dispute')),
  ref text not null,
  state text not null check (state in ('pending','done','failed','inquiry','open','won','lost')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  reason text not null default '',
  -- until when the provider wants an answer
  due_at timestamptz,
  -- what of it has left the books, from where, and how often it was moved
  taken_minor bigint not null default 0 check (taken_minor >= 0),
  source text check (source in ('refunds','wallet')),
  steps integer not null default 0,
  -- who wrote it down where the provider tells nothing of it; null: the provider said so
  created_by text references app_user(id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (payment_id, kind, ref)
);
create index payment_reversal_open on payment_reversal (due_at) where state in ('inquiry','open');

alter table payment
  -- what its provider keeps of it because of disputes, and how the worst of them stands
  add column disputed_minor bigint not null default 0 check (disputed_minor >= 0),
  add column dispute text check (dispute in ('inquiry','open','won','lost')),
  add constraint payment_taken_back check (refunded_minor + disputed_minor <= amount_minor);
create index payment_provider_txn on payment (provider, mode, provider_txn) where provider_txn is not null;

-- What a notice says of itself, for people to read.
alter table payment_event
  add column type text,
  add column amount_minor bigint,
  add column currency text;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(reversals).execute(db)
}
