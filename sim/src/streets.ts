// Where demo cars begin and what they make for: somewhere around the middle of whatever city is served.
import type { Basemap } from '@wayfare/contract/places'
import { computeDestination, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { Dice } from '@wayfare/core/dice'

/** The part of a city that demo cars keep to: `reachM` metres around its middle. */
export type Town = { centre: LatLng; reachM: number }

/** Ten cars are a lively town within so far (m); a smaller city is filled to its edges, and a hamlet is given this much. */
const MOST_REACH_M = 2500
const LEAST_REACH_M = 600

/** Null as long as the map does not say where it lies. */
export const findTown = ({ center, bounds }: Pick<Basemap, 'center' | 'bounds'>): Town | null => {
  if (!center || !bounds) return null
  const [west, south, east, north] = bounds
  const widthM = measureDistanceM({ lat: center.lat, lng: west }, { lat: center.lat, lng: east })
  const heightM = measureDistanceM({ lat: south, lng: center.lng }, { lat: north, lng: center.lng })
  const reachM = Math.max(LEAST_REACH_M, Math.min(MOST_REACH_M, widthM / 2, heightM / 2))
  return { centre: { lat: center.lat, lng: center.lng }, reachM }
}

/** A place in town, the likelier the nearer to its middle; routes lead from and to the nearest street. */
export const pickPlace = ({ centre, reachM }: Town, dice: Dice): LatLng =>
  computeDestination(centre, dice.between(0, 360), dice.between(0, reachM))

/** Where to cruise next: a good part of the town away, and back towards the middle from its edge. */
export const pickNextStop = (from: LatLng, town: Town, dice: Dice): LatLng => {
  if (measureDistanceM(from, town.centre) > town.reachM) return pickPlace(town, dice)
  const stop = computeDestination(from, dice.between(0, 360), town.reachM * dice.between(0.4, 0.8))
  return measureDistanceM(stop, town.centre) > town.reachM ? pickPlace(town, dice) : stop
}
