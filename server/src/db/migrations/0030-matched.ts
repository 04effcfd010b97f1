import { sql, type Kysely } from 'kysely'

const matched = `
-- a trip whose way was found on the roads of the map is told apart from one that its positions alone measure
alter table booking drop constraint booking_distance_source_check;
alter table booking add constraint booking_distance_source_check
  check (distance_source in ('matched', 'measured', 'partly_estimated', 'promised'));
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(matched).execute(db)
}
