import { sql, type Kysely } from 'kysely'

const blocked = `
-- whom the desk keeps out, and since when; without it one who is not approved waits
alter table app_user add column blocked_at timestamptz;
update app_user set blocked_at = updated_at
  where not approved and removed_at is null
    and (user_type <> 'driver' or exists (select 1 from booking where booking.driver_id = app_user.id));
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(blocked).execute(db)
}
