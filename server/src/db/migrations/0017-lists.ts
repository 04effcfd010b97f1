import { sql } from 'kysely'
import type { Kysely } from 'kysely'

// One column each: the rows of a rare value are found and put in order, those of a frequent one are met on the way.
const filters = `
create index booking_payment_mode on booking (payment_mode);
create index booking_category on booking (category);
create index booking_car_type on booking (car_type_id);
-- the orders on offer, within a fleet
create index booking_fleet_date on booking (fleet_admin_id, trip_date, id) where fleet_admin_id is not null;
create index booking_fleet_customer on booking (fleet_admin_id, customer_name, id) where fleet_admin_id is not null;
create index booking_fleet_cost on booking (fleet_admin_id, trip_cost_minor, id) where fleet_admin_id is not null;
create index payment_status on payment (status);
create index payment_provider on payment (provider);
create index payment_words on payment using gin (id gin_trgm_ops, booking_id gin_trgm_ops, provider_ref gin_trgm_ops, provider_txn gin_trgm_ops);
create index withdraw_words on withdraw using gin (name gin_trgm_ops, id gin_trgm_ops);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(filters).execute(db)
}
