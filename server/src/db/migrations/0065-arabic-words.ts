import { sql, type Kysely } from 'kysely'

const letters = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const

/** As foldSearch of core/fold does it. The marks of Arabic and its hamza go as well, and letters that are typed for each other become one. */
const folded = letters.reduce(
  (text, [letter, pair]) => `replace(${text}, '${letter}', '${pair}')`,
  `translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0640\u064b-\u0655\u0670]', '', 'g')),
    'øđðłı\u0649\u06cc\u06a9\u0629\u06c1', 'oddli\u064a\u064a\u0643\u0647\u0647')`,
)

/** What folds otherwise now. */
const changed = '[\u0640\u0649\u064b-\u0655\u0670\u06cc\u06a9\u0629\u06c1]'

const words = `
create or replace function booking_search_text(words text) returns text language sql immutable as $$ select ' ' || ${folded} $$;
update booking_search set text = booking_search_text(substr(text, 2)) where text ~ '${changed}';
-- written anew, the words are folded anew
update app_user set first_name = first_name where words ~ '${changed}';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(words).execute(db)
}
