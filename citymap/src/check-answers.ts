// Checks that an opened city answers what a server asks: a route, a search, a reverse lookup and a matched drive.
import { computePointAlong, decodePolyline, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import type { MatchFix } from './match-places.ts'
import type { OpenCity } from './open-city.ts'
import type { PlaceRow } from './places.ts'
import type { Route } from './router.ts'

/** The parts of an opened city that are checked; a test makes a broken city by changing one of them. */
type CheckedCity = Pick<OpenCity, 'manifest' | 'places' | 'route' | 'search' | 'reverse' | 'match' | 'snap'>

/** Points per side of a grid over the city, and number of places tried: some are on an island or in a wood. */
const GRID = 5
const SAMPLES = 20
/** A shorter route (m) would prove little. */
const SHORTEST_M = 300
/** Spacing of the positions (m), one per second, and their accuracy (m): as a good phone reports them. */
const STEP_M = 13
const ACCURACY_M = 5
/** A drive without noise must be matched to its own length within this share. */
const MOST_OFF = 0.1

/** The first correct answer, or why the last one was wrong. */
const findAnswer = <Question, Answer>(
  questions: readonly Question[],
  ask: (question: Question) => Answer,
  isRight: (answer: Answer, question: Question) => boolean,
): { answer: Answer } | { why: string } => {
  let why = 'there is nothing to ask for'
  for (const question of questions)
    try {
      const answer = ask(question)
      if (isRight(answer, question)) return { answer }
      why = 'the answer was wrong'
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
    }
  return { why }
}

const sampleEvenly = <T>(all: readonly T[]): T[] =>
  all.filter((_, i) => i % Math.max(1, Math.floor(all.length / SAMPLES)) === 0).slice(0, SAMPLES)

const listRoadPoints = ({ manifest, snap }: CheckedCity): LatLng[] => {
  const { south, west, north, east } = manifest.bounds
  const shares = Array.from({ length: GRID }, (_, i) => (i + 0.5) / GRID)
  const grid = shares.flatMap((y) => shares.map((x) => ({ lat: south + y * (north - south), lng: west + x * (east - west) })))
  return [manifest.centre, ...grid].flatMap((point) => {
    const found = findAnswer([point], snap, () => true)
    return 'answer' in found ? [found.answer.point] : []
  })
}

const listPairs = (points: readonly LatLng[]): (readonly [LatLng, LatLng])[] =>
  points
    .flatMap((from, i) => points.slice(i + 1).map((to) => [from, to] as const))
    .filter(([from, to]) => measureDistanceM(from, to) >= SHORTEST_M)

/** True if a route is plausible: it is not shorter than the straight line, allowing for rounding. */
const isWay = ({ distanceM, durationS, polyline5 }: Route, [from, to]: readonly [LatLng, LatLng]): boolean =>
  distanceM >= measureDistanceM(from, to) - 5 && durationS > 0 && decodePolyline(polyline5).length > 1

const driveAlong = ({ distanceM, polyline5 }: Route): MatchFix[] => {
  const line = decodePolyline(polyline5)
  return Array.from({ length: Math.floor(distanceM / STEP_M) }, (_, i) => {
    const point = computePointAlong(line, i * STEP_M)?.point ?? line[line.length - 1]
    return { ...point, at: i * 1000, accuracyM: ACCURACY_M }
  })
}

const complainAboutWays = (city: CheckedCity): string[] => {
  const found = findAnswer(
    sampleEvenly(listPairs(listRoadPoints(city))),
    (pair) => city.route(pair),
    (route, pair) => isWay(route, pair),
  )
  if ('why' in found) return [`no way was found between any two points of the city: ${found.why}`]
  const fixes = driveAlong(found.answer)
  const drivenM = (fixes.length - 1) * STEP_M
  const matched = findAnswer(
    [fixes],
    () => city.match({ trip: null, stretches: [fixes] }).stretches[0]?.marks.at(-1)?.metres ?? Number.NaN,
    (metres) => Math.abs(metres / drivenM - 1) <= MOST_OFF,
  )
  return 'why' in matched ? [`a drive of ${drivenM} m was not matched to its roads: ${matched.why}`] : []
}

const complainAboutNames = (city: CheckedCity, places: readonly PlaceRow[]): string[] => {
  const searched = findAnswer(
    places,
    ({ name }) => city.search({ text: name, bias: city.manifest.centre, limit: 10 }),
    (found, { name }) => found.some((place) => place.name === name),
  )
  const told = findAnswer(
    places,
    (place) => city.reverse(place),
    ({ label }) => label !== '',
  )
  return [
    ...('why' in searched ? [`no place of the city was found by its own name: ${searched.why}`] : []),
    ...('why' in told ? [`no point of the city could be told in words: ${told.why}`] : []),
  ]
}

const complainAboutIds = ({ places }: CheckedCity): string[] => {
  const seen = new Set<string>()
  const repeated = new Set(places.filter(({ id }) => seen.has(id) || !seen.add(id)).map(({ id }) => id))
  const [first] = repeated
  return first === undefined
    ? []
    : [`two places have the id ${first}${repeated.size > 1 ? ` (and so it is with ${repeated.size - 1} more)` : ''}`]
}

/** What the city cannot answer, one sentence each. Names are only checked in a city that has any. */
export const listWrongAnswers = (city: CheckedCity): string[] => [
  ...complainAboutIds(city),
  ...complainAboutWays(city),
  ...(city.manifest.counts.streets > 0 ? complainAboutNames(city, sampleEvenly(city.places)) : []),
]
