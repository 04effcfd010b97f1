// The operator's own places in search and reverse lookup: they come before map places that match equally well, and replace the
// map places that they stand for, whichever engine finds these.
import { countSlips, foldText, splitWords } from '@wayfare/core/fold'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { kindWords, reachM } from '@wayfare/core/place-words'
import type { OperatorPlace } from '@wayfare/contract/places-operator'
import type { PlaceMatch } from '../../adapters/ports.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { isOutsideMap, presentOperatorPlace } from './present.ts'

export const operatorPrefix = 'o:'

type Row = TableRow<'operatorPlace'>

const listRows = (deps: Deps): Promise<Row[]> =>
  deps.db.selectFrom('operatorPlace').selectAll().where('removedAt', 'is', null).orderBy('name').orderBy('id').execute()

export const listOperatorPlaces = async (deps: Deps): Promise<OperatorPlace[]> => {
  const map = deps.maps.basemap.describe()
  return (await listRows(deps)).map((row) => presentOperatorPlace(row, map))
}

/** The places that may be offered at all. */
const listShown = (deps: Deps, rows: readonly Row[]): Row[] => {
  const map = deps.maps.basemap.describe()
  return rows.filter((row) => !row.hidden && !isOutsideMap(row, map))
}

const startsWords = (typed: readonly string[], known: readonly string[]): boolean =>
  typed.every((word) => known.some((candidate) => candidate.startsWith(word)))

/** How well a name matches: 0 completely, 1 by its beginning, 2 by its words, 3 not by itself. */
const rankName = (typed: readonly string[], name: string): number => {
  const [wanted, known] = [typed.join(' '), splitWords(name)]
  const whole = known.join(' ')
  if (whole === wanted) return 0
  if (whole.startsWith(wanted)) return 1
  return startsWords(typed, known) ? 2 : 3
}

const wordsOf = ({ name, otherNames, kind }: Row): string[] =>
  splitWords([name, ...otherNames, kind === 'landmark' ? '' : kindWords[kind]].join(' '))

type Ranked = { row: Row; rank: number }

const rankRows = (rows: readonly Row[], typed: readonly string[]): Ranked[] =>
  rows
    .filter((row) => typed.length > 0 && startsWords(typed, wordsOf(row)))
    .map((row) => ({ row, rank: Math.min(...[row.name, ...row.otherNames].map((name) => rankName(typed, name))) }))

type Query = { text: string; bias: LatLng | null }

/** The places that match the text, or are spelt similarly; the city's name may be part of the text. */
const rankOwn = (rows: readonly Row[], { text, bias }: Query, city: string): { found: Ranked[]; isGuess: boolean } => {
  const typed = splitWords(text)
  const ignored = new Set(splitWords(city))
  const words = typed.filter((word) => !ignored.has(word))
  const exact = [typed, words].map((wanted) => rankRows(rows, wanted)).find((ranked) => ranked.length > 0)
  const farness = ({ row }: Ranked): number => (bias ? measureDistanceM(bias, row) : 0)
  if (exact) return { found: exact.toSorted((a, b) => a.rank - b.rank || farness(a) - farness(b)), isGuess: false }
  const alike = words.join('').length < 3 ? [] : rows.filter((row) => countSlips(words, wordsOf(row)) !== null)
  return { found: alike.map((row) => ({ row, rank: 0 })), isGuess: true }
}

const toMatch = ({ id, name, lat, lng }: Row, city: string, isGuess: boolean): PlaceMatch => ({
  placeId: `${operatorPrefix}${id}`,
  kind: 'landmark',
  name,
  secondary: city,
  lat,
  lng,
  isGuess,
})

/** The id without its dataset part, which each import of a city's map may rename. */
const bareIdOf = (placeId: string): string => placeId.replace(/^e:[^:]+:/, 'e:')

/** Distances (m) within which two places are the same: ids are numbered among equal names, and a street is long. */
const samePlaceM = 300
const sameStreetM = 8000

/** True if the operator's place stands for this place, of the current map or of one of this city served before. */
const standsFor = (row: Row, { placeId, lat, lng }: PlaceMatch): boolean => {
  if (row.mapPlaceId === null || row.mapPlaceId === placeId) return row.mapPlaceId === placeId
  const id = bareIdOf(placeId)
  if (foldText(bareIdOf(row.mapPlaceId)) !== foldText(id) || lat === null || lng === null) return false
  return measureDistanceM(row, { lat, lng }) <= (id.startsWith('e:s:') ? sameStreetM : samePlaceM)
}

/** Adds the operator's places to the map's results, and removes the places they stand for. */
export const mergeOperatorPlaces = async (deps: Deps, query: Query, found: readonly PlaceMatch[]): Promise<PlaceMatch[]> => {
  const rows = await listRows(deps)
  if (rows.length === 0) return [...found]
  const city = deps.maps.basemap.describe().name
  const mapped = found.filter((match) => !rows.some((row) => standsFor(row, match)))
  const own = rankOwn(listShown(deps, rows), query, city)
  const exact = mapped.filter(({ isGuess }) => !isGuess)
  if (own.isGuess) return exact.length > 0 ? mapped : [...own.found.map(({ row }) => toMatch(row, city, true)), ...mapped]
  const typed = splitWords(query.text)
  const rest = [...own.found]
  const merged: PlaceMatch[] = []
  for (const match of exact) {
    const rank = rankName(typed, match.name)
    while (rest[0] && rest[0].rank <= rank) merged.push(...rest.splice(0, 1).map(({ row }) => toMatch(row, city, false)))
    merged.push(match)
  }
  return [...merged, ...rest.map(({ row }) => toMatch(row, city, false))]
}

export const findOperatorPlace = async (deps: Deps, id: string): Promise<Row | null> => {
  const query = deps.db.selectFrom('operatorPlace').selectAll().where('id', '=', id)
  return (await query.where('removedAt', 'is', null).where('hidden', '=', false).executeTakeFirst()) ?? null
}

/** True if an operator's place of this folded name is within `metres` of the point. */
export const isOperatorPlaceNear = async (deps: Deps, name: string, point: LatLng, metres: number): Promise<boolean> =>
  listShown(deps, await listRows(deps)).some(
    (row) => [row.name, ...row.otherNames].some((one) => foldText(one) === name) && measureDistanceM(row, point) <= metres,
  )

/** A hidden map place is hidden within this distance (m); the map itself names none from further away. */
const hiddenReachM = 150

/** The address in the operator's words: the nearby place comes first, and hidden places are left out. */
export const nameOperatorPlace = async (deps: Deps, point: LatLng, address: string): Promise<string> => {
  const rows = await listRows(deps)
  const parts = address.split(', ')
  const [first = '', ...rest] = parts
  // "Nordstan, Köpmansgatan, Göteborg" names a place before the street
  const fromStreet = parts.length > 2 ? rest : parts
  const near = listShown(deps, rows)
    .map((row) => ({ row, metres: measureDistanceM(row, point) }))
    .filter(({ row, metres }) => metres <= reachM[row.kind])
    .toSorted((a, b) => a.metres - b.metres)[0]
  if (near) return [near.row.name, ...fromStreet.filter((part) => part !== near.row.name)].join(', ')
  const isHidden = rows.some(
    (row) => row.hidden && row.mapPlaceId !== null && row.name === first && measureDistanceM(row, point) <= hiddenReachM,
  )
  return isHidden ? fromStreet.join(', ') : address
}
