import { sql, type Kysely } from 'kysely'

const fees = `
-- What riders paid drivers for cancelling late: no ride and no part of any fare, but earned, on the day of the cancelling.
alter table earning_day add column cancel_fees_minor bigint not null default 0;
alter table earning_month add column cancel_fees_minor bigint not null default 0;
create index booking_cancel_fee on booking (driver_id, cancelled_at) where cancel_fee_minor > 0;

insert into earning_day (day, currency, fleet_admin_id, part, rides, trip_cost_minor, driver_share_minor, convenience_fees_minor,
    discount_amount_minor, cancel_fees_minor)
  select (cancelled_at at time zone time_zone)::date, currency, fleet_admin_id, 0, 0, 0, 0, 0, 0, sum(cancel_fee_minor)
  from booking, earning_zone
  where cancel_fee_minor > 0 and driver_id is not null and cancelled_at is not null and time_zone <> '' group by 1, 2, 3
  on conflict (day, currency, fleet_admin_id, part) do update set cancel_fees_minor = excluded.cancel_fees_minor;
insert into earning_month (month, currency, fleet_admin_id, driver_id, vehicle_number, rides, trip_cost_minor, driver_share_minor,
    convenience_fees_minor, discount_amount_minor, cancel_fees_minor)
  select date_trunc('month', cancelled_at at time zone time_zone)::date, currency, fleet_admin_id, driver_id, coalesce(vehicle_number, ''),
    0, 0, 0, 0, 0, sum(cancel_fee_minor)
  from booking, earning_zone
  where cancel_fee_minor > 0 and driver_id is not null and cancelled_at is not null and time_zone <> '' group by 1, 2, 3, 4, 5
  on conflict (month, currency, driver_id, fleet_admin_id, vehicle_number) do update set cancel_fees_minor = excluded.cancel_fees_minor;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(fees).execute(db)
}
