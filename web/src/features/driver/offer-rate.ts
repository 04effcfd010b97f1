// What an offer comes to for the time and the way it takes, the way to the pickup among them.
import type { Task } from '@wayfare/contract/dispatch'
import { kmToMiles } from '@wayfare/core/geo'

type Offer = Pick<Task, 'driverShare' | 'pickupDistanceM' | 'pickupDurationS' | 'tripDistanceM' | 'tripDurationS'>

/** Shorter than this (s, m), a rate says nothing. */
const LEAST = { seconds: 60, metres: 100 }

/** The driver's share an hour and a km or mile, as decimals; null: the way to the pickup is not known, or it is too short to tell. */
export const computeOfferRate = (offer: Offer, inMiles: boolean): { perHour: string; perDistance: string } | null => {
  const { pickupDistanceM, pickupDurationS, tripDistanceM, tripDurationS } = offer
  if (pickupDistanceM === null || pickupDurationS === null) return null
  const [seconds, metres] = [pickupDurationS + tripDurationS, pickupDistanceM + tripDistanceM]
  if (seconds < LEAST.seconds || metres < LEAST.metres) return null
  const share = Number(offer.driverShare)
  const km = metres / 1000
  const perDistance = share / (inMiles ? kmToMiles(km) : km)
  return { perHour: ((share / seconds) * 3600).toFixed(0), perDistance: perDistance.toFixed(perDistance < 100 ? 1 : 0) }
}
