import { sql, type Kysely } from 'kysely'

const texts = `
-- What a language was begun with: the texts of the default one at that time, as far as they are not the English ones.
alter table language add column copied_pairs jsonb not null default '{}';
-- key_value_pairs holds what the operator wrote and nothing else. Until now nobody could write: what stands there came with a
-- version, and is read from the version's own files from here on.
update language set key_value_pairs = '{}' where id in ('en', 'sv', 'ar', 'es');
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(texts).execute(db)
}
