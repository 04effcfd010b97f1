import { sql, type Kysely } from 'kysely'

const accounts = `
create table app_user (
  id text primary key,
  user_type text not null check (user_type in ('rider','driver','fleetadmin','admin')),
  first_name text not null default ' ',
  last_name text not null default ' ',
  name text not null default ' ',
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  mobile text unique,
  profile_image text,
  referral_id text unique,
  signup_via_referral text references app_user(id),
  approved boolean not null default true,
  login_type text not null default 'email',
  push_token text,
  user_platform text,
  queue boolean not null default false,
  driver_active_status boolean not null default false,
  active_device text,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  vehicle_number text,
  vehicle_make text,
  vehicle_model text,
  car_type_id text,
  other_info text,
  fleet_admin_id text references app_user(id),
  license_image text,
  bank_name text,
  bank_code text,
  bank_account text,
  created_by_admin boolean not null default false,
  demo boolean not null default false,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index app_user_type on app_user (user_type) where removed_at is null;
create index app_user_fleet on app_user (fleet_admin_id) where fleet_admin_id is not null;

create table auth_session (
  id text primary key,
  user_id text not null references app_user(id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_session_user on auth_session (user_id);

create table auth_credential (
  id text primary key,
  user_id text not null references app_user(id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_credential_user on auth_credential (user_id);

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verification_identifier on auth_verification (identifier);

create table saved_address (
  id text primary key,
  user_id text not null references app_user(id) on delete cascade,
  description text not null,
  lat double precision not null,
  lng double precision not null,
  count integer not null default 1,
  updated_at timestamptz not null default now()
);
create index saved_address_user on saved_address (user_id);

-- No secondary index and room on the page: every update stays on its page (measured).
create table driver_position (
  driver_id text primary key references app_user(id) on delete cascade,
  lat double precision not null,
  lng double precision not null,
  heading real,
  at timestamptz not null,
  device text not null,
  seq bigint not null
) with (fillfactor = 60);
`

const operator = `
create table setting (
  id smallint primary key default 1 check (id = 1),
  data jsonb not null,
  updated_at timestamptz not null default now()
);

create table language (
  id text primary key,
  lang_name text not null,
  lang_locale text not null unique,
  date_locale text not null,
  is_default boolean not null default false,
  key_value_pairs jsonb not null,
  created_at timestamptz not null default now()
);
create unique index language_one_default on language (is_default) where is_default;

create table car_type (
  id text primary key,
  position integer not null default 0,
  name text not null unique,
  image text not null,
  extra_info text not null default '',
  base_fare_minor bigint not null check (base_fare_minor >= 0),
  rate_per_unit_distance_minor bigint not null check (rate_per_unit_distance_minor >= 0),
  rate_per_hour_minor bigint not null check (rate_per_hour_minor >= 0),
  min_fare_minor bigint not null check (min_fare_minor >= 0),
  fee_type text not null check (fee_type in ('flat','percentage')),
  fee_flat_minor bigint not null default 0 check (fee_flat_minor >= 0),
  fee_hundredths integer not null default 0 check (fee_hundredths >= 0),
  created_at timestamptz not null default now()
);

create table cancel_reason (
  value integer primary key,
  label text not null
);

create table place (
  id text primary key,
  dataset text not null,
  kind text not null,
  name text not null,
  secondary text not null default '',
  folded text not null,
  lat double precision not null,
  lng double precision not null,
  weight real not null default 0
);
create index place_words on place using gin (to_tsvector('simple', folded));
create index place_trigrams on place using gist (folded gist_trgm_ops);
create index place_dataset on place (dataset);
`

const bookings = `
create table booking (
  id text primary key,
  version integer not null default 1,
  status text not null check (status in ('PAYMENT_PENDING','NEW','ACCEPTED','ARRIVED','STARTED','REACHED','PENDING','PAID','COMPLETE','CANCELLED')),
  category text not null check (category in ('taxi','delivery')),
  book_later boolean not null default false,
  booking_type_admin boolean not null default false,
  created_at timestamptz not null default now(),
  trip_date timestamptz not null,
  customer_id text not null references app_user(id),
  customer_name text not null,
  customer_email text,
  customer_contact text,
  customer_image text,
  car_type_id text not null,
  car_type_name text not null,
  car_image text not null,
  -- the tariff that was promised: the final fare is computed from it, whatever the operator changes meanwhile
  tariff jsonb not null,
  currency text not null,
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  pickup_address text not null,
  drop_lat double precision not null,
  drop_lng double precision not null,
  drop_address text not null,
  estimate_minor bigint not null,
  estimate_distance_m integer not null,
  estimate_time_s integer not null,
  coords text not null,
  fare jsonb not null,
  distance_m integer not null,
  trip_cost_minor bigint not null,
  convenience_fees_minor bigint not null,
  driver_share_minor bigint not null,
  discount_amount_minor bigint not null default 0,
  payable_amount_minor bigint not null,
  cash_payment_amount_minor bigint not null default 0,
  card_payment_amount_minor bigint not null default 0,
  used_wallet_money_minor bigint not null default 0,
  customer_paid_minor bigint not null default 0,
  payment_mode text not null check (payment_mode in ('cash','wallet','card')),
  prepaid boolean not null default false,
  otp text,
  driver_id text references app_user(id),
  driver_name text,
  driver_image text,
  driver_contact text,
  driver_rating real,
  vehicle_number text,
  vehicle_make text,
  vehicle_model text,
  fleet_admin_id text references app_user(id),
  no_taker text check (no_taker in ('all_declined','nobody_near')),
  accepted_at timestamptz,
  driver_arrive_at timestamptz,
  trip_start_at timestamptz,
  trip_end_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  total_trip_time_s integer,
  reason text,
  cancelled_by text,
  rating smallint check (rating between 1 and 5),
  review text,
  check (payable_amount_minor = cash_payment_amount_minor + card_payment_amount_minor + used_wallet_money_minor),
  check (trip_cost_minor = driver_share_minor + convenience_fees_minor)
) with (fillfactor = 80);
create unique index booking_one_per_driver on booking (driver_id) where status in ('ACCEPTED','ARRIVED','STARTED','REACHED');
create index booking_customer on booking (customer_id, created_at desc, id desc);
create index booking_driver on booking (driver_id, created_at desc, id desc) where driver_id is not null;
create index booking_fleet on booking (fleet_admin_id, created_at desc, id desc) where fleet_admin_id is not null;
create index booking_created on booking (created_at desc, id desc);
create index booking_waiting on booking (created_at) where status = 'NEW';
create index booking_paid on booking (paid_at) where status in ('PAID','COMPLETE');

create table booking_step (
  booking_id text not null references booking(id),
  version integer not null,
  from_status text,
  to_status text not null,
  actor_id text,
  actor_role text not null,
  at timestamptz not null default now(),
  primary key (booking_id, version)
);

-- requestedDrivers are the rows in state 'asked'
create table booking_offer (
  booking_id text not null references booking(id),
  driver_id text not null references app_user(id),
  state text not null check (state in ('asked','declined','accepted','closed')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (booking_id, driver_id)
);
create index booking_offer_driver on booking_offer (driver_id) where state = 'asked';

create table track_point (
  booking_id text not null references booking(id),
  device text not null,
  seq bigint not null,
  at timestamptz not null,
  status text not null,
  lat double precision not null,
  lng double precision not null,
  primary key (booking_id, device, seq)
);
`

const ledger = `
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet','fees','trips','promotions')),
  owner_id text references app_user(id),
  currency text not null,
  balance_minor bigint not null default 0,
  check ((kind = 'wallet') = (owner_id is not null)),
  unique nulls not distinct (kind, owner_id, currency)
);

create table ledger_transaction (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('Credit','Debit','Withdraw')),
  reference text not null,
  once text not null unique,
  reverses bigint unique references ledger_transaction(id),
  created_at timestamptz not null default now()
);
create index ledger_transaction_reference on ledger_transaction (reference);

create table ledger_entry (
  transaction_id bigint not null references ledger_transaction(id),
  seq smallint not null,
  account_id bigint not null references ledger_account(id),
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after_minor bigint not null,
  primary key (transaction_id, seq)
);
create index ledger_entry_account on ledger_entry (account_id, transaction_id desc);

create function ledger_move_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_transaction where id = new.transaction_id and xmin = pg_current_xact_id()::xid) then
    raise exception 'a committed posting is final' using errcode = 'check_violation';
  end if;
  perform set_config('wayfare.ledger', 'posting', true);
  update ledger_account set balance_minor = balance_minor + new.amount_minor where id = new.account_id
    returning balance_minor into new.balance_after_minor;
  perform set_config('wayfare.ledger', '', true);
  return new;
end $$;
create trigger ledger_entry_moves_balance before insert on ledger_entry for each row execute function ledger_move_balance();

create function ledger_check_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.transaction_id = coalesce(new.transaction_id, 0) group by a.currency having sum(e.amount_minor) <> 0 or count(*) < 2
  ) then
    raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_check_balanced();

create function ledger_check_legs() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_entry where transaction_id = new.id) < 2 then
    raise exception 'ledger transaction % has fewer than two entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_has_legs after insert on ledger_transaction deferrable initially deferred
  for each row execute function ledger_check_legs();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;
create trigger ledger_entry_is_final before update or delete on ledger_entry for each row execute function ledger_refuse_change();
create trigger ledger_entry_is_not_emptied before truncate on ledger_entry for each statement execute function ledger_refuse_change();
create trigger ledger_transaction_is_final before update or delete on ledger_transaction for each row execute function ledger_refuse_change();
create trigger ledger_transaction_is_not_emptied before truncate on ledger_transaction for each statement execute function ledger_refuse_change();

-- a balance follows its entries and nothing else
create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'the ledger is append-only' using errcode = 'check_violation'; end if;
  if tg_op = 'INSERT' and new.balance_minor <> 0 then
    raise exception 'an account opens at zero' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and current_setting('wayfare.ledger', true) is distinct from 'posting' then
    raise exception 'a balance changes only by an entry' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_guard before insert or update or delete on ledger_account for each row execute function ledger_guard_account();
`

const frame = `
create table event (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  type text not null,
  payload jsonb not null,
  at timestamptz not null default now()
);
create index event_order on event (transaction_id, id);

create table event_cursor (
  reader text primary key,
  transaction_id xid8 not null,
  event_id bigint not null
);

create table idempotency_key (
  actor text not null,
  verb text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, verb, key)
);
create index idempotency_key_age on idempotency_key (created_at);
`

/** Everything the main job needs. Statements run in order, in the migrator's transaction. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create extension if not exists pg_trgm`.execute(db)
  for (const part of [accounts, operator, bookings, ledger, frame]) await sql.raw(part).execute(db)
}
