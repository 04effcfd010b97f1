// Where demo cars start and where they drive to: somewhere around the centre of the city being served.
import type { Basemap } from '@wayfare/contract/places'
import { computeDestination, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { Dice } from '@wayfare/core/dice'

/** The part of a city that demo cars stay in: `reachM` metres around its centre. */
export type Town = { centre: LatLng; reachM: number }

/** Ten cars make a lively town within this radius (m); a smaller city is used up to its edges, but at least this much. */
const MOST_REACH_M = 2500
const LEAST_REACH_M = 600

/** Null as long as the map's location is unknown. */
export const findTown = ({ center, bounds }: Pick<Basemap, 'center' | 'bounds'>): Town | null => {
  if (!center || !bounds) return null
  const [west, south, east, north] = bounds
  const widthM = measureDistanceM({ lat: center.lat, lng: west }, { lat: center.lat, lng: east })
  const heightM = measureDistanceM({ lat: south, lng: center.lng }, { lat: north, lng: center.lng })
  const reachM = Math.max(LEAST_REACH_M, Math.min(MOST_REACH_M, widthM / 2, heightM / 2))
  return { centre: { lat: center.lat, lng: center.lng }, reachM }
}

/** A random place in town, more likely near its centre; routes use the nearest street. */
export const pickPlace = ({ centre, reachM }: Town, dice: Dice): LatLng =>
  computeDestination(centre, dice.between(0, 360), dice.between(0, reachM))

/** Where to cruise next: across a good part of the town, and from its edge back towards the centre. */
export const pickNextStop = (from: LatLng, town: Town, dice: Dice): LatLng => {
  if (measureDistanceM(from, town.centre) > town.reachM) return pickPlace(town, dice)
  const stop = computeDestination(from, dice.between(0, 360), town.reachM * dice.between(0.4, 0.8))
  return measureDistanceM(stop, town.centre) > town.reachM ? pickPlace(town, dice) : stop
}
