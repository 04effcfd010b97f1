import { sql, type Kysely } from 'kysely'

const earnings = `
-- What paid bookings came to, kept in the transaction that pays them: reports over a million bookings read a few rows.
-- Days and months are those of the zone in earning_zone, which follows the setting.
create table earning_zone (
  id smallint primary key default 1 check (id = 1),
  time_zone text not null
);

create table earning_day (
  day date not null,
  currency text not null,
  fleet_admin_id text references app_user(id),
  rides integer not null,
  trip_cost_minor bigint not null,
  driver_share_minor bigint not null,
  convenience_fees_minor bigint not null,
  discount_amount_minor bigint not null,
  unique nulls not distinct (day, currency, fleet_admin_id)
) with (fillfactor = 70);

create table earning_month (
  month date not null,
  currency text not null,
  fleet_admin_id text references app_user(id),
  driver_id text not null references app_user(id),
  vehicle_number text not null,
  rides integer not null,
  trip_cost_minor bigint not null,
  driver_share_minor bigint not null,
  convenience_fees_minor bigint not null,
  discount_amount_minor bigint not null,
  unique nulls not distinct (month, currency, driver_id, fleet_admin_id, vehicle_number)
) with (fillfactor = 70);
create index earning_month_driver on earning_month (driver_id, month);
create index earning_month_fleet on earning_month (fleet_admin_id, month) where fleet_admin_id is not null;

-- Not that of the setting: the first booking that is counted, or the first change, counts them all.
insert into earning_zone (time_zone) values ('');
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(earnings).execute(db)
}
