import { asId } from '@wayfare/core/ids'
import { foldText } from '@wayfare/core/fold'
import type { PlaceSuggestion } from '@wayfare/contract/places'
import type { PlaceMatch } from '../../adapters/ports.ts'

/** How many letters of `word` stand for the first `length` folded ones: "Å" folds to one letter, "ß" to two. */
const lettersFor = (word: string, length: number): number => {
  let letters = 0
  for (const letter of word) {
    if (foldText(word.slice(0, letters)).length >= length) break
    letters += letter.length
  }
  return letters
}

/** Where the beginnings of words agree with what was typed, for highlighting. */
export const findMatches = (text: string, typed: string): { offset: number; length: number }[] => {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
  return [...text.matchAll(/[\p{Letter}\p{Mark}\p{Number}]+/gu)].flatMap(({ 0: word, index }) => {
    const folded = foldText(word)
    const [longest] = words.filter((typedWord) => folded.startsWith(typedWord)).toSorted((a, b) => b.length - a.length)
    return longest ? [{ offset: index, length: lettersFor(word, longest.length) }] : []
  })
}

export const presentMatch = ({ placeId, kind, name, secondary, isGuess }: PlaceMatch, typed: string): PlaceSuggestion => ({
  placeId: asId<'place'>(placeId),
  description: secondary ? `${name}, ${secondary}` : name,
  kind,
  isGuess,
  structuredFormatting: { mainText: name, secondaryText: secondary, mainTextMatchedSubstrings: findMatches(name, typed) },
})
