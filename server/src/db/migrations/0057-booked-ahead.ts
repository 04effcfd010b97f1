import { sql, type Kysely } from 'kysely'

const ahead = `
-- Bookings of some days in the order of booking: most were booked within a day of the trip, and the others are found here.
create index booking_ahead on booking (trip_date, id)
  include (created_at, status, category, payment_mode, car_type_id, fleet_admin_id, release_at)
  where trip_date - created_at > interval '24 hours';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ahead).execute(db)
}
