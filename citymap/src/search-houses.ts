// Houses whose number the map lacks: interpolated between their neighbours on the same side of the street.
import { measureDistanceM } from '@wayfare/core/geo'
import type { PlaceRow } from './places.ts'

/** Neighbouring houses further apart than this (m, and in numbers) do not show where a house between them is. */
const FAR_HOUSES_M = 400
const FAR_NUMBERS = 40
/** Limits in degrees: a street of the same name elsewhere has other houses. */
const FAR_LAT = 0.03
const FAR_LNG = 0.06

/** What tells two houses of one number apart: "12b", "4 bis". */
const AFFIX = 'bis|ter|quater|[a-zα-ωа-яא-תء-ي]'
const HOUSE_NUMBER = new RegExp(`^\\d{1,5}(?:${AFFIX})?$`)
const PARTED = new RegExp(`(?<= )(\\d{1,5}) (${AFFIX})(?= )`)
const JOINED = new RegExp(`(?<= )(\\d{1,5})(${AFFIX})(?= )`)

export const isHouseNumber = (word: string): boolean => HOUSE_NUMBER.test(word)

/** What says that a number follows ("nº 12", "n.º 12", "no. 12", "Nr 12", "д. 12", "رقم 12"), folded. */
const NUMBER_SIGNS = new Set(
  'n nº º no nr nro num numero number nummer hausnr hausnummer д дом буд будинок бр αρ αριθμοσ رقم'.split(' '),
)

/** The words without what only says that a house's number follows. */
export const leaveOutSigns = (words: readonly string[]): string[] =>
  words.reduceRight<string[]>((kept, word) => (NUMBER_SIGNS.has(word) && isNumber(kept[0] ?? '') ? kept : [word, ...kept]), [])

const respell = (words: readonly string[], pattern: RegExp, by: string): string[] =>
  ` ${words.join(' ')} `.replace(pattern, by).trim().split(' ')

/** Joins "4 bis" into one word. */
export const joinHouse = (words: readonly string[]): string[] => respell(words, PARTED, '$1$2')

const isNumber = (word: string): boolean => /^\d/.test(word)

/** The words without possible postcodes: numbers after the house number, or a long one at the beginning. */
const leaveOutPostcodes = (words: readonly string[]): string[][] => {
  const numbers = words.flatMap((word, at) => (isNumber(word) ? [at] : []))
  const after = numbers.slice(1).map((_at, i) => numbers.slice(-1 - i))
  const before = /^\d{5}/.test(words[0] ?? '') ? [[0]] : []
  return [...after, ...before].map((left) => words.filter((_word, at) => !left.includes(at)))
}

/** Other spellings of the same house that a map may have: "4bis" for "4 bis", and without possible postcodes. */
export const listHouseSpellings = (words: readonly string[]): string[][] => {
  if (!words.some(isNumber)) return []
  const spellings = [words, ...leaveOutPostcodes(words)]
  return spellings.flatMap((spelling) => [[...spelling], joinHouse(spelling), respell(spelling, JOINED, '$1 $2')]).slice(1)
}

type House = PlaceRow & { number: number }
type InterpolateHouse = (street: PlaceRow, number: number) => PlaceRow | null

/** The id of an interpolated house, which contains its number and street. */
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

  /** The nearest house below or above the number, on the same side of the street. */
  const findNeighbour = (street: PlaceRow, number: number, side: -1 | 1): House | undefined => {
    const away = (house: House): number => (house.number - number) * side
    return houses
      .get(street.folded)
      ?.filter((house) => away(house) > 0 && away(house) <= FAR_NUMBERS && away(house) % 2 === 0)
      .filter(({ lat, lng }) => Math.abs(lat - street.lat) < FAR_LAT && Math.abs(lng - street.lng) < FAR_LNG)
      .toSorted((a, b) => away(a) - away(b))[0]
  }

  /** Null unless the map has neighbours on both sides: a house is never invented. */
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

/** True if every number in the place's name was typed: otherwise it is another house. */
export const hasNumbersOf = ({ folded }: PlaceRow, words: readonly string[]): boolean =>
  folded.split(' ').every((word) => !isNumber(word) || words.includes(word))
