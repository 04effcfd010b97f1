// Where demo cars begin and what they make for: well known places within 2.5 km of the centre of Gothenburg.
import { computeDestination, measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { Dice } from './dice.ts'

export const CENTRE: LatLng = { lat: 57.701, lng: 11.97 }
export const REACH_M = 2500

/** Brunnsparken, Järntorget, Korsvägen, Götaplatsen, Linnéplatsen, Haga, Vasaplatsen, Stigberget, Chapmans torg, Ullevi … */
export const places: readonly LatLng[] = [
  { lat: 57.7067, lng: 11.9686 },
  { lat: 57.6998, lng: 11.9525 },
  { lat: 57.6969, lng: 11.9869 },
  { lat: 57.6973, lng: 11.9794 },
  { lat: 57.6905, lng: 11.9519 },
  { lat: 57.6983, lng: 11.9577 },
  { lat: 57.6984, lng: 11.9708 },
  { lat: 57.699, lng: 11.9361 },
  { lat: 57.6934, lng: 11.9335 },
  { lat: 57.7058, lng: 11.9873 },
  { lat: 57.7089, lng: 11.973 },
  { lat: 57.7036, lng: 11.9638 },
  { lat: 57.6917, lng: 11.9895 },
  { lat: 57.7136, lng: 11.9925 },
  { lat: 57.7016, lng: 11.9749 },
  { lat: 57.6887, lng: 11.9662 },
]

/** Where to cruise next: one to two kilometres away, and back towards the centre from its edge. */
export const pickNextStop = (from: LatLng, dice: Dice): LatLng => {
  if (measureDistanceM(from, CENTRE) > REACH_M) return dice.pick(places) ?? CENTRE
  const stop = computeDestination(from, dice.between(0, 360), dice.between(1000, 2000))
  return measureDistanceM(stop, CENTRE) > REACH_M ? (dice.pick(places) ?? CENTRE) : stop
}
