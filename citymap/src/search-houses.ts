// Houses whose number the map lacks: between their neighbours on the same side of the street.
import { measureDistanceM } from '@wayfare/core/geo'
import type { PlaceRow } from './places.ts'

/** Houses of neighbouring numbers further apart than this do not say where one between them stands. */
const FAR_HOUSES_M = 400
const FAR_NUMBERS = 40
/** A namesake of the street elsewhere has other houses. */
const FAR_LAT = 0.03
const FAR_LNG = 0.06

/** What tells two houses of one number apart: "12b", "4 bis". */
const AFFIX = 'bis|ter|quater|[a-z]'
const HOUSE_NUMBER = new RegExp(`^\\d{1,5}(?:${AFFIX})?$`)
const PARTED = new RegExp(`(?<= )(\\d{1,5}) (${AFFIX})(?= )`)
const JOINED = new RegExp(`(?<= )(\\d{1,5})(${AFFIX})(?= )`)

export const isHouseNumber = (word: string): boolean => HOUSE_NUMBER.test(word)

const respell = (words: readonly string[], pattern: RegExp, by: string): string[] =>
  ` ${words.join(' ')} `.replace(pattern, by).trim().split(' ')

/** "4 bis" as one word. */
export const joinHouse = (words: readonly string[]): string[] => respell(words, PARTED, '$1$2')

const isNumber = (word: string): boolean => /^\d/.test(word)

/** The words without what may be a postcode: numbers after the house's, or a long one before everything else. */
const leaveOutPostcodes = (words: readonly string[]): string[][] => {
  const numbers = words.flatMap((word, at) => (isNumber(word) ? [at] : []))
  const after = numbers.slice(1).map((_at, i) => numbers.slice(-1 - i))
  const before = /^\d{5}/.test(words[0] ?? '') ? [[0]] : []
  return [...after, ...before].map((left) => words.filter((_word, at) => !left.includes(at)))
}

/** Other ways to write the same house, for a map that has it so: "4bis" for "4 bis", and without what may be a postcode. */
export const listHouseSpellings = (words: readonly string[]): string[][] => {
  if (!words.some(isNumber)) return []
  const spellings = [words, ...leaveOutPostcodes(words)]
  return spellings.flatMap((spelling) => [[...spelling], joinHouse(spelling), respell(spelling, JOINED, '$1 $2')]).slice(1)
}

type House = PlaceRow & { number: number }
type InterpolateHouse = (street: PlaceRow, number: number) => PlaceRow | null

/** The id that a missing house is known by, and what it says. */
const writeHouseId = (number: number, streetId: string): string => `n:${number}:${streetId}`
export const readHouseId = (id: string): { number: number; streetId: string } | null => {
  const [, number, streetId] = /^n:(\d+):(.+)$/.exec(id) ?? []
  return streetId === undefined ? null : { number: Number(number), streetId }
}

export const makeInterpolateHouse = (rows: readonly PlaceRow[]): InterpolateHouse => {
  const houses = new Map<string, House[]>()
  for (const row of rows) {
    if (row.street === null || row.number === null) continue
    const house = { ...row, number: row.number }
    const known = houses.get(row.street)
    if (known) known.push(house)
    else houses.set(row.street, [house])
  }

  /** The nearest house below or above the number, of those on the same side of the street. */
  const findNeighbour = (street: PlaceRow, number: number, side: -1 | 1): House | undefined => {
    const away = (house: House): number => (house.number - number) * side
    return houses
      .get(street.folded)
      ?.filter((house) => away(house) > 0 && away(house) <= FAR_NUMBERS && away(house) % 2 === 0)
      .filter(({ lat, lng }) => Math.abs(lat - street.lat) < FAR_LAT && Math.abs(lng - street.lng) < FAR_LNG)
      .toSorted((a, b) => away(a) - away(b))[0]
  }

  /** null when the map knows no neighbours on both sides of it, since a number is never made up. */
  return (street, number) => {
    const [lower, upper] = [findNeighbour(street, number, -1), findNeighbour(street, number, 1)]
    if (!lower || !upper || measureDistanceM(lower, upper) > FAR_HOUSES_M) return null
    const share = (number - lower.number) / (upper.number - lower.number)
    return {
      ...street,
      id: writeHouseId(number, street.id),
      kind: 'address',
      name: lower.name.startsWith(`${lower.number}`) ? `${number} ${street.name}` : `${street.name} ${number}`,
      lat: lower.lat + share * (upper.lat - lower.lat),
      lng: lower.lng + share * (upper.lng - lower.lng),
    }
  }
}

/** Whether every number of the place was typed: its neighbour is another house. */
export const hasNumbersOf = ({ folded }: PlaceRow, words: readonly string[]): boolean =>
  folded.split(' ').every((word) => !isNumber(word) || words.includes(word))
