import { sql, type Kysely } from 'kysely'

const placeWords = `
-- all that may be typed for a place, and the folded street and the number of a house; filled when the map is loaded again
alter table place add column words text not null default '';
alter table place add column street text;
alter table place add column number integer;
drop index place_words;
create index place_words on place using gin (to_tsvector('simple', words));
create index place_houses on place (street, number) where street is not null;
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(placeWords).execute(db)
}
