import { sql, type Kysely } from 'kysely'

const memberships = `
-- whose driver somebody was, and when: what a fleet's admin may read of him is of that time alone
create table fleet_membership (
  driver_id text not null references app_user(id) on delete cascade,
  fleet_admin_id text not null references app_user(id) on delete cascade,
  since timestamptz not null,
  until timestamptz not null default 'infinity',
  primary key (driver_id, since),
  check (until >= since)
);
create index fleet_membership_fleet on fleet_membership (fleet_admin_id, driver_id);

-- who has one now: since the last booking for another, else since ever
insert into fleet_membership (driver_id, fleet_admin_id, since)
select u.id, u.fleet_admin_id, coalesce((
  select max(b.created_at) from booking b
  where b.driver_id = u.id and b.fleet_admin_id is distinct from u.fleet_admin_id and b.status not in ('ACCEPTED','ARRIVED','STARTED','REACHED')
), '-infinity')
from app_user u where u.user_type = 'driver' and u.fleet_admin_id is not null;

create function app_user_membership() returns trigger language plpgsql as $$
declare
  moment timestamptz := '-infinity';
begin
  if tg_op = 'UPDATE' then
    moment := clock_timestamp();
    update fleet_membership set until = moment where driver_id = new.id and until = 'infinity';
    -- a trip that is going on goes with its driver, one that has ended stays where it was driven
    update booking set fleet_admin_id = new.fleet_admin_id
      where driver_id = new.id and status in ('ACCEPTED','ARRIVED','STARTED','REACHED')
        and fleet_admin_id is distinct from new.fleet_admin_id;
  end if;
  if new.fleet_admin_id is not null then
    insert into fleet_membership (driver_id, fleet_admin_id, since) values (new.id, new.fleet_admin_id, moment);
  end if;
  return null;
end $$;
create trigger app_user_joins after insert on app_user
  for each row when (new.user_type = 'driver' and new.fleet_admin_id is not null) execute function app_user_membership();
create trigger app_user_moves after update of fleet_admin_id on app_user
  for each row when (new.user_type = 'driver' and new.fleet_admin_id is distinct from old.fleet_admin_id)
  execute function app_user_membership();

update booking set fleet_admin_id = u.fleet_admin_id from app_user u
where u.id = booking.driver_id and booking.status in ('ACCEPTED','ARRIVED','STARTED','REACHED')
  and booking.fleet_admin_id is distinct from u.fleet_admin_id;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(memberships).execute(db)
}
