import { sql, type Kysely } from 'kysely'

const order = `
-- who is searched for by the beginning of a name, in that order; as pages of people are, by code point whatever the database's collation
create index app_user_by_words on app_user (words collate "C", id) where removed_at is null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(order).execute(db)
}
