import { sql, type Kysely } from 'kysely'

const dispatch = `
-- withdrawn: it was his, and the desk took it from him
alter table booking_offer drop constraint booking_offer_state_check;
alter table booking_offer add constraint booking_offer_state_check
  check (state in ('asked','declined','accepted','closed','withdrawn'));
-- no_answer: those who were asked keep silent, or nobody was asked in time
alter table booking drop constraint booking_no_taker_check;
alter table booking add constraint booking_no_taker_check check (no_taker in ('all_declined','nobody_near','no_answer'));
`

const notes = `
create table booking_note (
  id text primary key,
  booking_id text not null references booking(id),
  author_id text not null references app_user(id),
  text text not null check (text <> '' and length(text) <= 1000),
  at timestamptz not null default now()
);
create index booking_note_booking on booking_note (booking_id, at);

-- Who changed what of a booking beside its status. Append-only.
create table booking_change (
  id bigint generated always as identity primary key,
  booking_id text not null references booking(id),
  kind text not null check (kind in ('assigned','reassigned','dateChanged','priceChanged')),
  actor_id text references app_user(id),
  actor_role text not null,
  from_value text,
  to_value text,
  driver_id text references app_user(id),
  at timestamptz not null default now()
);
create index booking_change_booking on booking_change (booking_id, id);
create function booking_change_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'what was done to a booking stays written' using errcode = 'check_violation';
end $$;
create trigger booking_change_final before update or delete on booking_change
  for each row execute function booking_change_refuse();
`

const views = `
-- A filter and how a table looks, under a name of one's own.
create table table_view (
  user_id text not null references app_user(id),
  table_name text not null,
  name text not null check (name <> '' and length(name) <= 40),
  query text not null,
  layout jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, table_name, name)
);
`

const letters = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const

/** As core/fold does it: small letters without marks. */
const folded = letters.reduce(
  (text, [letter, pair]) => `replace(${text}, '${letter}', '${pair}')`,
  `translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')), 'øđðłı', 'oddli')`,
)

const search = `
-- What a search of the bookings looks through, beside them: a booking's many steps do not touch it.
create table booking_search (
  id text primary key references booking(id) on delete cascade,
  created_at timestamptz not null,
  trip_date timestamptz not null,
  fleet_admin_id text,
  -- begins with a space: short words are looked for at the beginning of a word
  text text not null,
  -- digits alone
  customer_phone text not null,
  driver_phone text not null
);
create index booking_search_words on booking_search
  using gin (text gin_trgm_ops, customer_phone gin_trgm_ops, driver_phone gin_trgm_ops);
-- what is found is in an order of time
create index booking_search_booked on booking_search (created_at desc, id desc);
create index booking_search_date on booking_search (trip_date, id);

create function booking_search_text(words text) returns text language sql immutable as $$ select ' ' || ${folded} $$;

create function booking_search_write() returns trigger language plpgsql as $$
begin
  insert into booking_search (id, created_at, trip_date, fleet_admin_id, text, customer_phone, driver_phone)
  values (
    new.id, new.created_at, new.trip_date, new.fleet_admin_id,
    booking_search_text(concat_ws(' ', new.id, new.customer_name, new.driver_name, new.vehicle_number, new.pickup_address, new.drop_address)),
    regexp_replace(coalesce(new.customer_contact, ''), '[^0-9]', '', 'g'),
    regexp_replace(coalesce(new.driver_contact, ''), '[^0-9]', '', 'g')
  )
  on conflict (id) do update
    set created_at = excluded.created_at, trip_date = excluded.trip_date, fleet_admin_id = excluded.fleet_admin_id,
      text = excluded.text, customer_phone = excluded.customer_phone, driver_phone = excluded.driver_phone;
  return null;
end $$;
create trigger booking_search_follows
  after insert or update of created_at, trip_date, fleet_admin_id, customer_name, customer_contact, driver_name, driver_contact,
    vehicle_number, pickup_address, drop_address
  on booking for each row execute function booking_search_write();
update booking set customer_name = customer_name;
`

const lists = `
create index booking_trip_date on booking (trip_date, id);
create index booking_customer_name on booking (customer_name, id);
create index booking_cost on booking (trip_cost_minor, id);
create index booking_status on booking (status, created_at desc, id desc);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [dispatch, notes, views, search, lists]) await sql.raw(part).execute(db)
}
