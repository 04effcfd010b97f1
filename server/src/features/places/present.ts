import { asId } from '@wayfare/core/ids'
import { foldText, splitWords } from '@wayfare/core/fold'
import { isInBounds, type LatLng } from '@wayfare/core/geo'
import type { PlaceSuggestion } from '@wayfare/contract/places'
import type { OperatorPlace } from '@wayfare/contract/places-operator'
import type { BasemapState, PlaceMatch } from '../../adapters/ports.ts'
import type { TableRow } from '../../db/tables.ts'

/** How many letters of `word` make up the first `length` folded ones: "Å" folds to one letter, "ß" to two. */
const lettersFor = (word: string, length: number): number => {
  let letters = 0
  for (const letter of word) {
    if (foldText(word.slice(0, letters)).length >= length) break
    letters += letter.length
  }
  return letters
}

/** Where beginnings of words match the typed text, for highlighting. */
export const findMatches = (text: string, typed: string): { offset: number; length: number }[] => {
  const words = splitWords(typed)
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

/** If the map has no bounding box, no place is outside it. */
export const isOutsideMap = (point: LatLng, { bounds }: Pick<BasemapState, 'bounds'>): boolean => {
  if (!bounds) return false
  const [west, south, east, north] = bounds
  return !isInBounds({ south, west, north, east }, point, mapMarginM)
}

/** How far (m) beyond the streets a place may be. */
const mapMarginM = 300

export const presentOperatorPlace = (
  { id, name, otherNames, kind, lat, lng, hidden, mapPlaceId, version, createdAt }: TableRow<'operatorPlace'>,
  map: Pick<BasemapState, 'bounds'>,
): OperatorPlace => ({
  id: asId(id),
  name,
  otherNames,
  kind,
  lat,
  lng,
  hidden,
  mapPlaceId: mapPlaceId === null ? null : asId(mapPlaceId),
  outside: isOutsideMap({ lat, lng }, map),
  version,
  createdAt: createdAt.getTime(),
})
