import { expect, it } from 'vitest'
import type { PlaceRow } from './places.ts'
import { makePlaceWords } from './search-words.ts'

const place = (name: string, others: string, kind: PlaceRow['kind'] = 'street'): PlaceRow => ({
  id: name,
  kind,
  name,
  secondary: '',
  folded: name,
  words: `${name} ${others}`.trim(),
  street: null,
  number: null,
  lat: 0,
  lng: 0,
  weight: 0,
})

const begins = (word: string, spelling: string): boolean => word.startsWith(spelling)
const equals = (word: string, spelling: string): boolean => word === spelling

/** The same by comparing every word of every place. */
const matchPlainly = (rows: readonly PlaceRow[], typed: readonly (readonly string[])[]): string[] => {
  const has = (words: string, agrees: typeof equals): boolean =>
    typed.every((spellings) => spellings.some((spelling) => words.split(' ').some((word) => agrees(word, spelling))))
  return rows.flatMap(({ words, folded }, row) =>
    has(words, begins) ? [`${row} ${has(folded, begins)} ${has(words, equals)}`] : [],
  )
}

it('finds the places that a look at every word finds, and says how they match', () => {
  let seed = 5
  const dice = (sides: number): number => (seed = (seed * 16_807) % 2_147_483_647) % sides
  // short words, so that they share beginnings, repeat, and contain each other
  const word = (): string => Array.from({ length: 1 + dice(4) }, () => 'abñش'[dice(4)]).join('')
  const words = (most: number): string => Array.from({ length: 1 + dice(most) }, word).join(' ')
  for (let town = 0; town < 40; town++) {
    const rows = Array.from({ length: 1 + dice(60) }, () => place(words(3), dice(2) === 0 ? '' : words(3)))
    const { eachMatch } = makePlaceWords(rows)
    for (let question = 0; question < 40; question++) {
      const typed = Array.from({ length: dice(4) }, () => Array.from({ length: 1 + dice(2) }, word))
      const found: string[] = []
      eachMatch(typed, (row, isNamed, isWhole) => found.push(`${row} ${isNamed} ${isWhole}`))
      expect(found.toSorted(), JSON.stringify(typed)).toEqual(typed.length === 0 ? [] : matchPlainly(rows, typed).toSorted())
    }
  }
})

it('knows the words of names and kinds, and not those of houses', () => {
  const rows = [place('rua flores', 'street'), place('rua flores 12', '', 'address')]
  expect(makePlaceWords(rows).known).toEqual(['flores', 'rua', 'street'])
})
