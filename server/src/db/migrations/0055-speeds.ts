import { sql, type Kysely } from 'kysely'

const speeds = `
-- how fast the car was, in metres a second; null where the device did not say
alter table track_point add column speed real check (speed >= 0);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(speeds).execute(db)
}
