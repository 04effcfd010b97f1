import { sql, type Kysely } from 'kysely'

const driven = `
alter table track_point
  -- what the device said of the position, in metres; null where it did not
  add column accuracy_m real,
  -- when the server had it; null for the points of steps, and for those of before
  add column received_at timestamptz;

alter table booking
  -- how the distance came about; null before the trip is over, for parcels, and for trips of before
  add column distance_source text check (distance_source in ('measured', 'partly_estimated', 'promised')),
  -- the part of the distance that is an estimate
  add column distance_estimated_m integer check (distance_estimated_m >= 0),
  -- so far from the pickup the driver said that he had arrived; null where he was near, or nobody knows
  add column arrived_away_m integer check (arrived_away_m >= 0);

alter table booking_step
  -- when it was done as the device said, where it said so later
  add column said_at timestamptz,
  -- when the server heard of it, where it believed the device
  add column told_at timestamptz;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(driven).execute(db)
}
