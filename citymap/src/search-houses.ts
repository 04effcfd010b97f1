// Houses whose number the map lacks: between their neighbours on the same side of the street.
import { measureDistanceM } from '@wayfare/core/geo'
import type { PlaceRow } from './places.ts'

/** Houses of neighbouring numbers further apart than this do not say where one between them stands. */
const FAR_HOUSES_M = 400
const FAR_NUMBERS = 40
/** A namesake of the street elsewhere has other houses. */
const FAR_LAT = 0.03
const FAR_LNG = 0.06

export const isHouseNumber = (word: string): boolean => /^\d{1,5}[a-z]?$/.test(word)

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
