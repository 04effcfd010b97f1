// The place search, over all names in memory. Every typed word must begin a word of the place; only if nothing matches are
// similarly spelt names used (search-alike), and those results are marked as guesses.
import { splitWords } from '@wayfare/core/fold'
import { type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { crossingWords, smallWords, spellOut } from '@wayfare/core/place-words'
import type { PlaceRow } from './places.ts'
import { searchAlike } from './search-alike.ts'
import {
  hasNumbersOf,
  isHouseNumber,
  joinHouse,
  leaveOutSigns,
  listHouseSpellings,
  makeInterpolateHouse,
  readHouseId,
} from './search-houses.ts'
import { makePlaceWords } from './search-words.ts'

/** `bias`: places nearer to it come first. */
export type PlaceQuestion = { text: string; bias: LatLng | null; limit: number }
export type KnownPlace = Pick<PlaceRow, 'id' | 'kind' | 'name' | 'secondary' | 'lat' | 'lng'>
export type FoundPlace = KnownPlace & { isGuess: boolean }
/** Names that refer to the whole city: `country` is its ISO code. */
type CityNames = { name: string; dataset: string; country: string }

export type PlaceSearch = {
  search: (question: PlaceQuestion) => FoundPlace[]
  /** Null if there is none with this id. */
  findPlace: (id: string) => KnownPlace | null
}

const MOST_WORDS = 8
/** A street named "A" or "10" is rarely what one or two letters mean: names shorter than this come last. */
const LEAST_NAME = 3
/** Fewer letters are similar to anything. */
const LEAST_GUESSED = 3
const TWINS_M = 400
const KM_PER_DEGREE = 111.195
/** Points of weight lost per kilometre, and the distance beyond which no more are lost. */
const PER_KM = 3
const FAR_KM = 15
/** Extra points for a name that begins as typed, and for one that has the words: other matches are by kind or other names. */
const STARTS_WORTH = 10
const NAMED_WORTH = 5
const MOST_DISTRICT_WORDS = 3

/** Languages in which people add the country to what they search for. */
const LANGUAGES = ['en', 'sv', 'ar', 'es', 'pt', 'fr', 'de', 'it']

const listOwnNames = ({ name, dataset, country }: CityNames): string[] =>
  [
    name,
    dataset,
    ...LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? ''),
  ].flatMap(splitWords)

/** An approximate distance in km, as it is computed for every place that matches. */
const makeFarness = (bias: LatLng | null): ((place: LatLng) => number) => {
  if (!bias) return () => 0
  const shrink = Math.cos((bias.lat * Math.PI) / 180)
  return ({ lat, lng }) => {
    const [north, east] = [lat - bias.lat, (lng - bias.lng) * shrink]
    return Math.min(FAR_KM, KM_PER_DEGREE * Math.sqrt(north * north + east * east))
  }
}

/** `tier` 0: the whole name; 1: its beginning, or only whole words; 2: words of the name; 3: the rest, and very short names. */
type Ranked = { place: PlaceRow; tier: number; score: number }

const compareRanked = (a: Ranked, b: Ranked): number =>
  a.tier - b.tier || b.score - a.score || a.place.folded.length - b.place.folded.length || (a.place.id < b.place.id ? -1 : 1)

const findTier = ({ folded }: PlaceRow, typed: string, isBeginning: boolean, isNamed: boolean): number => {
  if (folded.length < LEAST_NAME) return 3
  if (folded === typed) return 0
  if (isBeginning) return 1
  return isNamed ? 2 : 3
}

/** Keeps the best few of thousands without sorting all of them. */
const keepBest = (best: Ranked[], one: Ranked, most: number): void => {
  if (best.length >= most && compareRanked(one, best[most - 1]) > 0) return
  const at = best.findIndex((other) => compareRanked(one, other) < 0)
  best.splice(at === -1 ? best.length : at, 0, one)
  if (best.length > most) best.pop()
}

/** Drops repeated names nearby: for the searcher, a square and the landmark named after it are one place. */
const withoutTwins = (found: readonly PlaceRow[]): PlaceRow[] =>
  found.filter(
    (place, i) => !found.slice(0, i).some((better) => better.name === place.name && measureDistanceM(better, place) < TWINS_M),
  )

/** Builds the index of all names. Measured: see `npm run bench -- --only search`. */
export const makePlaceSearch = (rows: readonly PlaceRow[], city: CityNames): PlaceSearch => {
  const known = makePlaceWords(rows)
  const interpolateHouse = makeInterpolateHouse(rows)
  const districts = new Set([...new Set(rows.map(({ secondary }) => secondary))].flatMap(splitWords))
  const ignored = new Set([...listOwnNames(city), ...smallWords, ...crossingWords])

  const searchWords = (words: readonly string[], { bias, limit }: PlaceQuestion): PlaceRow[] => {
    if (words.length === 0) return []
    const typed = words.join(' ')
    const farness = makeFarness(bias)
    const best: Ranked[] = []
    known.eachMatch(words.map(spellOut), (row, isNamed, isWhole) => {
      const place = rows[row]
      const isBeginning = place.folded.startsWith(typed)
      const tier = findTier(place, typed, isBeginning || isWhole, isNamed)
      const worth = isBeginning ? STARTS_WORTH : isNamed ? NAMED_WORTH : 0
      keepBest(best, { place, tier, score: place.weight - PER_KM * farness(place) + worth }, limit)
    })
    return best.map(({ place }) => place)
  }

  const searchSpellings = (words: readonly string[], question: PlaceQuestion): PlaceRow[] => {
    for (const spelling of listHouseSpellings(words)) {
      const found = searchWords(spelling, question).filter((place) => hasNumbersOf(place, spelling))
      if (found.length > 0) return found
    }
    return []
  }

  /** Finds the street without the number; adds the house in front if its position can be interpolated. */
  const searchHouse = (asked: readonly string[], question: PlaceQuestion): PlaceRow[] => {
    const words = joinHouse(asked)
    const number = words.find(isHouseNumber)
    if (number === undefined) return []
    const found = searchWords(
      words.filter((word) => !isHouseNumber(word)),
      question,
    )
    const [first, ...others] = found.filter(({ kind }) => kind === 'street')
    const namesakes = first ? [first, ...others.filter(({ name }) => name === first.name)] : []
    const houses = namesakes.flatMap((street) => interpolateHouse(street, Number.parseInt(number, 10)) ?? [])
    return [...houses, ...found]
  }

  /** Treats the last words as the district, the way the results show it: "Rue Grimaldi La Condamine". */
  const searchInDistrict = (words: readonly string[], question: PlaceQuestion): PlaceRow[] => {
    for (let count = 1; count <= Math.min(MOST_DISTRICT_WORDS, words.length - 1); count++) {
      const district = words.slice(-count)
      if (!district.every((word) => districts.has(word))) continue
      const found = searchWords(words.slice(0, -count), { ...question, limit: question.limit * 4 })
      const fitting = found.filter(({ secondary }) => {
        const own = splitWords(secondary)
        return district.every((word) => own.includes(word))
      })
      if (fitting.length > 0) return fitting.slice(0, question.limit)
    }
    return []
  }

  const search = (asked: PlaceQuestion): FoundPlace[] => {
    const question = { ...asked, limit: asked.limit * 2 }
    const all = splitWords(asked.text)
    const typed = leaveOutSigns(all).slice(0, MOST_WORDS)
    const words = typed.filter((word) => !ignored.has(word))
    const finish = (found: readonly PlaceRow[], isGuess: boolean): FoundPlace[] =>
      withoutTwins(found)
        .slice(0, asked.limit)
        .map((place) => ({ ...present(place), isGuess }))
    const joined = joinHouse(typed)
    for (const attempt of [
      () => (typed.length < all.length ? searchWords(all.slice(0, MOST_WORDS), question) : []),
      () => searchWords(typed, question),
      () => (joined.length < typed.length ? searchWords(joined, question) : []),
      // without the words that refer to the whole city
      () => (words.length < typed.length ? searchWords(words, question) : []),
      () => searchSpellings(words, question),
      () => searchHouse(typed, question),
      () => (words.length < typed.length ? searchHouse(words, question) : []),
      () => searchInDistrict(words, question),
    ]) {
      const found = attempt()
      if (found.length > 0) return finish(found, false)
    }
    const names = words.filter((word) => !isHouseNumber(word))
    if (names.join('').length < LEAST_GUESSED) return []
    return finish(searchAlike(rows, known, { ...question, words: names }), true)
  }

  const findRow = (id: string): PlaceRow | undefined => rows.find((row) => row.id === id)
  return {
    search,
    findPlace: (id) => {
      const house = readHouseId(id)
      const place = findRow(house?.streetId ?? id)
      const found = place && house ? interpolateHouse(place, house.number) : place
      return found ? present(found) : null
    },
  }
}

const present = ({ id, kind, name, secondary, lat, lng }: PlaceRow): KnownPlace => ({ id, kind, name, secondary, lat, lng })
