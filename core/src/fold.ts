// Text folding for search: "Göteborg", "goteborg" and "GOTEBORG" become the same text. Also counts typing errors.
import { toPlainDigits } from './amounts.ts'

/** Letters that do not decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' }

/** Removes `marks` and replaces each run of `kept` (which matches what is not kept) with a single space. */
const foldBy = (text: string, marks: RegExp, kept: RegExp): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(marks, '')
    .replace(/[øđðłßæœþı]/g, (letter) => letters[letter] ?? letter)
    .replace(kept, ' ')
    .trim()

/**
 * Letters that are typed for each other in Arabic script, by keyboard and habit (final ye and he, and those of Persian and Urdu),
 * each with the one that it becomes. Also the final sigma of Greek: both sigmas have the same capital.
 */
const alike = '\u0649\u064A\u06CC\u064A\u06A9\u0643\u0629\u0647\u06C1\u0647ςσ'

const foldSameLetters = (text: string): string =>
  text.replace(/[\u0649\u06CC\u06A9\u0629\u06C1ς]/g, (letter) => alike.charAt(alike.indexOf(letter) + 1))

/**
 * Lowercase text without diacritics and what only stretches an Arabic word, and plain digits; everything but letters and digits becomes a
 * single space.
 */
export const foldText = (text: string): string =>
  foldSameLetters(foldBy(toPlainDigits(text), /\p{Mark}|\u0640/gu, /[^\p{Letter}\p{Number}]+/gu))

/**
 * Folds the way the database folds its search texts (booking_search_text): marks that spell another letter are kept, as in Hindi
 * and Thai; those of Latin letters are removed, and in Arabic the vowels, the hamza and the letter-stretching tatweel.
 */
export const foldSearch = (text: string): string =>
  foldSameLetters(foldBy(text, /[\u0300-\u036F\u064B-\u0655\u0670]|\u0640/g, /[^\p{Letter}\p{Number}\p{Mark}]+/gu))

/** The folded words of a text. */
export const splitWords = (text: string): string[] =>
  foldText(text)
    .split(' ')
    .filter((word) => word !== '')

const cost = (row: readonly number[], at: number): number => row[at] ?? Number.POSITIVE_INFINITY

type EditRows = { before: readonly number[]; last: readonly number[]; row: number[] }

/** Counts the edits between the first `i` letters and every prefix of the word; returns the smallest count. */
const fillRow = (typed: string, word: string, i: number, { before, last, row }: EditRows): number => {
  row[0] = i
  let least = i
  for (let j = 1; j < row.length; j++) {
    const changed = cost(last, j - 1) + (typed[i - 1] === word[j - 1] ? 0 : 1)
    const isSwapped = i > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
    const count = Math.min(cost(row, j - 1) + 1, cost(last, j) + 1, changed)
    row[j] = isSwapped ? Math.min(count, cost(before, j - 2) + 1) : count
    least = Math.min(least, cost(row, j))
  }
  return least
}

const countUpTo = (most: number): number[] => {
  const row: number[] = []
  for (let i = 0; i <= most; i++) row.push(i)
  return row
}

/**
 * How many letters must be added, removed, changed or swapped with the next to turn `typed` into the beginning of `word` (optimal
 * string alignment, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance); infinite if more than `most`.
 */
export const countEdits = (typed: string, word: string, most = Number.POSITIVE_INFINITY): number => {
  // letters further on cannot match anything typed
  const width = Math.min(word.length, typed.length + most)
  let rows = { before: countUpTo(width), last: countUpTo(width), row: countUpTo(width) }
  let leastBefore = 0
  for (let i = 1; i <= typed.length; i++) {
    const least = fillRow(typed, word, i, rows)
    if (least > most && leastBefore > most) return Number.POSITIVE_INFINITY
    leastBefore = least
    rows = { before: rows.last, last: rows.row, row: rows.before }
  }
  return Math.min(...rows.last)
}

/** Allows one error in a short word, up to three in a long one. */
const mostEdits = (word: string): number => Math.min(3, Math.floor((word.length - 1) / 3))

/**
 * How many letters are wrong if `typed` is meant to begin `known`; infinite if the two are too different. With two errors or more
 * the first letter must be right.
 */
export const countWordSlips = (typed: string, known: string): number => {
  const most = mostEdits(typed)
  if (known.length < typed.length - most) return Number.POSITIVE_INFINITY
  const count = countEdits(typed, known, most)
  return count <= most && (count < 2 || typed[0] === known[0]) ? count : Number.POSITIVE_INFINITY
}

/**
 * How many letters are wrong if every typed word is meant to begin some known word, also if words were joined or split; null if
 * some word is too different from all known ones. All words must be folded.
 */
export const countSlips = (typed: readonly string[], known: readonly string[]): number | null => {
  const edits = typed.map((word) => Math.min(...known.map((candidate) => countWordSlips(word, candidate))))
  if (edits.every(Number.isFinite)) return edits.reduce((sum, count) => sum + count, 0)
  const [joined, whole] = [typed.join(''), known.join('')]
  const isAsLong = typed.length !== known.length && Math.abs(whole.length - joined.length) <= mostEdits(joined)
  const count = isAsLong ? countEdits(joined, whole) : Number.POSITIVE_INFINITY
  return count <= mostEdits(joined) ? count : null
}
