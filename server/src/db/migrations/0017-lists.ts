import { sql, type Kysely } from 'kysely'

// What the desk filters by stands in the index of every order on offer: looking along an order for what is meant reads no booking.
const filters = 'status, category, payment_mode, car_type_id, fleet_admin_id, release_at'

const lists = `
drop index booking_created, booking_trip_date, booking_customer_name, booking_cost, booking_status;
create index booking_created on booking (created_at desc, id desc) include (trip_date, ${filters});
create index booking_trip_date on booking (trip_date, id) include (created_at, ${filters});
create index booking_customer_name on booking (customer_name, id) include (trip_date, ${filters});
create index booking_cost on booking (trip_cost_minor, id) include (trip_date, ${filters});
-- what is rare is found by itself, and put in order
create index booking_status on booking (status, created_at desc, id desc) include (fleet_admin_id);
create index booking_payment_mode on booking (payment_mode);
create index booking_category on booking (category);
create index booking_car_type on booking (car_type_id);
-- an index stands for rows only where they lie still and were vacuumed: a fifth of a large table is too long to wait for
alter table booking set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index payment_status on payment (status);
create index payment_provider on payment (provider);
create index payment_words on payment using gin (id gin_trgm_ops, booking_id gin_trgm_ops, provider_ref gin_trgm_ops, provider_txn gin_trgm_ops);
create index withdraw_words on withdraw using gin (name gin_trgm_ops, id gin_trgm_ops);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(lists).execute(db)
}
