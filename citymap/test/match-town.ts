// A made-up town and small maps, and what a drive through them is matched to: for tests of the matching.
import { computeDestination, interpolatePoint, type LatLng, measureDistanceM } from '@wayfare/core/geo'
import { buildHierarchy } from '../src/ch-build.ts'
import type { CitySource, LineFeature } from '../src/geojson.ts'
import { buildGraph } from '../src/graph-build.ts'
import { makeMatch, type MatchedStretch } from '../src/match.ts'
import { type Profile, TAXI_PROFILE } from '../src/profile.ts'
import { makeRouter } from '../src/router.ts'
import { buildSnapIndex, makeSnapper } from '../src/snap.ts'
import { makeTown, TOWN_PLAN } from '../src/town.ts'
import { makeTurns } from '../src/turns.ts'
import { driveAlong, type DriveOptions, makeFractions } from './noisy-drive.ts'

export const open = (source: CitySource, profile: Profile = TAXI_PROFILE) => {
  const { graph } = buildGraph(source, profile)
  const turns = makeTurns(graph, profile)
  const snapper = makeSnapper(graph, buildSnapIndex(graph))
  const router = makeRouter(graph, turns, buildHierarchy(turns), snapper)
  const start = () => makeMatch(graph, turns, snapper, router)
  return { start, match: start(), router }
}

/** The point `east` and `north` metres from the south-west corner of the town. */
const half = ((TOWN_PLAN.size - 1) * TOWN_PLAN.blockM) / 2
export const corner = computeDestination(computeDestination(TOWN_PLAN.centre, 270, half), 180, half)
export const spot = (east: number, north: number): LatLng => computeDestination(computeDestination(corner, 90, east), 0, north)
export const spots = (...places: readonly (readonly [number, number])[]): LatLng[] =>
  places.map(([east, north]) => spot(east, north))

export const street = (points: readonly LatLng[], tags: Record<string, string> = {}): LineFeature => ({
  type: 'Feature',
  properties: { highway: 'residential', ...tags },
  geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat] as const) },
})

export const town = open(makeTown())

export const everyTwentyMetres: DriveOptions = { spacing: () => 20, noiseM: 5 }
export const matchLine = (
  match: typeof town.match,
  line: readonly LatLng[],
  options = everyTwentyMetres,
  seed = 1859,
): MatchedStretch => {
  const fixes = driveAlong(line, options, makeFractions(seed))
  return match({ trip: null, stretches: [fixes] }).stretches[0] ?? { marks: [], line: [] }
}
export const metresOf = ({ marks }: MatchedStretch): number => marks.at(-1)?.metres ?? Number.NaN
/** How much of it the map had no road for. */
export const offRoadM = ({ marks }: MatchedStretch): number =>
  marks.reduce((sum, mark, i) => sum + (i > 0 && !mark.onRoad ? mark.metres - (marks[i - 1]?.metres ?? 0) : 0), 0)

/** The furthest that a point of the line lies from the way that was driven. */
export const strayM = (line: readonly LatLng[], driven: readonly LatLng[]): number => {
  const dense = driven.slice(1).flatMap((to, i) => {
    const from = driven[i] ?? to
    const steps = Math.ceil(measureDistanceM(from, to) / 2)
    return Array.from({ length: steps + 1 }, (_, step) => interpolatePoint(from, to, step / Math.max(1, steps)))
  })
  return Math.max(...line.map((point) => Math.min(...dense.map((other) => measureDistanceM(point, other)))))
}
