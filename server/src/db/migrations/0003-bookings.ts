import { sql, type Kysely } from 'kysely'

const catalog = `
alter table car_type
  add column category text not null default 'taxi' check (category in ('taxi','delivery')),
  -- lists of { description, amount } and of { minsDelayed, amount }; amounts are strings of minor units
  add column parcel_types jsonb not null default '[]',
  add column options jsonb not null default '[]',
  add column cancel_slabs jsonb not null default '[]';

create table promo (
  id text primary key,
  -- as riders type it, in capitals
  name text not null unique check (name = upper(name) and name <> ''),
  description text not null default '',
  discount_type text not null check (discount_type in ('flat','percentage')),
  -- flat: minor units; percentage: hundredths of a percent
  discount_value bigint not null check (discount_value > 0),
  max_discount_minor bigint check (max_discount_minor > 0),
  min_order_minor bigint not null default 0 check (min_order_minor >= 0),
  valid_until timestamptz,
  usage_limit integer check (usage_limit > 0),
  per_user_limit integer check (per_user_limit > 0),
  used integer not null default 0 check (used >= 0 and (usage_limit is null or used <= usage_limit)),
  removed_at timestamptz,
  created_at timestamptz not null default now()
);

-- One row for each booking a promo is counted for; a cancelled booking gives it back.
create table promo_use (
  booking_id text primary key references booking(id),
  promo_id text not null references promo(id),
  user_id text not null references app_user(id),
  used_at timestamptz not null default now()
);
create index promo_use_user on promo_use (promo_id, user_id);
`

const bookings = `
alter table booking
  -- drivers are asked from then on; a booking for later waits until then
  add column release_at timestamptz not null default now(),
  add column promo_id text references promo(id),
  add column promo_code text,
  -- the promo as it was promised
  add column promo_details jsonb,
  add column wallet_hold_minor bigint not null default 0 check (wallet_hold_minor >= 0),
  add column cancel_fee_minor bigint not null default 0 check (cancel_fee_minor >= 0),
  -- a copy of what the car type charges for cancelling, as promised
  add column cancel_slabs jsonb not null default '[]',
  add column pay_by timestamptz,
  add column gateway text,
  add column delivery_person text,
  add column delivery_person_phone text,
  add column pick_up_instructions text,
  add column delivery_instructions text,
  add column parcel_type text,
  add column parcel_option text,
  -- what both cost, in minor units: part of the fare
  add column extras_minor bigint not null default 0,
  -- the destination and the fare lines of the estimate: the booking's own change when the trip is over
  add column promised jsonb,
  add column pickup_image text,
  add column deliver_image text;
drop index booking_waiting;
create index booking_waiting on booking (release_at) where status = 'NEW';
`

const money = `
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet','hold','fees','trips','promotions','cards'));
alter table ledger_account drop constraint ledger_account_check;
alter table ledger_account add constraint ledger_account_owner check ((kind in ('wallet','hold')) = (owner_id is not null));

-- A posting with a floor is refused when it would leave a wallet, or a hold, below zero.
alter table ledger_transaction add column floor boolean not null default false;

create or replace function ledger_move_balance() returns trigger language plpgsql as $$
declare
  has_floor boolean;
  is_hold boolean;
begin
  select floor into has_floor from ledger_transaction where id = new.transaction_id and xmin = pg_current_xact_id()::xid;
  if not found then
    raise exception 'a committed posting is final' using errcode = 'check_violation';
  end if;
  perform set_config('wayfare.ledger', 'posting', true);
  update ledger_account set balance_minor = balance_minor + new.amount_minor where id = new.account_id
    returning balance_minor, kind = 'hold' into new.balance_after_minor, is_hold;
  perform set_config('wayfare.ledger', '', true);
  if new.amount_minor < 0 and new.balance_after_minor < 0 and (has_floor or is_hold) then
    raise exception 'the balance would fall below zero' using errcode = 'check_violation', constraint = 'ledger_floor';
  end if;
  return new;
end $$;

create table payment (
  id text primary key,
  booking_id text not null references booking(id),
  user_id text not null references app_user(id),
  provider text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('open','paid','failed')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payment_booking on payment (booking_id);
create unique index payment_paid_once on payment (booking_id) where status = 'paid';
`

const photos = `
alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file
  add constraint stored_file_purpose_check
    check (purpose in ('profileImage','driverDocument','signUpDocument','bookingPhoto','carImage')),
  -- a photo of a parcel belongs to its booking and stays with it, whoever took it
  add column booking_id text references booking(id),
  add constraint stored_file_booking check ((purpose = 'bookingPhoto') = (booking_id is not null)),
  add constraint stored_file_one_owner check (booking_id is null or owner_id is null);
create unique index stored_file_photo on stored_file (booking_id, name) where booking_id is not null;
drop index stored_file_unclaimed;
create index stored_file_unclaimed on stored_file (created_at) where purpose = 'signUpDocument';
`

const safety = `
-- A driver in need: open until the desk has answered.
create table panic (
  id text primary key,
  booking_id text not null references booking(id),
  driver_id text not null references app_user(id),
  at timestamptz not null,
  lat double precision,
  lng double precision,
  address text,
  answered_at timestamptz,
  answered_by text references app_user(id),
  check ((lat is null) = (lng is null))
);
create unique index panic_open on panic (booking_id) where answered_at is null;
`

const chat = `
-- The text is gone (null) once its writer's account is.
create table chat_message (
  id bigint generated always as identity primary key,
  booking_id text not null references booking(id),
  -- whose conversation with the rider it is: another driver of the same booking does not read it
  driver_id text not null references app_user(id),
  from_id text not null references app_user(id),
  source text not null check (source in ('rider','driver')),
  message text check (message <> '' and length(message) <= 2000),
  client_key text not null,
  at timestamptz not null,
  unique (booking_id, from_id, client_key)
);
create index chat_message_booking on chat_message (booking_id, id);
create index chat_message_writer on chat_message (from_id);

create table chat_read (
  booking_id text not null references booking(id),
  user_id text not null references app_user(id),
  last_id bigint not null,
  primary key (booking_id, user_id)
);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [catalog, bookings, money, photos, safety, chat]) await sql.raw(part).execute(db)
}
