import { sql, type Kysely } from 'kysely'

const payments = `
alter table payment
  alter column booking_id drop not null,
  add column purpose text not null default 'booking' check (purpose in ('booking','topUp')),
  add column mode text not null default 'sandbox' check (mode in ('sandbox','live')),
  -- the provider's names for the checkout and for the money
  add column provider_ref text,
  add column provider_txn text,
  -- where the confirmed money went: late money for a booking goes to the wallet
  add column settled_as text check (settled_as in ('booking','wallet')),
  add column refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  -- what the provider said that kept it from settling, for the admin
  add column problem text,
  -- how the payer goes on, as he was told
  add column checkout jsonb,
  -- the idempotency key it was asked for under, hashed; and who is talking to the provider about it just now
  add column request_key text unique,
  add column claimed_at timestamptz,
  -- the token of the card fields while it is handed over
  add column sealed text,
  add column checks integer not null default 0,
  add column next_check_at timestamptz,
  add constraint payment_purpose check ((purpose = 'booking') = (booking_id is not null)),
  add constraint payment_settled check ((status = 'paid') = (settled_at is not null and settled_as is not null));
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check check (status in ('open','paid','failed','expired'));
drop index payment_paid_once;
create unique index payment_counted_once on payment (booking_id) where settled_as = 'booking';
create unique index payment_provider_ref on payment (provider, mode, provider_ref) where provider_ref is not null;
create index payment_user on payment (user_id, created_at desc);
create index payment_created on payment (created_at desc, id desc);
create index payment_due on payment (next_check_at) where status = 'open';
create index payment_checkout on payment (created_at) where checkout is not null;

-- Every notice of a provider, once; those that failed wait for the admin.
create table payment_event (
  provider text not null,
  event_id text not null,
  payment_id text references payment(id),
  received_at timestamptz not null default now(),
  state text not null check (state in ('received','done','refused')),
  problem text,
  -- those that are not genuine are counted by ten minutes
  count integer not null default 1,
  primary key (provider, event_id)
);
create index payment_event_open on payment_event (received_at) where state <> 'done';
create index payment_event_payment on payment_event (payment_id);

create table refund (
  id text primary key,
  payment_id text not null references payment(id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  target text not null check (target in ('provider','wallet')),
  -- what it was taken from, and how often: taken back when the provider refuses
  source text not null check (source in ('refunds','wallet')),
  tries integer not null default 1,
  state text not null check (state in ('pending','done','failed')),
  reason text not null default '',
  provider_ref text,
  problem text,
  created_by text not null references app_user(id),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refund_payment on refund (payment_id);
create index refund_pending on refund (created_at) where state = 'pending';

-- Sealed: the page may write the keys and never reads them back; hints are their last four characters. New payments are made with
-- the enabled mode; the keys of the other stay for the payments that were made with them.
create table provider_key (
  provider text not null,
  mode text not null check (mode in ('sandbox','live')),
  enabled boolean not null default true,
  sealed text not null,
  hints jsonb not null,
  updated_by text references app_user(id),
  updated_at timestamptz not null default now(),
  primary key (provider, mode)
);
create unique index provider_key_enabled on provider_key (provider) where enabled;
`

const wallet = `
-- cashbox: money that the desk took or gave by hand; withdrawals: asked for and not yet paid out; bank: paid out;
-- refunds: what the platform gave back
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet','hold','fees','trips','promotions','cards','cashbox','withdrawals','bank','refunds'));

create table withdraw (
  id text primary key,
  user_id text not null references app_user(id),
  name text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  bank_name text,
  bank_code text,
  bank_account text,
  processed boolean not null default false,
  processed_at timestamptz,
  processed_by text references app_user(id),
  created_at timestamptz not null default now(),
  check (processed = (processed_at is not null))
);
create index withdraw_user on withdraw (user_id, created_at desc, id desc);
create index withdraw_created on withdraw (created_at desc, id desc);
create index withdraw_name on withdraw (name, id);
create index withdraw_amount on withdraw (amount_minor, id);
create index withdraw_waiting on withdraw (created_at) where not processed;

-- What the desk added to wallets by hand, and who did it; the posting has the money.
create table wallet_credit (
  id text primary key,
  user_id text not null references app_user(id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  note text not null default '',
  created_by text not null references app_user(id),
  created_at timestamptz not null default now()
);
create index wallet_credit_user on wallet_credit (user_id, created_at desc);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [payments, wallet]) await sql.raw(part).execute(db)
}
