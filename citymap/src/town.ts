// A generated town with known distances: for tests, and as a fallback if the real city's file is missing.
import { computeDestination, type LatLng } from '@wayfare/core/geo'
import type { CitySource, LineFeature, Position } from './geojson.ts'

type TownPlan = { size: number; blockM: number; centre: LatLng }

/** Gothenburg's centre, so that a fallback town is where the seeded drivers are. @internal */
export const TOWN_PLAN: TownPlan = { size: 20, blockM: 100, centre: { lat: 57.7008, lng: 11.9746 } }

const TREES = [
  'Oak',
  'Elm',
  'Ash',
  'Birch',
  'Maple',
  'Linden',
  'Willow',
  'Rowan',
  'Alder',
  'Beech',
  'Cedar',
  'Hazel',
  'Juniper',
  'Larch',
  'Pine',
  'Poplar',
  'Spruce',
  'Walnut',
  'Yew',
  'Chestnut',
]
const BIRDS = [
  'Robin',
  'Heron',
  'Swan',
  'Gull',
  'Crane',
  'Finch',
  'Lark',
  'Martin',
  'Osprey',
  'Owl',
  'Plover',
  'Raven',
  'Sparrow',
  'Starling',
  'Stork',
  'Swift',
  'Tern',
  'Thrush',
  'Warbler',
  'Wren',
]

const nameOf = (list: readonly string[], i: number, suffix: string): string => {
  const round = Math.floor(i / list.length)
  return `${list[i % list.length]} ${suffix}${round > 0 ? ` ${round + 1}` : ''}`
}

/** Every fifth street is a main street, every third of the others is one-way (alternating), so that routes have choices. */
const tagsOf = (i: number, name: string): Record<string, string> => {
  if (i % 5 === 0) return { highway: 'secondary', name, maxspeed: '50' }
  if (i % 3 === 0) return { highway: 'residential', name, oneway: i % 2 === 0 ? 'yes' : '-1' }
  return { highway: 'residential', name }
}

const street = (id: string, tags: Record<string, string>, coordinates: Position[]): LineFeature => ({
  type: 'Feature',
  id,
  properties: tags,
  geometry: { type: 'LineString', coordinates },
})

/**
 * A grid of size x size crossings, `blockM` metres apart: rows are "<tree> Street" (west to east, southernmost first),
 * columns "<bird> Lane" (south to north). The same plan always gives the same town.
 */
export const makeTown = (plan: TownPlan = TOWN_PLAN): CitySource => {
  const { size, blockM, centre } = plan
  const half = ((size - 1) * blockM) / 2
  const corner = computeDestination(computeDestination(centre, 270, half), 180, half)
  const stepLat = computeDestination(corner, 0, blockM).lat - corner.lat
  const stepLng = computeDestination(corner, 90, blockM).lng - corner.lng
  const at = (row: number, column: number): Position => [corner.lng + column * stepLng, corner.lat + row * stepLat]
  const steps = Array.from({ length: size }, (_, i) => i)
  return {
    type: 'FeatureCollection',
    timestamp: '2000-01-01T00:00:00Z',
    features: [
      ...steps.map((row) =>
        street(
          `row/${row}`,
          tagsOf(row, nameOf(TREES, row, 'Street')),
          steps.map((column) => at(row, column)),
        ),
      ),
      ...steps.map((column) =>
        street(
          `column/${column}`,
          tagsOf(column, nameOf(BIRDS, column, 'Lane')),
          steps.map((row) => at(row, column)),
        ),
      ),
    ],
  }
}
