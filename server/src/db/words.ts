// Promise: words that people type are found where the folded texts hold them that the database keeps (booking_search_text), by the
// index of those texts.
import { foldSearch } from '@wayfare/core/fold'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { makeLikePattern } from './like.ts'

/** Words of a search that count. */
const mostWords = 8

/** What stands before a word in a text: plain signs alone, for with others among them the index is not asked. */
const gap = '[ -/:-@[-`{-~]'

/** The words of what was typed, as the database folds its texts. */
export const splitSearch = (text: string): string[] => foldSearch(text).split(' ').filter(Boolean).slice(0, mostWords)

/** Words of three letters are looked for anywhere, shorter ones where a word begins: the index knows no others. */
export const holdsWord = (column: string, word: string): RawBuilder<SqlBool> =>
  word.length < 3
    ? sql<SqlBool>`${sql.ref(column)} ~ ${`${gap}${word}`}`
    : sql<SqlBool>`${sql.ref(column)} like ${makeLikePattern(word)}`
