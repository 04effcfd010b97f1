// The operator's own places in search and reverse lookup: they stand before places of the map that match as well as they do, and
// instead of those that they stand for, whichever engine finds these.
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

/** What is offered at all. */
const listShown = (deps: Deps, rows: readonly Row[]): Row[] => {
  const map = deps.maps.basemap.describe()
  return rows.filter((row) => !row.hidden && !isOutsideMap(row, map))
}

const startsWords = (typed: readonly string[], known: readonly string[]): boolean =>
  typed.every((word) => known.some((candidate) => candidate.startsWith(word)))

/** How well a name matches: 0 whole, 1 by its beginning, 2 by its words, 3 not by itself. */
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

/** What somebody typed means one of these, or is spelt like it; the name of the city may be typed along. */
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

/** What our own map calls a place in every dataset of a city, which each import may name anew. */
const bareIdOf = (placeId: string): string => placeId.replace(/^e:[^:]+:/, 'e:')

/** So far (m) a place may lie from the one that stands for it: ids are numbered where names are the same, and a street is long. */
const samePlaceM = 300
const sameStreetM = 8000

/** Whether the operator's place stands for this one of the map, or of the map of this city that was served before. */
const standsFor = (row: Row, { placeId, lat, lng }: PlaceMatch): boolean => {
  if (row.mapPlaceId === null || row.mapPlaceId === placeId) return row.mapPlaceId === placeId
  const id = bareIdOf(placeId)
  if (foldText(bareIdOf(row.mapPlaceId)) !== foldText(id) || lat === null || lng === null) return false
  return measureDistanceM(row, { lat, lng }) <= (id.startsWith('e:s:') ? sameStreetM : samePlaceM)
}

/** Adds the operator's places to what the map found, and takes away what they stand for. */
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

/** Whether a place of the operator that is called so, folded, lies within the distance (m) of the point. */
export const isOperatorPlaceNear = async (deps: Deps, name: string, point: LatLng, metres: number): Promise<boolean> =>
  listShown(deps, await listRows(deps)).some(
    (row) => [row.name, ...row.otherNames].some((one) => foldText(one) === name) && measureDistanceM(row, point) <= metres,
  )

/** A hidden place of the map is not named within this distance (m) of it: the map itself names none from further away. */
const hiddenReachM = 150

/** The address with the operator's words: the place one is at comes first, and what is hidden is not named. */
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
