import { sql, type Kysely } from 'kysely'

const erased = `
-- erasing an account used to leave both marks on the person, and in bookings the photos of parcels and a driver's make and model
update app_user set mobile_fault = null, blocked_at = null
  where removed_at is not null and (mobile_fault is not null or blocked_at is not null);
-- what reacts to this event may run twice, and takes the rest
insert into event (type, payload)
  select 'UserRemoved', jsonb_build_object('userId', id) from app_user where removed_at is not null order by id;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(erased).execute(db)
}
