// Places spelt like what was typed: each typed word stands for the known words that are a few slips away, and full text finds the places
// that have one for each. The known words of a map are kept in memory (2,619 for Gothenburg, 3,230 for the Porto metro).
import { countSlips, splitWords } from '@wayfare/core/fold'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { sql } from 'kysely'
import type { PlaceKind } from '../../adapters/ports.ts'
import type { Db } from '../../deps.ts'

export type Candidate = {
  id: string
  kind: PlaceKind
  name: string
  secondary: string
  lat: number
  lng: number
  folded: string
}
type AlikeQuery = { edition: string; words: readonly string[]; bias: LatLng | null; limit: number }

/** Known words that one typed word may stand for. */
const mostMeant = 30
const mostRead = 300

/** The words of names, and those that say in which part of the city a place lies; all folded. */
type KnownWords = { names: readonly string[]; districts: ReadonlySet<string> }

const readKnownWords = async (db: Db, edition: string): Promise<KnownWords> => {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(string_to_array(folded, ' ')) as word from place
    where dataset = ${edition} and kind <> 'address'`.execute(db)
  const where = await db.selectFrom('place').select('secondary').distinct().where('dataset', '=', edition).execute()
  return {
    names: rows.map(({ word }) => word).filter((word) => /^[\p{Letter}\p{Number}]+$/u.test(word)),
    districts: new Set(where.flatMap(({ secondary }) => splitWords(secondary))),
  }
}

/** The words of one edition at a time, read when they are first asked for. */
export const makeKnownWords = (db: Db) => {
  let known: { edition: string; words: Promise<KnownWords> } | null = null
  return (edition: string): Promise<KnownWords> => {
    if (known?.edition !== edition) known = { edition, words: readKnownWords(db, edition) }
    // what failed is asked again
    known.words.catch(() => (known = null))
    return known.words
  }
}

/** Could the two begin alike but for one slip at the first letter? Far quicker to tell than how many letters are wrong. */
const beginsAlike = (typed: string, known: string): boolean =>
  typed[0] === known[0] ||
  known.startsWith(typed.slice(1)) ||
  known.slice(1).startsWith(typed) ||
  known.slice(1).startsWith(typed.slice(1)) ||
  (typed[0] === known[1] && typed[1] === known[0])

/** The known words a typed one may stand for, the likeliest first. */
const listMeant = (typed: string, known: readonly string[]): string[] =>
  known
    .flatMap((word) => {
      const slips = beginsAlike(typed, word) ? countSlips([typed], [word]) : null
      return slips === null ? [] : [{ word, slips }]
    })
    .toSorted((a, b) => a.slips - b.slips || a.word.length - b.word.length)
    .slice(0, mostMeant)
    .map(({ word }) => word)

/** As full text: one of the meant words for each typed one, or one for all of them, where a word was parted. */
const writeQuery = (words: readonly string[], known: readonly string[]): string | null => {
  const each = words.map((word) => listMeant(word, known))
  const joined = words.length > 1 ? listMeant(words.join(''), known) : []
  const queries = [
    ...(each.every((meant) => meant.length > 0) ? [each.map((meant) => `(${meant.join(' | ')})`).join(' & ')] : []),
    ...(joined.length > 0 ? [joined.join(' | ')] : []),
  ]
  return queries.length > 0 ? queries.map((query) => `(${query})`).join(' | ') : null
}

/** Short names first, and near ones: a kilometre counts as much as a letter. */
const rankNear = (place: Candidate, bias: LatLng | null): number =>
  place.folded.length + (bias ? Math.min(15, measureDistanceM(bias, place) / 1000) : 0)

export const searchAlike = async (
  db: Db,
  { names }: KnownWords,
  { edition, words, bias, limit }: AlikeQuery,
): Promise<Candidate[]> => {
  const wanted = writeQuery(words, names)
  if (wanted === null) return []
  const { rows } = await sql<Candidate>`
    select id, kind, name, secondary, lat, lng, folded from place
    where to_tsvector('simple', words) @@ to_tsquery('simple', ${wanted}) and dataset = ${edition} and kind <> 'address'
    order by weight desc limit ${mostRead}`.execute(db)
  return rows
    .flatMap((row) => {
      const slips = countSlips(words, row.folded.split(' '))
      return slips === null ? [] : [{ row, slips, isLong: Number(row.kind === 'crossing') }]
    })
    .toSorted((a, b) => a.slips - b.slips || a.isLong - b.isLong || rankNear(a.row, bias) - rankNear(b.row, bias))
    .slice(0, limit)
    .map(({ row }) => row)
}
