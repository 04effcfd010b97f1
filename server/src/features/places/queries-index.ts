// The place table as an index of names, by full text over the beginnings of words. Only when that finds nothing are words taken that
// are spelt like the typed ones (queries-alike), and what they find is called a guess.
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { splitWords } from '@wayfare/core/fold'
import { smallWords, spellOut } from '@wayfare/core/place-words'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../deps.ts'
import type { PlaceKind } from '../../adapters/ports.ts'
import { keepPlacesOf, loadPlaces, type PlaceRow } from './commands.ts'
import { makeKnownWords, searchAlike, type Candidate } from './queries-alike.ts'

type Found = Candidate & { isGuess: boolean }
/** `ignored` are words that say where the whole city lies, such as its own name. */
type Query = { edition: string; text: string; ignored: readonly string[]; bias: LatLng | null; limit: number }

const mostWords = 8
/** A name of one or two letters is what somebody has typed so far, seldom what is meant. */
const leastWholeName = 3
const twinsM = 400
const kmPerDegree = 111.195
/** Points of weight that a kilometre costs, and the distance after which it costs no more. */
const perKm = 3
const farKm = 15
/** One or two letters fit thousands of names: so many of the likeliest are put in order with care. */
const mostRanked = 150
/** Points of weight for a name that begins as typed, and for one that has the words: the rest are matched by their kind alone. */
const [startsWorth, namedWorth] = [10, 5]

const farness = (bias: LatLng | null): RawBuilder<number> => {
  if (!bias) return sql<number>`0`
  const shrink = Math.cos((bias.lat * Math.PI) / 180)
  return sql<number>`least(${farKm}::float8, ${kmPerDegree}::float8 * sqrt(power(lat - ${bias.lat}::float8, 2) + power((lng - ${bias.lng}::float8) * ${shrink}::float8, 2)))`
}

/** Whole name first, then its beginning or whole words of any kind, then words of the name in any order, then the rest. */
const searchWords = async (db: Db, { edition, bias, limit }: Query, words: readonly string[]): Promise<Candidate[]> => {
  if (words.length === 0) return []
  const typed = words.join(' ')
  const asQuery = (end: string): string =>
    words
      .map(
        (word) =>
          `(${spellOut(word)
            .map((one) => `${one}${end}`)
            .join(' | ')})`,
      )
      .join(' & ')
  const [wanted, whole] = [asQuery(':*'), asQuery('')]
  const { rows } = await sql<Candidate>`
    select id, kind, name, secondary, lat, lng, folded from (
      select * from place
      where to_tsvector('simple', words) @@ to_tsquery('simple', ${wanted}) and dataset = ${edition}
      order by folded = ${typed} desc, starts_with(folded, ${typed}) desc, weight - ${perKm} * ${farness(bias)} desc limit ${mostRanked}
    ) as likely
    order by case
        when folded = ${typed} and length(folded) >= ${leastWholeName} then 0
        when starts_with(folded, ${typed}) or to_tsvector('simple', words) @@ to_tsquery('simple', ${whole}) then 1
        when to_tsvector('simple', folded) @@ to_tsquery('simple', ${wanted}) then 2
        else 3 end,
      weight - ${perKm} * ${farness(bias)} + case
        when starts_with(folded, ${typed}) then ${startsWorth}
        when to_tsvector('simple', folded) @@ to_tsquery('simple', ${wanted}) then ${namedWorth}
        else 0 end desc,
      length(folded), id
    limit ${limit}`.execute(db)
  return rows
}

/** A square and the landmark named after it are one place to those who search. */
const withoutTwins = <T extends Candidate>(found: readonly T[]): T[] =>
  found.filter(
    (place, i) => !found.slice(0, i).some((better) => better.name === place.name && measureDistanceM(better, place) < twinsM),
  )

const isHouseNumber = (word: string): boolean => /^\d{1,5}[a-z]?$/.test(word)

/** Houses of neighbouring numbers further apart than this do not say where one between them stands. */
const farHousesM = 400
const farNumbers = 40
type Missing = { edition: string; street: Candidate; number: number }
type House = { number: number; name: string; lat: number; lng: number }

/** The nearest house on one side of the number, of those on the same side of the street. */
const findNeighbour = async (db: Db, { edition, street, number }: Missing, side: 'below' | 'above'): Promise<House | null> => {
  const [least, most] = side === 'below' ? [number - farNumbers, number - 1] : [number + 1, number + farNumbers]
  const { rows } = await sql<House>`
    select number, name, lat, lng from place
    where dataset = ${edition} and street = ${street.folded} and number between ${least} and ${most} and number % 2 = ${number % 2}
      and abs(lat - ${street.lat}::float8) < 0.03 and abs(lng - ${street.lng}::float8) < 0.06
    order by abs(number - ${number}) limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Where a house stands whose number the map lacks: between its neighbours on the same side of the street, as far along as its number
 * is. null when the map knows no neighbours on both sides of it, since a number is never made up.
 */
const interpolateHouse = async (db: Db, missing: Missing): Promise<Candidate | null> => {
  const { street, number } = missing
  const [lower, upper] = await Promise.all([findNeighbour(db, missing, 'below'), findNeighbour(db, missing, 'above')])
  if (!lower || !upper || measureDistanceM(lower, upper) > farHousesM) return null
  const share = (number - lower.number) / (upper.number - lower.number)
  return {
    ...street,
    id: `${housePrefix}${number}:${street.id}`,
    kind: 'address',
    name: lower.name.startsWith(`${lower.number}`) ? `${number} ${street.name}` : `${street.name} ${number}`,
    lat: lower.lat + share * (upper.lat - lower.lat),
    lng: lower.lng + share * (upper.lng - lower.lng),
  }
}

const housePrefix = 'n:'

/** The street without its number, led by the house if the map knows where it must be. */
const searchHouse = async (db: Db, query: Query, words: readonly string[]): Promise<Candidate[]> => {
  const numbers = words.filter(isHouseNumber)
  if (numbers.length === 0) return []
  const found = await searchWords(
    db,
    query,
    words.filter((word) => !isHouseNumber(word)),
  )
  const street = found.find(({ kind }) => kind === 'street')
  const house = street
    ? await interpolateHouse(db, { edition: query.edition, street, number: Number.parseInt(numbers[0] ?? '', 10) })
    : null
  return house ? [house, ...found] : found
}

const mostDistrictWords = 3

/** The last words may say where the place lies, as the list itself does: "Rue Grimaldi La Condamine". */
const searchInDistrict = async (
  db: Db,
  query: Query,
  words: readonly string[],
  districts: ReadonlySet<string>,
): Promise<Candidate[]> => {
  for (let count = 1; count <= Math.min(mostDistrictWords, words.length - 1); count++) {
    const district = words.slice(-count)
    if (!district.every((word) => districts.has(word))) continue
    const found = await searchWords(db, { ...query, limit: query.limit * 4 }, words.slice(0, -count))
    const fitting = found.filter(({ secondary }) => {
      const known = splitWords(secondary)
      return district.every((word) => known.includes(word))
    })
    if (fitting.length > 0) return fitting.slice(0, query.limit)
  }
  return []
}

type KnownWordsOf = ReturnType<typeof makeKnownWords>

const search = async (db: Db, knownWordsOf: KnownWordsOf, asked: Query): Promise<Found[]> => {
  const query = { ...asked, limit: asked.limit * 2 }
  const typed = splitWords(query.text).slice(0, mostWords)
  const ignored = new Set([...query.ignored, ...smallWords])
  const words = typed.filter((word) => !ignored.has(word))
  const finish = (found: readonly Candidate[], isGuess: boolean): Found[] =>
    withoutTwins(found)
      .slice(0, asked.limit)
      .map((place) => ({ ...place, isGuess }))
  for (const attempt of [
    () => searchWords(db, query, typed),
    // without the words that say where the whole city lies
    () => (words.length < typed.length ? searchWords(db, query, words) : Promise.resolve([])),
    () => searchHouse(db, query, words),
    async () => searchInDistrict(db, query, words, (await knownWordsOf(query.edition)).districts),
  ]) {
    const found = await attempt()
    if (found.length > 0) return finish(found, false)
  }
  const names = words.filter((word) => !isHouseNumber(word))
  if (names.join('').length < leastWholeName) return []
  return finish(await searchAlike(db, await knownWordsOf(query.edition), { ...query, words: names }), true)
}

const findPlace = async (db: Db, edition: string, id: string): Promise<Candidate | null> => {
  const row = await db
    .selectFrom('place')
    .select(['id', 'kind', 'name', 'secondary', 'lat', 'lng', 'folded'])
    .where('id', '=', id)
    .where('dataset', '=', edition)
    .executeTakeFirst()
  return row ? { ...row, kind: row.kind as PlaceKind } : null
}

/** What the city's maps are given to find names with. */
export const makePlaceIndex = (db: Db) => {
  const knownWordsOf = makeKnownWords(db)
  return {
    isLoaded: async (edition: string): Promise<boolean> =>
      (await db.selectFrom('place').select('id').where('dataset', '=', edition).limit(1).executeTakeFirst()) !== undefined,
    load: (edition: string, rows: readonly PlaceRow[]): Promise<void> => loadPlaces(db, edition, rows),
    keepOnly: (edition: string): Promise<void> => keepPlacesOf(db, edition),
    search: (query: Query): Promise<Found[]> => search(db, knownWordsOf, query),
    find: async (edition: string, id: string): Promise<Candidate | null> => {
      const [, number, streetId] = /^n:(\d+):(.+)$/.exec(id) ?? []
      const place = await findPlace(db, edition, streetId ?? id)
      return place && number ? interpolateHouse(db, { edition, street: place, number: Number(number) }) : place
    },
  }
}
