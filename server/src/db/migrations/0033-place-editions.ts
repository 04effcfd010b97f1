import { sql, type Kysely } from 'kysely'

const placeEditions = `
-- the places of a city that is about to be served lie beside those of the one that is, and two editions of one city share ids
alter table place drop constraint place_pkey;
alter table place add primary key (dataset, id);
drop index place_dataset;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(placeEditions).execute(db)
}
