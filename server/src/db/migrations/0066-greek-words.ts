import { sql, type Kysely } from 'kysely'

const letters = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const

/** As foldSearch of core/fold does it. The sigma at the end of a Greek word is the same letter as within it. */
const folded = letters.reduce(
  (text, [letter, pair]) => `replace(${text}, '${letter}', '${pair}')`,
  `translate(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0640\u064b-\u0655\u0670]', '', 'g')),
    'øđðłı\u0649\u06cc\u06a9\u0629\u06c1ς', 'oddli\u064a\u064a\u0643\u0647\u0647σ')`,
)

const words = `
create or replace function booking_search_text(words text) returns text language sql immutable as $$ select ' ' || ${folded} $$;
update booking_search set text = booking_search_text(substr(text, 2)) where text ~ 'ς';
-- written anew, the words are folded anew
update app_user set first_name = first_name where words ~ 'ς';
`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(words).execute(db)
}
