// Fuzzy search: each typed word stands for known words with a few letters different, and a place needs one for each typed word.
import { countSlips, countWordSlips } from '@wayfare/core/fold'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { PlaceRow } from './places.ts'
import type { PlaceWords } from './search-words.ts'

/** The most known words that one typed word may stand for. */
const MOST_MEANT = 30

/** The known words that a typed one may stand for, the likeliest first, each with the number of wrong letters. */
const listMeant = (typed: string, known: readonly string[]): ReadonlyMap<string, number> => {
  const rest = typed.slice(1)
  /** True if it may begin the same but for one error at the first letter: a check far quicker than counting errors. */
  const beginsAlike = (word: string): boolean =>
    word[0] === typed[0] ||
    word.startsWith(rest) ||
    word.startsWith(typed, 1) ||
    word.startsWith(rest, 1) ||
    (word[0] === typed[1] && word[1] === typed[0])
  const meant: [string, number][] = []
  for (const word of known) {
    const slips = beginsAlike(word) ? countWordSlips(typed, word) : Infinity
    if (slips < Infinity) meant.push([word, slips])
  }
  return new Map(meant.toSorted(([a, slipsA], [b, slipsB]) => slipsA - slipsB || a.length - b.length).slice(0, MOST_MEANT))
}

/** Ranks short names and near ones first: a kilometre counts as much as a letter. */
const rankNear = (place: PlaceRow, bias: LatLng | null): number =>
  place.folded.length + (bias ? Math.min(15, measureDistanceM(bias, place) / 1000) : 0)

type AlikeQuestion = { words: readonly string[]; bias: LatLng | null; limit: number }

export const searchAlike = (
  rows: readonly PlaceRow[],
  { known, eachMatch }: PlaceWords,
  { words, bias, limit }: AlikeQuestion,
): PlaceRow[] => {
  const each = words.map((word) => listMeant(word, known))
  // one word may have been split
  const joined = words.length > 1 ? [listMeant(words.join(''), known)] : []
  const found = new Map<PlaceRow, { isNamed: boolean }>()
  for (const meant of [each, joined])
    eachMatch(
      meant.map((slips) => [...slips.keys()]),
      (row, isNamed, isWhole) => {
        if (isWhole && rows[row].kind !== 'address') found.set(rows[row], { isNamed })
      },
    )
  const countRowSlips = ({ folded, words: own }: PlaceRow): number | null => {
    const slips = each.reduce((sum, meant) => sum + Math.min(...own.split(' ').map((word) => meant.get(word) ?? Infinity)), 0)
    return Number.isFinite(slips) ? slips : countSlips(words, folded.split(' '))
  }
  return [...found]
    .flatMap(([row, { isNamed }]) => {
      const slips = countRowSlips(row)
      return slips === null ? [] : [{ row, slips, order: (isNamed ? 0 : 2) + (row.kind === 'crossing' ? 1 : 0) }]
    })
    .toSorted((a, b) => a.slips - b.slips || a.order - b.order || rankNear(a.row, bias) - rankNear(b.row, bias))
    .slice(0, limit)
    .map(({ row }) => row)
}
