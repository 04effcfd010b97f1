import { sql, type Kysely } from 'kysely'

const panics = `
-- An open alert is about whoever drove: the next driver of the booking may be in need as well, and so may its rider with him.
drop index panic_open;
create unique index panic_open on panic (booking_id, raised_by, driver_id) where answered_at is null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(panics).execute(db)
}
