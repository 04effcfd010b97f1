// Streets to draw on the overview map where no larger road is near: otherwise a town off the main roads would be a blank spot.
import type { Position } from './geojson.ts'

/** `rank`: the zoom from which a road of this class is drawn everywhere; the larger the road, the lower. */
type RankedRoad = { rank: number; line: readonly Position[] }

/** A spot is 1/32 of a tile, 16 pixels on a screen. */
const SPOTS_A_TILE = 32
/** More than the number of spots in a row at any zoom that is used. */
const ROW = 2 ** 20
/** Yards, lanes and paths do not make a town. */
const LEAST_RANK = 12

type Spot = number

const placeOn = ([lng, lat]: Position, zoom: number): readonly [x: number, y: number] => {
  const across = SPOTS_A_TILE * 2 ** zoom
  const radians = (lat * Math.PI) / 180
  return [((lng + 180) / 360) * across, ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * across]
}

const listSpots = (line: readonly Position[], zoom: number): Set<Spot> => {
  const places = line.map((position) => placeOn(position, zoom))
  const spots = new Set<Spot>()
  places.forEach(([x, y], i) => {
    const [fromX, fromY] = places[i - 1] ?? [x, y]
    const steps = Math.max(1, Math.ceil(2 * Math.max(Math.abs(x - fromX), Math.abs(y - fromY))))
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      spots.add(Math.floor(fromX + share * (x - fromX)) * ROW + Math.floor(fromY + share * (y - fromY)))
    }
  })
  return spots
}

/** The spot itself and the eight around it. */
const listAround = (spot: Spot): Spot[] => [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => spot + x * ROW + y))

/**
 * Of the roads that a zoom does not show everywhere yet (their class starts there or later), returns those with no other road
 * near: the largest of each spot.
 */
export const listLocalRoads = <Road extends RankedRoad>(roads: readonly Road[], zoom: number): Road[] => {
  const shown = new Set(roads.filter(({ rank }) => rank < zoom).flatMap(({ line }) => [...listSpots(line, zoom)]))
  const candidates = roads
    .filter(({ rank }) => rank >= zoom && rank <= LEAST_RANK)
    .map((road) => {
      const spots = [...listSpots(road.line, zoom)]
      return { road, bare: spots.filter((spot) => !listAround(spot).some((near) => shown.has(near))) }
    })
  const largest = new Map<Spot, number>()
  for (const { road, bare } of candidates)
    for (const spot of bare) largest.set(spot, Math.min(road.rank, largest.get(spot) ?? LEAST_RANK))
  const isLargest = (rank: number, spot: Spot): boolean =>
    listAround(spot).every((near) => rank <= (largest.get(near) ?? LEAST_RANK))
  return candidates.filter(({ road, bare }) => bare.some((spot) => isLargest(road.rank, spot))).map(({ road }) => road)
}
