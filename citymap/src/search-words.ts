// The word index of the place search, in alphabetical order, so that words with the same beginning are next to each other.
import type { PlaceRow } from './places.ts'

/**
 * The places of `words[i]` are `hits[start[i]]` to `hits[start[i + 1]]` (exclusive): twice the row number, plus one if the word
 * belongs to the kind or another name. `known`: the words of everything but houses.
 */
type WordIndex = { words: readonly string[]; known: readonly string[]; start: Uint32Array; hits: Uint32Array }

const collectHits = (rows: readonly PlaceRow[]): Map<string, number[]> => {
  const collected = new Map<string, number[]>()
  rows.forEach(({ folded, words }, row) => {
    const named = new Set(folded.split(' '))
    for (const word of new Set(words.split(' '))) {
      const hits = collected.get(word)
      const hit = 2 * row + (named.has(word) ? 0 : 1)
      if (hits) hits.push(hit)
      else collected.set(word, [hit])
    }
  })
  return collected
}

const buildWordIndex = (rows: readonly PlaceRow[]): WordIndex => {
  const collected = collectHits(rows)
  const words = [...collected.keys()].filter((word) => word !== '').toSorted((a, b) => (a < b ? -1 : 1))
  const lists = words.map((word) => collected.get(word) ?? [])
  const start = new Uint32Array(words.length + 1)
  lists.forEach((hits, i) => (start[i + 1] = start[i] + hits.length))
  const hits = new Uint32Array(start[words.length])
  lists.forEach((list, i) => hits.set(list, start[i]))
  const isOfPlace = (hit: number): boolean => rows[hit >> 1].kind !== 'address'
  return { words, known: words.filter((_word, i) => lists[i].some(isOfPlace)), start, hits }
}

/** Index of the first word that is not before `text`. */
const findFirst = (words: readonly string[], text: string): number => {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle] < text) low = middle + 1
    else high = middle
  }
  return low
}

/** `isNamed`: every typed word matches in the name; `isWhole`: every typed word matches a whole word, not only its beginning. */
type Visit = (row: number, isNamed: boolean, isWhole: boolean) => void

export type PlaceWords = {
  /** The words of all places but houses, in alphabetical order. */
  known: readonly string[]
  /** Visits the places that have, for each typed word, a word that begins like one of its spellings. */
  eachMatch: (typed: readonly (readonly string[])[], visit: Visit) => void
}

export const makePlaceWords = (rows: readonly PlaceRow[]): PlaceWords => {
  const { words, known, start, hits } = buildWordIndex(rows)
  // how many of the typed words each place matches so far: at all, in its name, and as whole words
  const [any, named, whole] = [0, 1, 2].map(() => new Uint8Array(rows.length))
  const eachMatch: PlaceWords['eachMatch'] = (typed, visit) => {
    for (const counts of [any, named, whole]) counts.fill(0)
    const found: number[] = []
    typed.forEach((spellings, at) => {
      for (const spelling of spellings) {
        for (let i = findFirst(words, spelling); i < words.length && words[i].startsWith(spelling); i++) {
          const isWhole = words[i].length === spelling.length
          for (let j = start[i]; j < start[i + 1]; j++) {
            const row = hits[j] >> 1
            if (any[row] === at && ++any[row] === typed.length) found.push(row)
            if (named[row] === at && hits[j] % 2 === 0) named[row]++
            if (isWhole && whole[row] === at) whole[row]++
          }
        }
      }
    })
    for (const row of found) visit(row, named[row] === typed.length, whole[row] === typed.length)
  }
  return { known, eachMatch }
}
