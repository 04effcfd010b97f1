import { sql, type Kysely } from 'kysely'

const namesInMemory = `
-- the map engine finds names in memory; nothing that people wrote was kept here
drop table place;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(namesInMemory).execute(db)
}
