import { sql, type Kysely } from 'kysely'

const headings = `
-- where the car was going, in degrees clockwise from north; null where the device did not say, or stood
alter table track_point add column heading real check (heading between 0 and 360);
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(headings).execute(db)
}
